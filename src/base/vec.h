#pragma once

/* The one growable array.
 *
 *     typedef VEC (term) term_vec;
 *     term_vec v = {0};
 *     vec_push (mem, &v, t);
 *     for (size_t i = 0; i < v.len; i++) use (v.data[i]);
 *     vec_release (mem, &v);
 *
 * {0} is empty. Pointers into it are valid until the next growth.
 */

#include "base/memory.h"

#define VEC(T) \
  struct { \
    T *data; \
    size_t len, cap; \
  }

typedef VEC (uint32_t) u32_vec;
typedef VEC (uint64_t) u64_vec;
typedef VEC (char) char_vec;

void *vec_grow (memory *, void *data, size_t *cap, size_t want, size_t size);

#define vec_reserve(MEM, V, N) \
  do { \
    if ((V)->cap < (N)) \
      (V)->data = \
          vec_grow ((MEM), (V)->data, &(V)->cap, (N), sizeof *(V)->data); \
  } while (0)

#define vec_push(MEM, V, ...) \
  do { \
    vec_reserve (MEM, V, (V)->len + 1); \
    (V)->data[(V)->len++] = (__VA_ARGS__); \
  } while (0)

#define vec_pop(V) ((V)->data[--(V)->len])
#define vec_last(V) ((V)->data[(V)->len - 1])
#define vec_clear(V) ((void) ((V)->len = 0))

/* At least N elements: those that are new are all zeros. */
#define vec_extend(MEM, V, N) \
  do { \
    size_t vec_n_ = (N); \
    if ((V)->len < vec_n_) { \
      vec_reserve (MEM, V, vec_n_); \
      memset ((V)->data + (V)->len, 0, \
              (vec_n_ - (V)->len) * sizeof *(V)->data); \
      (V)->len = vec_n_; \
    } \
  } while (0)

/* Sort, as qsort does; of those that are equal then only the first is left. */
#define vec_sort(V, ORDER) \
  vec_sort_ ((V)->data, (V)->len, sizeof *(V)->data, (ORDER))
#define vec_unite(V, ORDER) \
  (vec_sort (V, ORDER), \
   (V)->len = vec_unite_ ((V)->data, (V)->len, sizeof *(V)->data, (ORDER)))
typedef int vec_order (const void *, const void *);
void vec_sort_ (void *data, size_t n, size_t size, vec_order *);
size_t vec_unite_ (void *data, size_t n, size_t size, vec_order *);
vec_order compare_u32, compare_u64;

/* One, or up to eight of the same account. */
#define vec_release(MEM, ...) \
  VEC_NTH_ (__VA_ARGS__, VEC_8_, VEC_7_, VEC_6_, VEC_5_, VEC_4_, VEC_3_, \
            VEC_2_, VEC_1_, ) \
  (MEM, __VA_ARGS__)
#define VEC_NTH_(A, B, C, D, E, F, G, H, NTH, ...) NTH
#define VEC_1_(MEM, V) \
  (memory_free ((MEM), (V)->data, (V)->cap * sizeof *(V)->data), \
   (V)->data = NULL, (V)->len = (V)->cap = 0)
#define VEC_2_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_1_ (MEM, __VA_ARGS__))
#define VEC_3_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_2_ (MEM, __VA_ARGS__))
#define VEC_4_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_3_ (MEM, __VA_ARGS__))
#define VEC_5_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_4_ (MEM, __VA_ARGS__))
#define VEC_6_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_5_ (MEM, __VA_ARGS__))
#define VEC_7_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_6_ (MEM, __VA_ARGS__))
#define VEC_8_(MEM, V, ...) (VEC_1_ (MEM, V), VEC_7_ (MEM, __VA_ARGS__))

/* Text. Appends without a NUL; 'text_c' adds one that is not counted. */
void text_add (memory *, char_vec *, const char *, size_t len);
void text_puts (memory *, char_vec *, const char *);
void text_printf (memory *, char_vec *, const char *, ...)
    __attribute__ ((format (printf, 3, 4)));
const char *text_c (memory *, char_vec *);

/* Of texts that end with a NUL. */
static inline bool text_begins (const char *text, const char *prefix) {
  return !strncmp (text, prefix, strlen (prefix));
}
/* Each of a list of such texts. */
#define EACH_TEXT(AT, LIST) \
  for (const char *AT = (LIST)->data, *AT##_end = AT + (LIST)->len; \
       AT < AT##_end; AT += strlen (AT) + 1)
bool text_is_in (const char *text, const char *const *list); /* up to NULL */
#define text_is_one_of(TEXT, ...) \
  text_is_in (TEXT, (const char *const[]) {__VA_ARGS__, NULL})
