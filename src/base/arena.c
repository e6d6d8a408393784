#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>

#define CHUNK_SIZE ((size_t) 1 << 16)

struct arena_chunk {
  arena_chunk *next;
  size_t size; /* of the whole block, header included */
  char data[];
};

void arena_init (arena *a, memory *mem) { *a = (arena) {.mem = mem}; }

static void free_list (arena *a, arena_chunk *c) {
  while (c) {
    arena_chunk *next = c->next;
    memory_free (a->mem, c, c->size);
    c = next;
  }
}

void arena_release (arena *a) {
  free_list (a, a->chunk);
  free_list (a, a->spare);
  *a = (arena) {.mem = a->mem};
}

static void arena_enter (arena *a, arena_chunk *c) {
  assert (!c || c->size > sizeof *c);
  a->chunk = c;
  a->at = c ? c->data : NULL;
  a->end = c ? (char *) c + c->size : NULL;
}

void arena_return (arena *a, mark m) {
  while (a->chunk != m.chunk) {
    arena_chunk *c = a->chunk;
    assert (c); /* or the mark is of another arena, or of what was returned */
    a->chunk = c->next;
    c->next = a->spare;
    a->spare = c;
  }
  arena_enter (a, a->chunk);
  if (m.at)
    a->at = m.at;
  assert (a->at <= a->end);
}

mark arena_mark (const arena *a) { return (mark) {a->chunk, a->at}; }

void arena_reset (arena *a) { arena_return (a, (mark) {NULL, NULL}); }

static arena_chunk *spare_of_size (arena *a, size_t size) {
  for (arena_chunk **p = &a->spare; *p; p = &(*p)->next)
    if ((*p)->size >= size) {
      arena_chunk *c = *p;
      *p = c->next;
      return c;
    }
  return NULL;
}

void *arena_alloc_slow (arena *a, size_t size) {
  assert ((size_t) (a->end - a->at) < size || !a->chunk);
  size_t need = size + sizeof (arena_chunk);
  arena_chunk *c = spare_of_size (a, need);
  if (!c) {
    size_t whole = need > CHUNK_SIZE ? need : CHUNK_SIZE;
    c = memory_alloc (a->mem, whole);
    c->size = whole;
  }
  c->next = a->chunk;
  arena_enter (a, c);
  a->at += size;
  return c->data;
}

void *arena_copy (arena *a, const void *from, size_t size) {
  void *res = arena_alloc (a, size);
  if (size)
    memcpy (res, from, size);
  return res;
}

char *arena_string (arena *a, const char *s, size_t len) {
  char *res = arena_alloc (a, len + 1);
  memcpy (res, s, len);
  res[len] = 0;
  return res;
}

char *arena_printf (arena *a, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  int len = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  assert (len >= 0);
  char *res = arena_alloc (a, (size_t) len + 1);
  va_start (ap, format);
  vsnprintf (res, (size_t) len + 1, format, ap);
  va_end (ap);
  return res;
}
