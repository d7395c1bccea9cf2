#define _GNU_SOURCE
#include "CTerminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int terminal_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

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

FILE *terminal_stream(void *context, ssize_t (*write)(void *, const char *, size_t)) {
  cookie_io_functions_t functions = {.write = write};
  FILE *stream = fopencookie(context, "w", functions);
  if (stream) setvbuf(stream, NULL, _IOFBF, 16384);
  return stream;
}
