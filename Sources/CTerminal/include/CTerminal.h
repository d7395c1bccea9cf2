#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <termios.h>

// Terminal functions that Swift can't provide: signal handlers (which may only call
// async-signal-safe functions), what Glibc's module lacks, and structures of function pointers.

/// Guards a terminal: from now on, every signal that would end the program first restores
/// `original`. While the guard is listening, signals such as interrupts and stops are written to
/// `notify`, a non-blocking pipe end, as one byte each with the signal number. Only one thread may
/// set the mode at a time: at first this one, later the one that last called terminal_guard_raw.
/// That thread handles the signals, whichever thread receives them. Fails with EBUSY if a guard is
/// already in place.
int terminal_guard_start(
    int tty, int output, int notify, const struct termios *original, const struct termios *raw);

/// Restores the terminal. From now on, signals have their default effect, after the last words.
void terminal_guard_end(void);

/// Makes the terminal raw. While the program is in the background, it stops, as any program would.
int terminal_guard_raw(void);

/// Restores the mode that the terminal had before the guard.
void terminal_guard_restore(void);

/// How signals such as interrupts and stops are handled.
enum terminal_listening {
  /// They have their default effect: they end or stop the program.
  TERMINAL_DEAF,
  /// They are written to the pipe, which is being read.
  TERMINAL_READS,
  /// An interrupt is written to the pipe, which will be read soon, because it is meant for the work
  /// that a line started. Another one that finds no reader a second later ends the program.
  TERMINAL_KEEPS,
};
void terminal_guard_listen(enum terminal_listening listening);

/// Sets the bytes to write before a signal ends the program. They leave the current line and reset
/// what was switched on. At most 1024 bytes; the rest is dropped.
void terminal_guard_set_farewell(const void *bytes, size_t count);

/// From now on, every signal that ends the program first writes the last words to stderr, whether a
/// guard is in place or not. Only the first signal does; the next one ends the program even while the words
/// are being written. Ignored signals stay ignored.
void terminal_keep_last_words(void);

/// Sets the last words, at first none. At most 8192 bytes; the rest is dropped. One thread at a time.
void terminal_set_last_words(const void *bytes, size_t count);

/// Restores the terminal and stops the program, as Ctrl-Z does. Returns when the program continues,
/// or at once if no one could continue it (an orphaned process group).
void terminal_guard_stop(void);

/// Restores the terminal and ends the program by the default action of a signal. Can be called from
/// any thread.
void terminal_die_of(int number) __attribute__((noreturn));

/// Waits, stopped, until the program is in the foreground of `tty`. Returns -1 if that is
/// impossible.
int terminal_await_foreground(int tty);

/// Creates a pipe whose ends don't block and are closed on exec.
int terminal_pipe(int ends[2]);

/// Opens a pseudo terminal without a user. Sets both ends; returns 0, or -1 on failure.
int terminal_stand_in(int *master, int *slave);

/// Returns a stream that writes to `write`, to capture what libedit draws.
FILE *terminal_stream(void *context, ssize_t (*write)(void *, const char *, size_t));
