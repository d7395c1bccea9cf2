#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// One process has one terminal, and a signal handler can only reach globals.
static struct {
  int tty, output, notify;
  struct termios original, raw;
  struct sigaction previous[NSIG];
  char installed[NSIG];
} guard;

static atomic_int standing;   // handlers are in place
static atomic_int altered;    // the terminal is not as it was
static atomic_int listening;  // somebody reads the pipe

// The farewell is kept twice, so that a handler never reads one that is half written.
static struct { size_t count; char bytes[1024]; } farewells[2];
static atomic_int farewell;

// Nobody may read the terminal, or its output may be stopped (Ctrl-S): the program ends all the same.
// A terminal that takes one byte takes no second one for sure, hence byte by byte.
static void write_patiently(const char *bytes, size_t count) {
  struct pollfd room = {.fd = guard.output, .events = POLLOUT};
  for (int waits = 0; count > 0 && waits < 10;) {
    int ready = poll(&room, 1, 10);
    if (ready < 0 && errno != EINTR) return;
    if (ready <= 0) {
      waits++;
      continue;
    }
    if (!(room.revents & POLLOUT)) return;
    ssize_t written = write(guard.output, bytes, 1);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) bytes++, count--;
  }
}

// A program in the background must leave the terminal to the one that has it now. Where the
// terminal doesn't control us (ENOTTY), nobody else can have it.
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
  int index = atomic_load(&farewell);
  write_patiently(farewells[index].bytes, farewells[index].count);
}

static void notify(int number) {
  unsigned char byte = (unsigned char)number;
  while (write(guard.notify, &byte, 1) == -1 && errno == EINTR) continue;
}

// Every signal is blocked while it runs, SIGTTOU too: tcsetattr can't stop the program here.
static void on_fatal(int number) {
  int saved = errno;
  if (number == SIGINT && atomic_load(&listening)) {
    notify(number);
    errno = saved;
    return;
  }
  leave();
  // Not to the handler that was there before: Swift's own would print the memory around a crash.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  raise(number);  // delivered when this handler returns
  errno = saved;
}

static void stop_by_default(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
  sigset_t stop, mask;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaction(SIGTSTP, &standard, &ours);
  // To this thread, not to the process: it has then stopped before the next line runs.
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

static void on_stop(int number) {
  int saved = errno;
  if (atomic_load(&listening)) {
    notify(number);
  } else {
    int was_altered = atomic_load(&altered);
    leave();
    stop_by_default();
    if (was_altered && in_foreground(guard.tty)) {
      set_mode(&guard.raw);
      atomic_store(&altered, 1);
    }
  }
  errno = saved;
}

static void on_news(int number) {
  int saved = errno;
  if (atomic_load(&listening)) notify(number);
  errno = saved;
}

static void install(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  // 32 and 33 belong to the C library, KILL and STOP to the kernel: refused, and left alone.
  if (sigaction(number, NULL, &guard.previous[number]) == -1) return;
  // Somebody wants it ignored: nohup's SIGHUP, main's SIGPIPE.
  if (guard.previous[number].sa_handler == SIG_IGN) return;
  guard.installed[number] = sigaction(number, &action, NULL) == 0;
}

static void install_all(void) {
  for (int number = 1; number < NSIG; number++) {
    switch (number) {
      case SIGCHLD: case SIGURG: case SIGTTIN: case SIGTTOU: case SIGKILL: case SIGSTOP:
        break;
      case SIGTSTP:
        install(number, on_stop);
        break;
      case SIGCONT: case SIGWINCH:
        install(number, on_news);
        break;
      default:
        install(number, on_fatal);
    }
  }
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
  memset(guard.installed, 0, sizeof guard.installed);
  terminal_guard_set_farewell("", 0);
  install_all();
  if (!atomic_exchange(&at_exit, 1)) atexit(terminal_guard_restore);
  return 0;
}

void terminal_guard_end(void) {
  if (!atomic_load(&standing)) return;
  atomic_store(&listening, 0);
  terminal_guard_restore();
  for (int number = 1; number < NSIG; number++)
    if (guard.installed[number]) sigaction(number, &guard.previous[number], NULL);
  atomic_store(&standing, 0);
}

int terminal_guard_raw(void) {
  if (terminal_await_foreground(guard.tty) == -1) return -1;
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

void terminal_guard_listen(int now) { atomic_store(&listening, now); }

void terminal_guard_set_farewell(const void *bytes, size_t count) {
  int next = !atomic_load(&farewell);
  if (count > sizeof farewells[next].bytes) count = sizeof farewells[next].bytes;
  memcpy(farewells[next].bytes, bytes, count);
  farewells[next].count = count;
  atomic_store(&farewell, next);
}

void terminal_guard_stop(void) {
  terminal_guard_restore();
  stop_by_default();
}

static void stop_for_input(void) {
  sigset_t only, mask;
  sigemptyset(&only);
  sigaddset(&only, SIGTTIN);
  // The thread may be one of a pool that has all signals blocked.
  pthread_sigmask(SIG_UNBLOCK, &only, &mask);
  raise(SIGTTIN);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

int terminal_await_foreground(int tty) {
  // Each round is a real stop until the shell's `fg`. Only an orphaned group, which can't be
  // stopped, runs through all of them.
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
  // The thread may be one of a pool that has all signals blocked.
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);
}
