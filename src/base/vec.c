#include "base/vec.h"

#include <stdarg.h>
#include <stdio.h>

void *vec_grow (memory *mem, void *data, size_t *cap, size_t want,
                size_t size) {
  assert (want > *cap && size);
  size_t new_cap = *cap ? *cap : 8;
  while (new_cap < want)
    new_cap *= 2;
  data = memory_resize (mem, data, *cap * size, new_cap * size);
  *cap = new_cap;
  return data;
}

void vec_sort_ (void *data, size_t n, size_t size, vec_order *order) {
  if (n)
    qsort (data, n, size, order);
}

size_t vec_unite_ (void *data, size_t n, size_t size, vec_order *order) {
  char *at = data, *to = at;
  for (size_t i = 0; i < n; i++, at += size)
    if (!i || order (to - size, at)) {
      memmove (to, at, size);
      to += size;
    }
  return (size_t) (to - (char *) data) / size;
}

int compare_u32 (const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

int compare_u64 (const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

void text_add (memory *mem, char_vec *t, const char *s, size_t len) {
  assert (t->len <= t->cap);
  if (!len)
    return;
  vec_reserve (mem, t, t->len + len);
  memcpy (t->data + t->len, s, len);
  t->len += len;
}

void text_puts (memory *mem, char_vec *t, const char *s) {
  text_add (mem, t, s, strlen (s));
}

void text_printf (memory *mem, char_vec *t, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  int need = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  assert (need >= 0);
  vec_reserve (mem, t, t->len + (size_t) need + 1);
  va_start (ap, format);
  vsnprintf (t->data + t->len, (size_t) need + 1, format, ap);
  va_end (ap);
  t->len += (size_t) need;
}

const char *text_c (memory *mem, char_vec *t) {
  vec_reserve (mem, t, t->len + 1);
  t->data[t->len] = 0;
  return t->data;
}

bool text_is_in (const char *text, const char *const *list) {
  assert (text && list);
  while (*list && strcmp (text, *list))
    list++;
  return *list;
}
