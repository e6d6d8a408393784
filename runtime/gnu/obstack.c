/* <obstack.h>: chunks in a list, objects one behind the other in them.
 *
 *   chunk -> | limit, prev | object | object | the one that grows ...  limit
 *               |
 *               v  older chunks
 */

#define _GNU_SOURCE
#include <obstack.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define USUAL_SIZE 4064 /* of a chunk: a page, less what an allocator needs */
#define USUAL_ALIGNMENT 16

typedef struct _obstack_chunk chunk;

int obstack_exit_failure = EXIT_FAILURE;

static void give_up (void) {
  fputs ("memory exhausted\n", stderr);
  exit (obstack_exit_failure);
}

void (*obstack_alloc_failed_handler) (void) = give_up;

static chunk *make_chunk (struct obstack *h, long size) {
  chunk *c = h->use_extra_arg
                 ? h->chunkfun (h->extra_arg, size)
                 : ((chunk * (*) (long) ) (uintptr_t) h->chunkfun) (size);
  if (!c)
    obstack_alloc_failed_handler ();
  c->limit = (char *) c + size;
  return c;
}

static void free_chunk (struct obstack *h, chunk *c) {
  if (h->use_extra_arg)
    h->freefun (h->extra_arg, c);
  else
    ((void (*) (void *)) (uintptr_t) h->freefun) (c);
}

static char *first_place (const struct obstack *h, chunk *c) {
  char *p = c->contents;
  return p + (-(uintptr_t) p & (uintptr_t) h->alignment_mask);
}

static int begin (struct obstack *h, int size, int alignment) {
  h->chunk_size = size ? size : USUAL_SIZE;
  h->alignment_mask = (alignment ? alignment : USUAL_ALIGNMENT) - 1;
  h->chunk = make_chunk (h, h->chunk_size);
  h->chunk->prev = NULL;
  h->chunk_limit = h->chunk->limit;
  h->object_base = h->next_free = first_place (h, h->chunk);
  h->maybe_empty_object = h->alloc_failed = 0;
  return 1;
}

int _obstack_begin (struct obstack *h, int size, int alignment,
                    void *(*make) (long), void (*give_back) (void *)) {
  h->chunkfun = (chunk * (*) (void *, long) ) (uintptr_t) make;
  h->freefun = (void (*) (void *, chunk *)) (uintptr_t) give_back;
  h->use_extra_arg = 0;
  return begin (h, size, alignment);
}

int _obstack_begin_1 (struct obstack *h, int size, int alignment,
                      void *(*make) (void *, long),
                      void (*give_back) (void *, void *), void *extra) {
  h->chunkfun = (chunk * (*) (void *, long) ) (uintptr_t) make;
  h->freefun = (void (*) (void *, chunk *)) (uintptr_t) give_back;
  h->extra_arg = extra;
  h->use_extra_arg = 1;
  return begin (h, size, alignment);
}

/* The object that grows moves to a chunk with room for 'n' more bytes. */
void _obstack_newchunk (struct obstack *h, int n) {
  chunk *old = h->chunk;
  long size = h->next_free - h->object_base;
  long wanted = size + n + (size >> 3) + h->alignment_mask + 100;
  chunk *c = make_chunk (h, wanted > h->chunk_size ? wanted : h->chunk_size);
  char *base = first_place (h, c);
  memcpy (base, h->object_base, (size_t) size);
  c->prev = old;
  if (!h->maybe_empty_object && h->object_base == first_place (h, old)) {
    c->prev = old->prev; /* it was alone there */
    free_chunk (h, old);
  }
  h->chunk = c;
  h->chunk_limit = c->limit;
  h->object_base = base;
  h->next_free = base + size;
  h->maybe_empty_object = 0;
}

static int is_in (const chunk *c, const void *p) {
  return (uintptr_t) p > (uintptr_t) c && (uintptr_t) p <= (uintptr_t) c->limit;
}

int _obstack_allocated_p (struct obstack *h, void *p) {
  const chunk *c = h->chunk;
  while (c && !is_in (c, p))
    c = c->prev;
  return c != NULL;
}

/* The object and all that came after it; NULL: everything. */
void obstack_free (struct obstack *h, void *p) {
  chunk *c = h->chunk;
  while (c && !(p && is_in (c, p))) {
    chunk *prev = c->prev;
    free_chunk (h, c);
    h->maybe_empty_object = 1; /* what is before it may have been empty */
    c = prev;
  }
  h->chunk = c;
  if (c) {
    h->object_base = h->next_free = p;
    h->chunk_limit = c->limit;
  } else if (p)
    abort (); /* it was not of this stack */
}

void _obstack_free (struct obstack *h, void *p) { obstack_free (h, p); }

int _obstack_memory_used (struct obstack *h) {
  int n = 0;
  for (chunk *c = h->chunk; c; c = c->prev)
    n += (int) (c->limit - (char *) c);
  return n;
}

int obstack_vprintf (struct obstack *h, const char *format, va_list list) {
  char *text;
  int n = vasprintf (&text, format, list);
  if (n > 0)
    obstack_grow (h, text, n);
  if (n >= 0)
    free (text);
  return n;
}

int obstack_printf (struct obstack *h, const char *format, ...) {
  va_list list;
  va_start (list, format);
  int n = obstack_vprintf (h, format, list);
  va_end (list);
  return n;
}

int __obstack_vprintf_chk (struct obstack *h, int flag, const char *format,
                           va_list list) {
  return obstack_vprintf (h, format, list);
}

int __obstack_printf_chk (struct obstack *h, int flag, const char *format,
                          ...) {
  va_list list;
  va_start (list, format);
  int n = obstack_vprintf (h, format, list);
  va_end (list);
  return n;
}
