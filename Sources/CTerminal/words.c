#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "words.h"

static struct kept_text words;
static atomic_int said;

int signal_ends_program(int number) {
  switch (number) {
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH:
    case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGSTOP:
    case SIGKILL:
      return 0;
    default:
      return 1;
  }
}

void handle_signal(int number, void (*handler)(int)) {
  // Handlers run on the thread's signal stack if it has one: the thread's own may have overflowed.
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK}, now;
  sigfillset(&action.sa_mask);
  // Signals 32 and 33 belong to the C library, KILL and STOP to the kernel. They are refused here
  // and left alone.
  if (sigaction(number, NULL, &now) == -1) return;
  // Keep ignoring signals that are already ignored: SIGHUP under nohup, SIGPIPE by our main.
  if (now.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

void keep_text(struct kept_text *text, const void *bytes, size_t count) {
  int next = !atomic_load(&text->current);
  if (count > sizeof text->copies[next].bytes) count = sizeof text->copies[next].bytes;
  memcpy(text->copies[next].bytes, bytes, count);
  text->copies[next].count = count;
  atomic_store(&text->current, next);
}

// A terminal that accepts one byte may not accept a second. A pipe that accepts any accepts PIPE_BUF.
size_t write_patiently(int descriptor, const char *bytes, size_t count) {
  struct pollfd room = {.fd = descriptor, .events = POLLOUT};
  size_t most = isatty(descriptor) ? 1 : PIPE_BUF, done = 0;
  for (int waits = 0; done < count && waits < 10;) {
    int ready = poll(&room, 1, 10);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) {
      waits++;
      continue;
    }
    if (!(room.revents & POLLOUT)) break;
    size_t rest = count - done;
    ssize_t written = write(descriptor, bytes + done, rest < most ? rest : most);
    if (written >= 0)
      done += (size_t)written;
    else if (errno == EAGAIN)
      waits++;
    else if (errno != EINTR)
      break;
  }
  return done;
}

static void write_all(int descriptor, const char *bytes, size_t count) {
  struct pollfd room = {.fd = descriptor, .events = POLLOUT};
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written >= 0)
      bytes += written, count -= (size_t)written;
    else if (errno == EAGAIN)
      poll(&room, 1, -1);
    else if (errno != EINTR)
      return;
  }
}

static void let_signals_end_the_program(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, now;
  sigset_t ending;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&ending);
  for (int number = 1; number < NSIG; number++) {
    if (!signal_ends_program(number) || sigaction(number, NULL, &now) == -1) continue;
    if (now.sa_handler == SIG_IGN) continue;
    sigaction(number, &standard, NULL);
    sigaddset(&ending, number);
  }
  pthread_sigmask(SIG_UNBLOCK, &ending, NULL);
}

// Other signals are blocked at first: two that arrive together must not keep the words back.
void say_last_words(void) {
  if (atomic_exchange(&said, 1)) return;
  int current = atomic_load(&words.current);
  const char *bytes = words.copies[current].bytes;
  size_t count = words.copies[current].count;
  size_t done = write_patiently(STDERR_FILENO, bytes, count);
  // The output of a terminal can be stopped (Ctrl-S) without anyone to start it again.
  if (done == count || isatty(STDERR_FILENO)) return;
  // The reader is busy, and another signal must end the program at once.
  let_signals_end_the_program();
  write_all(STDERR_FILENO, bytes + done, count - done);
}

void end_by_default(int number) {
  // Not to the previous handler: Swift's own would print the memory around a crash.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, NULL);
  raise(number);
}

void terminal_set_last_words(const void *bytes, size_t count) {
  keep_text(&words, bytes, count);
}
