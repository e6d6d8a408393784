#include "program/pairing.h"

#define MARK_LENGTH 4

const char *const pairing_mark[] = {"", "@new", "@old"};

size_t pairing_base (const char *name, size_t len, pairing_side *side) {
  *side = SIDE_NONE;
  if (len <= MARK_LENGTH)
    return len;
  for (int i = SIDE_NEW; i <= SIDE_OLD; i++)
    if (!memcmp (name + len - MARK_LENGTH, pairing_mark[i], MARK_LENGTH))
      *side = (pairing_side) i;
  return *side ? len - MARK_LENGTH : len;
}
