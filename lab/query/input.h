#pragma once

/* Whole files in memory, unpacked when they are zstd-compressed. */

#include "base/memory.h"
#include "base/status.h"

typedef struct script_input {
  memory *mem;
  char *data; /* 'len' bytes, not NUL-terminated; NULL when empty */
  size_t len, size;
  bool is_cut; /* a compressed file whose end is missing */
} script_input;

/* "-" is standard input. ST_NOFILE or ST_BADINPUT with a sentence. */
status input_load (script_input *, memory *, trouble *, const char *path);
void input_release (script_input *);
