#include_next <malloc.h>
#ifndef _REPRISE_MALLOC_H
#define _REPRISE_MALLOC_H
struct mallinfo2 {
  size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks,
      fordblks, keepcost;
};
struct mallinfo2 mallinfo2 (void);
int malloc_trim (size_t);
int mallopt (int, int);
void malloc_stats (void);
#endif
