#ifndef _OBSTACK_H
#define _OBSTACK_H

/* Stacks of objects that grow. Fields and functions have the names and places
 * that bitcode compiled with another library's <obstack.h> expects; what is a
 * macro there is a short function here.
 */

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _obstack_chunk {
  char *limit;
  struct _obstack_chunk *prev;
  char contents[4];
};

struct obstack {
  long chunk_size;
  struct _obstack_chunk *chunk;
  char *object_base, *next_free, *chunk_limit;
  union {
    ptrdiff_t tempint;
    void *tempptr;
  } temp;
  int alignment_mask;
  struct _obstack_chunk *(*chunkfun) (void *, long);
  void (*freefun) (void *, struct _obstack_chunk *);
  void *extra_arg;
  unsigned use_extra_arg : 1;
  unsigned maybe_empty_object : 1;
  unsigned alloc_failed : 1;
};

extern void (*obstack_alloc_failed_handler) (void);
extern int obstack_exit_failure;

void _obstack_newchunk (struct obstack *, int length);
int _obstack_begin (struct obstack *, int size, int alignment, void *(*) (long),
                    void (*) (void *));
int _obstack_begin_1 (struct obstack *, int size, int alignment,
                      void *(*) (void *, long), void (*) (void *, void *),
                      void *extra);
int _obstack_memory_used (struct obstack *);
int _obstack_allocated_p (struct obstack *, void *);
void obstack_free (struct obstack *, void *);
int obstack_printf (struct obstack *, const char *format, ...)
    __attribute__ ((__format__ (__printf__, 2, 3)));
int obstack_vprintf (struct obstack *, const char *format, va_list);

#define obstack_init(H) \
  _obstack_begin ((H), 0, 0, (void *(*) (long) ) obstack_chunk_alloc, \
                  (void (*) (void *)) obstack_chunk_free)
#define obstack_begin(H, SIZE) \
  _obstack_begin ((H), (SIZE), 0, (void *(*) (long) ) obstack_chunk_alloc, \
                  (void (*) (void *)) obstack_chunk_free)
#define obstack_specify_allocation(H, SIZE, ALIGNMENT, ALLOC, FREE) \
  _obstack_begin ((H), (SIZE), (ALIGNMENT), (void *(*) (long) ) (ALLOC), \
                  (void (*) (void *)) (FREE))
#define obstack_specify_allocation_with_arg(H, SIZE, ALIGNMENT, ALLOC, FREE, \
                                            ARG) \
  _obstack_begin_1 ((H), (SIZE), (ALIGNMENT), \
                    (void *(*) (void *, long) ) (ALLOC), \
                    (void (*) (void *, void *)) (FREE), (ARG))
#define obstack_chunkfun(H, F) \
  ((void) ((H)->chunkfun = (struct _obstack_chunk * (*) (void *, long) ) (F)))
#define obstack_freefun(H, F) \
  ((void) ((H)->freefun = (void (*) (void *, struct _obstack_chunk *)) (F)))

#define obstack_memory_used(H) _obstack_memory_used (H)
#define obstack_base(H) ((void *) (H)->object_base)
#define obstack_next_free(H) ((void *) (H)->next_free)
#define obstack_chunk_size(H) ((H)->chunk_size)
#define obstack_alignment_mask(H) ((H)->alignment_mask)
#define obstack_make_room(H, N) __obstack_room ((H), (int) (N))
#define obstack_1grow_fast(H, C) ((void) (*(H)->next_free++ = (char) (C)))
#define obstack_blank_fast(H, N) ((void) ((H)->next_free += (N)))
#define obstack_ptr_grow_fast(H, P) \
  __obstack_put ((H), &(const void *) {(P)}, sizeof (void *))
#define obstack_int_grow_fast(H, N) \
  __obstack_put ((H), &(int) {(N)}, sizeof (int))
#define obstack_ptr_grow(H, P) \
  obstack_grow ((H), &(const void *) {(P)}, sizeof (void *))
#define obstack_int_grow(H, N) obstack_grow ((H), &(int) {(N)}, sizeof (int))

static inline int obstack_object_size (const struct obstack *h) {
  return (int) (h->next_free - h->object_base);
}

static inline int obstack_room (const struct obstack *h) {
  return (int) (h->chunk_limit - h->next_free);
}

static inline int obstack_empty_p (const struct obstack *h) {
  const char *first = h->chunk->contents;
  return !h->chunk->prev &&
         h->next_free == first + (-(unsigned long) first &
                                  (unsigned long) h->alignment_mask);
}

static inline void __obstack_room (struct obstack *h, int n) {
  if (obstack_room (h) < n)
    _obstack_newchunk (h, n);
}

static inline void __obstack_put (struct obstack *h, const void *from, int n) {
  memcpy (h->next_free, from, (size_t) n);
  h->next_free += n;
}

static inline void obstack_grow (struct obstack *h, const void *from, int n) {
  __obstack_room (h, n);
  __obstack_put (h, from, n);
}

static inline void obstack_grow0 (struct obstack *h, const void *from, int n) {
  __obstack_room (h, n + 1);
  __obstack_put (h, from, n);
  *h->next_free++ = 0;
}

static inline void obstack_1grow (struct obstack *h, int c) {
  __obstack_room (h, 1);
  *h->next_free++ = (char) c;
}

static inline void obstack_blank (struct obstack *h, int n) {
  if (n > 0)
    __obstack_room (h, n);
  h->next_free += n;
}

static inline void *obstack_finish (struct obstack *h) {
  char *object = h->object_base;
  if (h->next_free == object)
    h->maybe_empty_object = 1;
  h->next_free +=
      -(unsigned long) h->next_free & (unsigned long) h->alignment_mask;
  if (h->next_free - (char *) h->chunk > h->chunk_limit - (char *) h->chunk)
    h->next_free = h->chunk_limit;
  h->object_base = h->next_free;
  return object;
}

static inline void *obstack_alloc (struct obstack *h, int n) {
  obstack_blank (h, n);
  return obstack_finish (h);
}

static inline void *obstack_copy (struct obstack *h, const void *from, int n) {
  obstack_grow (h, from, n);
  return obstack_finish (h);
}

static inline void *obstack_copy0 (struct obstack *h, const void *from, int n) {
  obstack_grow0 (h, from, n);
  return obstack_finish (h);
}

#ifdef __cplusplus
}
#endif
#endif
