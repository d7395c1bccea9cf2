#include <stdint.h>

/// The columns of a character, or -1 if it is not drawn: `wcwidth`, which Swift's Glibc module lacks.
int text_width(uint32_t scalar);
