#pragma once

/* Names of the leaves of a form, as they are stored with a proof. */

#include "logic/form.h"

typedef VEC (uint8_t) name_bytes;
void names_write (memory *, name_bytes *out, const terms *, const form *);

/* Leaves of these names and sorts; false when the bytes say something else. */
bool names_read (terms *, size_t size, const uint8_t *, size_t n,
                 const uint32_t *sort_code, term *leaf);
