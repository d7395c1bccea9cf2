#pragma once
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

// What a signal handler says and does before it ends the program.

/// Whether a signal ends a program that neither handles nor ignores it.
int signal_ends_program(int number);

/// Installs a handler during which all signals are blocked. Leaves a signal that is ignored alone.
void handle_signal(int number, void (*handler)(int));

/// A text that a signal handler writes. It is stored twice, so that a handler never reads one that is
/// half written.
struct kept_text {
  atomic_int current;
  struct { size_t count; char bytes[8192]; } copies[2];
};

/// Replaces a text. Cuts it to the size of the buffer.
void keep_text(struct kept_text *text, const void *bytes, size_t count);

/// Gives up when nothing could be written for 100 ms. Returns the number of bytes written.
size_t write_patiently(int descriptor, const char *bytes, size_t count);

/// Writes the last words to stderr, once. For signal handlers.
void say_last_words(void);

/// Ends the program by a signal's default action when the handler returns.
void end_by_default(int number);
