/* The store of clauses: adding, watching, throwing away.
 *
 * Learned clauses are judged by their glue, the number of levels they join
 * (Audemard and Simon, IJCAI 2009): glue up to 2 is kept for good.
 */

#include "solver/sat_priv.h"

#include <stdio.h>

#define KEEP_GLUE 2
#define MORE_LEARNED 300

static void attach (sat *s, cref c) {
  const kernel_clause *cl = sat_clause (s, c);
  assert (cl->size > 1 && cl->lits[0] != cl->lits[1]);
  uint32_t ref = c << 1 | (cl->size == 2);
  sat_watch (s, cl->lits[0], (watched_clause) {ref, cl->lits[1]});
  sat_watch (s, cl->lits[1], (watched_clause) {ref, cl->lits[0]});
}

cref sat_store (sat *s, size_t n, const lit *lits, bool is_learned,
                uint32_t glue) {
  assert (n > 1);
  size_t words = CLAUSE_WORDS + n;
  if (s->store.len + words >= 1u << 31) {
    fprintf (stderr, "reprise: more than 2^31 words of clauses\n");
    abort ();
  }
  vec_reserve (s->mem, &s->store, s->store.len + words);
  cref c = (cref) s->store.len;
  s->store.len += words;
  kernel_clause *cl = sat_clause (s, c);
  *cl = (kernel_clause) {
      .size = (uint32_t) n, .is_learned = is_learned, .glue = glue};
  memcpy (cl->lits, lits, n * sizeof *lits);
  attach (s, c);
  if (is_learned)
    vec_push (s->mem, &s->learned, c);
  return c;
}

static bool is_reason (const sat *s, cref c) {
  assert (c && c < s->store.len);
  const kernel_clause *cl = sat_clause (s, c);
  for (unsigned i = 0; i < 2; i++)
    if (s->value[cl->lits[i]] > 0 && sat_var (s, cl->lits[i])->reason == c)
      return true;
  return false;
}

/* Close the gaps of the store. Watches are made anew, for the two watched
 * literals stay the first two.
 */
static void compact (sat *s) {
  for (uint32_t l = 0; l < 2 * s->n_vars; l++)
    s->watches[l].len = 0;
  vec_clear (&s->learned);
  size_t to = 1;
  for (size_t from = 1; from < s->store.len;) {
    const kernel_clause *cl = sat_clause (s, (cref) from);
    size_t words = CLAUSE_WORDS + cl->size;
    if (!cl->is_garbage) {
      for (unsigned i = 0; i < 2; i++) {
        variable *v = sat_var (s, cl->lits[i]);
        if (v->reason == from && s->value[cl->lits[i]] > 0)
          v->reason = (cref) to;
      }
      memmove (s->store.data + to, s->store.data + from,
               words * sizeof *s->store.data);
      attach (s, (cref) to);
      if (sat_clause (s, (cref) to)->is_learned)
        vec_push (s->mem, &s->learned, (uint32_t) to);
      to += words;
    }
    from += words;
  }
  assert (to <= s->store.len);
  s->store.len = to;
}

static uint64_t rank (const kernel_clause *cl, cref c) {
  uint64_t glue = cl->glue < 0xffff ? cl->glue : 0xffff;
  uint64_t size = cl->size < 0xffff ? cl->size : 0xffff;
  return glue << 48 | size << 32 | c;
}

void sat_reduce (sat *s) {
  assert (!s->marked.len); /* not while a conflict is analysed */
  u64_vec worse = {0};
  for (size_t i = 0; i < s->learned.len; i++) {
    cref c = s->learned.data[i];
    const kernel_clause *cl = sat_clause (s, c);
    if (cl->glue > KEEP_GLUE && cl->size > 2 && !is_reason (s, c))
      vec_push (s->mem, &worse, rank (cl, c));
  }
  vec_sort (&worse, compare_u64);
  for (size_t i = worse.len / 2; i < worse.len; i++)
    sat_clause (s, (cref) worse.data[i])->is_garbage = true;
  vec_release (s->mem, &worse);
  compact (s);
  s->max_learned += MORE_LEARNED;
}

static bool mentions (const kernel_clause *cl, uint32_t n_vars) {
  for (uint32_t i = 0; i < cl->size; i++)
    if (lit_var (cl->lits[i]) >= n_vars)
      return true;
  return false;
}

static void forget_var (sat *s, uint32_t var) {
  assert (var < s->n_vars && !sat_level (s));
  for (unsigned sign = 0; sign < 2; sign++) {
    watch_list *ws = s->watches + (lit_make (var) | sign);
    memory_free (s->mem, ws->data, ws->cap * sizeof *ws->data);
    *ws = (watch_list) {0};
    s->value[lit_make (var) | sign] = 0;
  }
  if (s->var[var].is_active)
    sat_deactivate (s, var);
}

static void keep_units (sat *s, uint32_t n_vars) {
  assert (!sat_level (s));
  size_t n = 0;
  for (size_t i = 0; i < s->trail.len; i++)
    if (lit_var (s->trail.data[i]) < n_vars) {
      s->trail.data[n] = s->trail.data[i];
      sat_var (s, s->trail.data[n++])->reason = 0; /* may be dropped below */
    }
  s->trail.len = n;
  s->head = 0; /* what they imply is found again */
}

static void keep_heap (sat *s, uint32_t n_vars) {
  u32_vec old = s->heap;
  uint32_t n = 0;
  for (size_t i = 0; i < old.len; i++)
    s->var[old.data[i]].at = NOT_IN_HEAP;
  size_t len = old.len;
  s->heap.len = 0;
  for (size_t i = 0; i < len; i++) /* never ahead of what is read */
    if (old.data[i] < n_vars)
      old.data[n++] = old.data[i];
  for (uint32_t i = 0; i < n; i++)
    sat_heap_push (s, old.data[i]);
}

void sat_shrink (sat *s, uint32_t n_vars) {
  sat_unwind (s);
  if (n_vars >= s->n_vars)
    return;
  for (size_t c = 1; c < s->store.len;) {
    kernel_clause *cl = sat_clause (s, (cref) c);
    cl->is_garbage |= mentions (cl, n_vars);
    c += CLAUSE_WORDS + cl->size;
  }
  keep_units (s, n_vars);
  compact (s);
  keep_heap (s, n_vars);
  for (uint32_t v = n_vars; v < s->n_vars; v++)
    forget_var (s, v);
  s->n_vars = n_vars;
  assert (sat_is_valid (s));
}
