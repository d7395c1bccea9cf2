#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
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
static atomic_int listening;  // an enum terminal_listening
static atomic_int owner;      // the one thread that sets the mode; 0 if there is none
static atomic_llong kept;     // when an interrupt was kept that no one has read yet; 0 if none was

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

static void own(void) { atomic_store(&owner, gettid()); }

// A mode that was restored must stay so until the program ends or stops. Another thread could be about to
// set it, or be inside libedit, which sets it by itself. So the signal goes to the thread that sets the
// mode: while that handles it, no one does.
static int hand_over(int number) {
  pid_t thread = atomic_load(&owner);
  if (thread == 0 || thread == gettid()) return 0;
  return syscall(SYS_tgkill, getpid(), thread, number) == 0;
}

// The instruction that failed would fail again, and `abort` goes on without the handler.
static int is_crash(int number) {
  switch (number) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGTRAP: case SIGSYS: case SIGABRT:
      return 1;
    default:
      return 0;
  }
}

// The other thread ends the program. If it can't, because the crash took it along, this one does.
static void await_end(void) { poll(NULL, 0, 2000); }

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1;
}

// The first one waits for its reader. One that comes much later tells that there will be none.
static int keep_interrupt(void) {
  long long now = milliseconds(), since = 0;
  if (!atomic_compare_exchange_strong(&kept, &since, now)) return now - since < 1000;
  notify(SIGINT);
  // The reader may have come meanwhile.
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

// Every signal is blocked while it runs, SIGTTOU too: tcsetattr can't stop the program here.
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

// What was interrupted goes on in the mode that it had, and so in the foreground.
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

static void install(int number, void (*handler)(int)) {
  // On a stack of its own, where the thread has one: the thread's own may be what has run out.
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
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
  own();
  // libedit sets a mode of its own when it is started.
  atomic_store(&altered, 1);
  install_all();
  if (!atomic_exchange(&at_exit, 1)) atexit(terminal_guard_restore);
  return 0;
}

void terminal_guard_end(void) {
  if (!atomic_load(&standing)) return;
  terminal_guard_listen(TERMINAL_DEAF);
  terminal_guard_restore();
  for (int number = 1; number < NSIG; number++)
    if (guard.installed[number]) sigaction(number, &guard.previous[number], NULL);
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
  // Whoever reads takes what was kept.
  if (now == TERMINAL_READS) atomic_store(&kept, 0);
}

void terminal_guard_set_farewell(const void *bytes, size_t count) {
  int next = !atomic_load(&farewell);
  if (count > sizeof farewells[next].bytes) count = sizeof farewells[next].bytes;
  memcpy(farewells[next].bytes, bytes, count);
  farewells[next].count = count;
  atomic_store(&farewell, next);
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
