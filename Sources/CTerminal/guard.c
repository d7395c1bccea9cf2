#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "words.h"

// A process has one terminal, and signal handlers can only reach globals.
static struct {
  int tty, output, notify;
  struct termios original, raw;
} guard;

static atomic_int standing;   // there is a guard
static atomic_int altered;    // the terminal mode has been changed
static atomic_int listening;  // an enum terminal_listening
static atomic_int owner;      // the only thread that sets the mode; 0 if there is none
static atomic_llong kept;     // when the pending interrupt arrived; 0 if there is none

static struct kept_text farewell;

// A program in the background must leave the terminal to the foreground program. If the terminal is
// not our controlling terminal (ENOTTY), no other program can be in its foreground.
static int in_foreground(int tty) {
  pid_t group = tcgetpgrp(tty);
  return group <= 0 || group == getpgrp();
}

static void set_mode(const struct termios *mode) {
  while (tcsetattr(guard.tty, TCSANOW, mode) == -1 && errno == EINTR) continue;
}

static void leave(void) {
  if (!atomic_exchange(&altered, 0) || !in_foreground(guard.tty)) return;
  set_mode(&guard.original);
  int current = atomic_load(&farewell.current);
  // The program must end even if no one reads the terminal, or if its output is stopped (Ctrl-S).
  write_patiently(guard.output, farewell.copies[current].bytes, farewell.copies[current].count);
}

static void notify(int number) {
  unsigned char byte = (unsigned char)number;
  while (write(guard.notify, &byte, 1) == -1 && errno == EINTR) continue;
}

static void own(void) { atomic_store(&owner, gettid()); }

// Once restored, the mode must stay restored until the program ends or stops. But another thread
// could be about to set it, or be inside libedit, which sets it by itself. So the signal is passed
// to the thread that sets the mode: while that thread handles it, no one sets the mode.
static int hand_over(int number) {
  pid_t thread = atomic_load(&owner);
  if (thread == 0 || thread == gettid()) return 0;
  return syscall(SYS_tgkill, getpid(), thread, number) == 0;
}

// The failed instruction would fail again, and `abort` continues without the handler.
static int is_crash(int number) {
  switch (number) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGTRAP: case SIGSYS: case SIGABRT:
      return 1;
    default:
      return 0;
  }
}

// The other thread ends the program. If it can't, because it crashed too, this thread does.
static void await_end(void) { poll(NULL, 0, 2000); }

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1;
}

// The first interrupt waits for a reader. If another arrives much later, there will be no reader.
static int keep_interrupt(void) {
  long long now = milliseconds(), since = 0;
  if (!atomic_compare_exchange_strong(&kept, &since, now)) return now - since < 1000;
  notify(SIGINT);
  // The reader may have started in the meantime.
  if (atomic_load(&listening) == TERMINAL_READS) atomic_store(&kept, 0);
  return 1;
}

static int take_interrupt(void) {
  switch (atomic_load(&listening)) {
    case TERMINAL_READS:
      notify(SIGINT);
      return 1;
    case TERMINAL_KEEPS:
      return keep_interrupt();
    default:
      return 0;
  }
}

// Runs with all signals blocked, including SIGTTOU, so tcsetattr can't stop the program here.
static void on_fatal(int number) {
  int saved = errno;
  if (number == SIGINT && take_interrupt()) {
    errno = saved;
    return;
  }
  if (hand_over(number)) {
    if (!is_crash(number)) {
      errno = saved;
      return;
    }
    await_end();
  }
  leave();
  say_last_words();
  end_by_default(number);
  errno = saved;
}

static void stop_by_default(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
  sigset_t stop, mask;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &standard, &ours);
  // Sent to this thread rather than the process, so the program stops before the next line runs.
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

// The interrupted code continues in the mode that it had set, which requires the foreground.
static void stop_here(void) {
  int was_altered = atomic_load(&altered);
  leave();
  stop_by_default();
  if (!was_altered || terminal_await_foreground(guard.tty) == -1) return;
  atomic_store(&altered, 1);
  set_mode(&guard.raw);
}

static void on_stop(int number) {
  int saved = errno;
  if (atomic_load(&listening) == TERMINAL_READS)
    notify(number);
  else if (!hand_over(number))
    stop_here();
  errno = saved;
}

static void on_news(int number) {
  int saved = errno;
  if (atomic_load(&listening) == TERMINAL_READS) notify(number);
  errno = saved;
}

void terminal_keep_last_words(void) {
  for (int number = 1; number < NSIG; number++)
    if (signal_ends_program(number)) handle_signal(number, on_fatal);
}

int terminal_guard_start(
    int tty, int output, int notify, const struct termios *original, const struct termios *raw) {
  static atomic_int at_exit;
  if (atomic_exchange(&standing, 1)) {
    errno = EBUSY;
    return -1;
  }
  guard.tty = tty;
  guard.output = output;
  guard.notify = notify;
  guard.original = *original;
  guard.raw = *raw;
  terminal_guard_set_farewell("", 0);
  own();
  // libedit sets a mode of its own when it starts.
  atomic_store(&altered, 1);
  terminal_keep_last_words();
  handle_signal(SIGTSTP, on_stop);
  handle_signal(SIGCONT, on_news);
  handle_signal(SIGWINCH, on_news);
  if (!atomic_exchange(&at_exit, 1)) atexit(terminal_guard_restore);
  return 0;
}

void terminal_guard_end(void) {
  if (!atomic_load(&standing)) return;
  terminal_guard_listen(TERMINAL_DEAF);
  terminal_guard_restore();
  atomic_store(&owner, 0);
  atomic_store(&standing, 0);
}

int terminal_guard_raw(void) {
  if (terminal_await_foreground(guard.tty) == -1) return -1;
  own();
  atomic_store(&altered, 1);
  while (tcsetattr(guard.tty, TCSADRAIN, &guard.raw) == -1)
    if (errno != EINTR) return -1;
  return 0;
}

void terminal_guard_restore(void) {
  if (!atomic_load(&standing)) return;
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  leave();
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

void terminal_guard_listen(enum terminal_listening now) {
  atomic_store(&listening, now);
  // The reader takes the pending interrupt.
  if (now == TERMINAL_READS) atomic_store(&kept, 0);
}

void terminal_guard_set_farewell(const void *bytes, size_t count) {
  keep_text(&farewell, bytes, count);
}

void terminal_guard_stop(void) {
  own();
  terminal_guard_restore();
  stop_by_default();
}

static void stop_for_input(void) {
  sigset_t only, mask;
  sigemptyset(&only);
  sigaddset(&only, SIGTTIN);
  // The thread may belong to a pool with all signals blocked.
  pthread_sigmask(SIG_UNBLOCK, &only, &mask);
  raise(SIGTTIN);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

int terminal_await_foreground(int tty) {
  // Each round is a real stop until the shell's `fg`. Only an orphaned process group, which can't
  // be stopped, goes through all of them.
  for (int rounds = 0; rounds < 100; rounds++) {
    if (in_foreground(tty)) return 0;
    stop_for_input();
  }
  errno = EIO;
  return -1;
}

void terminal_die_of(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigset_t only;
  terminal_guard_end();
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, NULL);
  sigemptyset(&only);
  sigaddset(&only, number);
  // The thread may belong to a pool with all signals blocked.
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);
}
