#include <stddef.h>
size_t strlcpy (char *to, const char *from, size_t size);
