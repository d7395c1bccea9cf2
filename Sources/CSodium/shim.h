#pragma once
#include <sodium.h>
#include <stddef.h>

// memmem(3) is an extension of the C library. Its headers declare it only for programs that request
// it, and Swift does not.
extern void *memmem(
  const void *haystack, size_t haystack_size, const void *needle, size_t needle_size);
