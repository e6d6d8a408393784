/* A name for each leaf, in the order of the form: that of a variable, or of an
 * array and the place in it.
 */

#include "store/leaf_names.h"

#include "term/leaves.h"

/* Names, one leaf after the other: a byte that says whether it is an element,
 * then its index in eight bytes, then the name and a zero.
 */

static void leaf_names_add_bytes (memory *mem, name_bytes *out,
                                  const void *data, size_t n) {
  for (size_t i = 0; i < n; i++)
    vec_push (mem, out, ((const uint8_t *) data)[i]);
}

void names_write (memory *mem, name_bytes *out, const terms *ts,
                  const form *f) {
  vec_clear (out);
  for (size_t i = 0; i < f->n_leaves; i++) {
    term var = f->leaf[i];
    assert (term_is_leaf (ts, var));
    bool is_element = term_kind (ts, var) == KIND_SELECT;
    vec_push (mem, out, is_element);
    if (is_element) {
      uint64_t index = term_word (ts, term_arg (ts, var, 1));
      for (unsigned b = 0; b < 64; b += 8)
        vec_push (mem, out, (uint8_t) (index >> b));
      var = term_arg (ts, var, 0);
      vec_push (mem, out,
                (uint8_t) sort_width (sort_index (term_sort (ts, var))));
    }
    const char *name = term_name (ts, var);
    leaf_names_add_bytes (mem, out, name, strlen (name) + 1);
  }
}

typedef struct names_cursor {
  const uint8_t *at, *end;
} names_cursor;

static bool read_element (names_cursor *c, uint64_t *index, unsigned *width) {
  if (c->end - c->at < 9)
    return false;
  *index = 0;
  for (unsigned b = 0; b < 64; b += 8)
    *index |= (uint64_t) *c->at++ << b;
  *width = *c->at++;
  return *width > 0 && *width <= SORT_MAX_INDEX &&
         (*width == 64 || !(*index >> *width));
}

static bool read_leaf (terms *ts, names_cursor *c, sort s, term *out) {
  uint64_t index = 0;
  unsigned width = 0;
  if (c->at == c->end || *c->at > 1)
    return false;
  bool is_element = *c->at++;
  if (is_element && (!read_element (c, &index, &width) || !sort_is_bv (s) ||
                     sort_width (s) > SORT_MAX_ELEMENT))
    return false;
  const char *name = (const char *) c->at;
  const uint8_t *zero = memchr (c->at, 0, (size_t) (c->end - c->at));
  if (!zero)
    return false;
  size_t len = (size_t) (zero - c->at);
  c->at = zero + 1;
  if (!is_element) {
    *out = term_var (ts, name, len, s);
    return true;
  }
  term array = term_var (ts, name, len, sort_array (width, sort_width (s)));
  *out = term_select (ts, array, term_bv (ts, width, index));
  return true;
}

bool names_read (terms *ts, size_t size, const uint8_t *data, size_t n,
                 const uint32_t *sort_code, term *leaf) {
  names_cursor c = {data, data + size};
  for (size_t i = 0; i < n; i++)
    if (!read_leaf (ts, &c, (sort) {sort_code[i]}, leaf + i))
      return false;
  return c.at == c.end;
}
