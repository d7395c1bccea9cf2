#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <termios.h>

// What Swift can't do itself for a terminal: signal handlers (which may call only what is
// async-signal-safe), variadic ioctl, and structures of function pointers.

/// Stands guard over one terminal: from now on every signal that would end the program first
/// restores `original`. While the guard is listening, interrupts, stops and the like are written
/// to `notify` (a pipe's end that doesn't block), one byte each with the signal's number.
/// Only one thread may set the mode at a time: this one, and later the last one that made it raw.
/// It handles the signals, whichever thread they come to. Fails with EBUSY where a guard stands
/// already.
int terminal_guard_start(
    int tty, int output, int notify, const struct termios *original, const struct termios *raw);

/// Restores the terminal and the handlers that were there before.
void terminal_guard_end(void);

/// Makes the terminal raw. Stops quietly, as any program would, while it is in the background.
int terminal_guard_raw(void);

/// Makes the terminal what it was before the guard.
void terminal_guard_restore(void);

/// What is done with interrupts, stops and the like.
enum terminal_listening {
  /// What is always done with them: they end the program, or stop it.
  TERMINAL_DEAF,
  /// All are written to the pipe, which is being read.
  TERMINAL_READS,
  /// An interrupt is written to the pipe, which will be read soon: it is meant for what a line
  /// began. Another one after a second still finds no reader, and ends the program.
  TERMINAL_KEEPS,
};
void terminal_guard_listen(enum terminal_listening listening);

/// What to write before the program dies of a signal: it leaves the line under way and resets
/// what was switched on. At most 1024 bytes; longer ones are cut.
void terminal_guard_set_farewell(const void *bytes, size_t count);

/// Restores the terminal and stops the program as Ctrl-Z does. Comes back when the program goes
/// on, or at once where nobody could let it go on (an orphaned process group).
void terminal_guard_stop(void);

/// Restores the terminal and ends the program by a signal's default action, from any thread.
void terminal_die_of(int number) __attribute__((noreturn));

/// Waits, stopped, until the program is in the foreground of `tty`. -1 where that can't be.
int terminal_await_foreground(int tty);

/// A pipe whose ends don't block and don't reach other programs (Glibc's module lacks pipe2).
int terminal_pipe(int ends[2]);

/// The terminal's size in characters, 0 where it is not known.
void terminal_size(int tty, int *columns, int *rows);

/// Opens a pseudo terminal that nobody sits at: both its ends, or -1.
int terminal_stand_in(int *master, int *slave);

/// Gives a terminal a size in characters.
void terminal_set_size(int tty, int columns, int rows);

/// Memory for bytes that must not be paged out or dumped: zeroed, in whole pages.
void *terminal_locked_memory(size_t size);
void terminal_locked_memory_free(void *memory, size_t size);

/// Wipes memory in a way that no compiler leaves out.
void terminal_wipe(void *memory, size_t size);

/// A stream whose output goes to `write`, so that what libedit draws can be gathered and looked at.
FILE *terminal_stream(void *context, ssize_t (*write)(void *, const char *, size_t));

/// The columns of a character, -1 where it has none: wcwidth, which Glibc's module lacks too.
int terminal_width(uint32_t scalar);
