#define _GNU_SOURCE
#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPattern.h"

#include <dlfcn.h>
#include <pcre2.h>
#include <stdint.h>
#include <time.h>

// Every function that is used, by its name without "pcre2_" and the width of a code unit.
#define FUNCTIONS(EACH)                                                                         \
  EACH(code_free) EACH(compile) EACH(compile_context_create) EACH(compile_context_free)         \
  EACH(get_error_message) EACH(match) EACH(match_context_create) EACH(match_context_free)       \
  EACH(match_data_create) EACH(match_data_free) EACH(set_callout) EACH(set_depth_limit)         \
  EACH(set_heap_limit) EACH(set_match_limit) EACH(set_max_pattern_length)                       \
  EACH(set_parens_nest_limit)

// The header makes each name a macro for the one with the width, so the width is added here first.
#define WIDE(name) PCRE2_SUFFIX(pcre2_##name##_)
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

static struct {
#define MEMBER(name) __typeof__(&WIDE(name)) name;
  FUNCTIONS(MEMBER)
} pcre;

const char *cpattern_load(void) {
  void *library = dlopen("libpcre2-8.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define FIND(name)                                                                 \
  if (!(pcre.name = (__typeof__(pcre.name))dlsym(library, TEXT(WIDE(name))))) {    \
    return "libpcre2-8.so.0 has no function " TEXT(WIDE(name));                    \
  }
  FUNCTIONS(FIND)
  return NULL;
}

// MARK: Compiling

enum {
  longest_pattern = 1000,      // In bytes.
  deepest_parentheses = 50,
};

cpattern *cpattern_compile(const char *pattern, size_t length, int *error, size_t *offset) {
  *error = PCRE2_ERROR_NOMEMORY;
  *offset = 0;
  pcre2_compile_context *context = pcre.compile_context_create(NULL);
  if (!context) return NULL;
  pcre.set_max_pattern_length(context, longest_pattern);
  pcre.set_parens_nest_limit(context, deepest_parentheses);
  // The callouts are where a match looks at the time.
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_ANCHORED
      | PCRE2_ENDANCHORED | PCRE2_AUTO_CALLOUT;
  pcre2_code *code = pcre.compile((PCRE2_SPTR)pattern, length, options, error, offset, context);
  pcre.compile_context_free(context);
  return (cpattern *)code;
}

void cpattern_free(cpattern *pattern) { pcre.code_free((pcre2_code *)pattern); }

void cpattern_message(int error, char *words, size_t size) {
  if (size) words[0] = 0;
  pcre.get_error_message(error, (PCRE2_UCHAR *)words, size);
}

// MARK: Matching

enum {
  // Backtracking steps. This is what stops a pattern that tries everything, and it does so in the
  // same place on every machine.
  most_steps = 500000,
  deepest_backtracking = 200000,
  most_memory = 32 * 1024,  // In KiB.
  // In milliseconds of processor time. A step can be a scan of the whole text, so steps alone
  // don't limit the time.
  longest_time = 200,
  // Looking takes longer than most steps.
  callouts_per_look = 8,
};

struct watch {
  int64_t end;
  unsigned callouts;
};

// In nanoseconds.
static int64_t processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int look_at_time(pcre2_callout_block *block, void *context) {
  (void)block;
  struct watch *watch = context;
  if (++watch->callouts % callouts_per_look != 0) return 0;
  return processor_time() < watch->end ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

enum cpattern_result cpattern_match(const cpattern *pattern, const char *text, size_t length) {
  enum cpattern_result result = CPATTERN_GIVEN_UP;
  pcre2_match_context *context = pcre.match_context_create(NULL);
  pcre2_match_data *data = pcre.match_data_create(1, NULL);
  if (context && data) {
    struct watch watch = {processor_time() + (int64_t)longest_time * 1000000, 0};
    pcre.set_match_limit(context, most_steps);
    pcre.set_depth_limit(context, deepest_backtracking);
    pcre.set_heap_limit(context, most_memory);
    pcre.set_callout(context, look_at_time, &watch);
    int code = pcre.match(
        (const pcre2_code *)pattern, (PCRE2_SPTR)text, length, 0, 0, data, context);
    if (code >= 0) result = CPATTERN_MATCHES;
    if (code == PCRE2_ERROR_NOMATCH) result = CPATTERN_DIFFERS;
  }
  pcre.match_data_free(data);
  pcre.match_context_free(context);
  return result;
}
