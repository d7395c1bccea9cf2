#define _XOPEN_SOURCE 700
#include "CText.h"

#include <wchar.h>

int text_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
