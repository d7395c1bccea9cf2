#define _GNU_SOURCE
#include "CTerminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

int terminal_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

void terminal_size(int tty, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(tty, TIOCGWINSZ, &size) == -1) memset(&size, 0, sizeof size);
  *columns = size.ws_col;
  *rows = size.ws_row;
}

int terminal_stand_in(int *master, int *slave) {
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master == -1) return -1;
  *slave = unlockpt(*master) == 0
               ? ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC)
               : -1;
  if (*slave != -1) return 0;
  close(*master);
  return -1;
}

void terminal_set_size(int tty, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  (void)ioctl(tty, TIOCSWINSZ, &size);
}

void *terminal_locked_memory(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  // Locking fails if the system's limit is low. The memory is still wiped and left out of dumps.
  (void)mlock(memory, size);
  (void)madvise(memory, size, MADV_DONTDUMP);
  return memory;
}

void terminal_locked_memory_free(void *memory, size_t size) {
  explicit_bzero(memory, size);
  munmap(memory, size);
}

void terminal_wipe(void *memory, size_t size) { explicit_bzero(memory, size); }

FILE *terminal_stream(void *context, ssize_t (*write)(void *, const char *, size_t)) {
  cookie_io_functions_t functions = {.write = write};
  FILE *stream = fopencookie(context, "w", functions);
  if (stream) setvbuf(stream, NULL, _IOFBF, 16384);
  return stream;
}
