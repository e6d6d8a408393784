#include "klee/merging.h"

#include "klee/joining.h"

#include <stdio.h>

/* The paths that came of one open. */
typedef struct merge_group {
  uint32_t parent;     /* the open around it + 1, or 0 */
  uint32_t n_open;     /* paths that have not closed it */
  pending_vec waiting; /* that have */
} merge_group;

struct merging {
  joiner joiner; /* first: the explorer knows us by it */
  memory *mem;
  outdir *dir;
  bool is_logged;
  VEC (merge_group) groups;
  map innermost; /* id of a path -> its group + 1, or 0; and PASSES */
  merge_joining joining;
};

/* Its close was executed: it goes on behind it. */
#define PASSES (UINT64_C (1) << 32)

static merge_group *merging_group (merging *m, uint64_t number) {
  assert (number && number <= m->groups.len);
  return m->groups.data + number - 1;
}

static uint64_t *innermost_of (merging *m, const pending *p) {
  return map_at (&m->innermost, p->id);
}

/* All that are in the group wait. */
static void release_group (merging *m, explorer *e, uint64_t number) {
  pending_vec waiting = merging_group (m, number)->waiting;
  merging_group (m, number)->waiting = (pending_vec) {0};
  for (size_t i = 0; i < waiting.len; i++) {
    *innermost_of (m, waiting.data[i]) |= PASSES;
    explorer_resume (e, waiting.data[i]);
  }
  vec_release (m->mem, &waiting);
}

static void leave_group (merging *m, explorer *e, uint64_t number) {
  merge_group *g = merging_group (m, number);
  assert (g->n_open);
  if (!--g->n_open)
    release_group (m, e, number);
}

static void open_group (merging *m, state *s, pending *p) {
  uint64_t *inner = innermost_of (m, p);
  if (m->is_logged)
    fprintf (stderr, "open merge: %p\n", (void *) s);
  vec_push (m->mem, &m->groups,
            (merge_group) {.parent = (uint32_t) *inner, .n_open = 1});
  *inner = m->groups.len;
}

/* It is one of those that wait, or waits with them. */
static void close_group (merging *m, explorer *e, pending *p) {
  uint64_t *inner = innermost_of (m, p), number = *inner;
  merge_group *g = merging_group (m, number);
  *inner = g->parent;
  for (size_t i = 0; i < g->waiting.len && !p->is_carried; i++)
    p->is_carried = joining_try (&m->joining, e, g->waiting.data[i], p);
  if (!p->is_carried)
    vec_push (m->mem, &g->waiting, p);
  leave_group (m, e, number);
}

static bool on_merge (joiner *j, explorer *e, state *s, bool closes) {
  merging *m = (merging *) j;
  pending *p = s->extra;
  uint64_t *inner = innermost_of (m, p);
  if (!closes) {
    open_group (m, s, p);
    return true;
  }
  if (*inner & PASSES) {
    *inner &= ~PASSES;
    return true;
  }
  if (m->is_logged)
    fprintf (stderr, "close merge: %p at [call void @klee_close_merge()]\n",
             (void *) s);
  if (!*inner) {
    klee_warning (m->dir, "%p ran into a close at %p without a preceding open",
                  (void *) s, (const void *) (s->top->code->insn + s->top->pc));
    return true;
  }
  close_group (m, e, p);
  return false;
}

static void on_gone (joiner *j, explorer *e, const pending *p) {
  merging *m = (merging *) j;
  uint64_t *inner = innermost_of (m, p), number = *inner & ~PASSES;
  *inner = 0;
  while (number) {
    uint64_t parent = merging_group (m, number)->parent;
    leave_group (m, e, number);
    number = parent;
  }
}

static void on_over (joiner *j, explorer *e) {
  merging *m = (merging *) j;
  for (size_t i = m->groups.len; i > 0; i--)
    release_group (m, e, i);
}

void merging_fork (merging *m, size_t n, pending *const *into) {
  uint64_t number = *innermost_of (m, into[0]);
  assert (!(number & PASSES)); /* a close asks nothing */
  for (size_t i = 1; i < n; i++)
    *innermost_of (m, into[i]) = number;
  for (; number; number = merging_group (m, number)->parent)
    merging_group (m, number)->n_open += (uint32_t) n - 1;
}

joiner *merging_joiner (merging *m) { return &m->joiner; }

merging *merging_new (memory *mem, outdir *dir, bool is_logged) {
  merging *m = memory_zalloc (mem, sizeof *m);
  *m = (merging) {.joiner = {on_merge, on_gone, on_over},
                  .mem = mem,
                  .dir = dir,
                  .is_logged = is_logged};
  map_init (&m->innermost, mem);
  m->joining.mem = mem;
  return m;
}

void merging_free (merging *m) {
  if (!m)
    return;
  for (size_t i = 0; i < m->groups.len; i++)
    vec_release (m->mem, &m->groups.data[i].waiting);
  vec_release (m->mem, &m->groups);
  map_release (&m->innermost);
  joining_release (&m->joining);
  memory_free (m->mem, m, sizeof *m);
}
