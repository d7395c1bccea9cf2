#pragma once
#include <sodium.h>
#include <stddef.h>

// memmem(3) is an extension of the C library's that its headers show only to programs that ask for it,
// which Swift does not.
extern void *memmem(
  const void *haystack, size_t haystack_size, const void *needle, size_t needle_size);
