#pragma once
#include <stddef.h>

// PCRE2, loaded at run time: linking it would add a shared library to every start, for the few
// policies that have a pattern.

/// Loads the library. Call it once, before any other function here. Returns NULL, or the reason why
/// the library can't be used.
const char *cpattern_load(void);

/// A compiled pattern. It can be used on several threads at once.
typedef struct cpattern cpattern;

/// Compiles a pattern in UTF-8 that must match a whole text. Returns NULL for a pattern that is
/// invalid or beyond the limits.
///
/// - error: PCRE2's number of the error, for `cpattern_message`.
/// - offset: The place of the error in the pattern, in bytes.
cpattern *cpattern_compile(const char *pattern, size_t length, int *error, size_t *offset);
void cpattern_free(cpattern *pattern);

/// Writes PCRE2's words for an error, with a NUL at the end.
void cpattern_message(int error, char *words, size_t size);

enum cpattern_result {
  CPATTERN_MATCHES,
  CPATTERN_DIFFERS,
  /// The match was given up because it took too long or too much memory.
  CPATTERN_GIVEN_UP,
};

/// Matches a text in UTF-8. O(1): the work is limited, whatever the pattern and the text are.
enum cpattern_result cpattern_match(const cpattern *pattern, const char *text, size_t length);
