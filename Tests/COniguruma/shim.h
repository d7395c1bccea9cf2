#pragma once
#include <oniguruma.h>
#include <stddef.h>

// Encodings and syntaxes are pointers to global variables, which Swift does not take.

/// A compiled pattern, or null for one that is none. It is never freed.
static inline OnigRegex coniguruma_new(const unsigned char *pattern, size_t length) {
  OnigRegex regex = NULL;
  OnigEncoding encoding = ONIG_ENCODING_UTF8;
  onig_initialize(&encoding, 1);
  int status = onig_new(&regex, pattern, pattern + length, ONIG_OPTION_CAPTURE_GROUP, encoding,
                        ONIG_SYNTAX_DEFAULT, NULL);
  return status == ONIG_NORMAL ? regex : NULL;
}

/// Where the first match from an offset on begins; negative for none.
static inline int coniguruma_search(OnigRegex regex, const unsigned char *text, size_t length,
                                    size_t start, OnigRegion *region) {
  return onig_search(regex, text, text + length, text + start, text + length, region,
                     ONIG_OPTION_NONE);
}
