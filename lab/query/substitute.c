#include "lab/query/substitute.h"

#include "base/map.h"

struct substitution {
  memory *mem;
  terms *ts;
  map mapping; /* id -> id, as given */
  map done;    /* id -> id, the mapping included */
  term_vec todo;
};

substitution *substitution_new (memory *mem, terms *ts) {
  substitution *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->ts = ts;
  map_init (&s->mapping, mem);
  map_init (&s->done, mem);
  return s;
}

void substitution_free (substitution *s) {
  if (!s)
    return;
  map_release (&s->mapping);
  map_release (&s->done);
  vec_release (s->mem, &s->todo);
  memory_free (s->mem, s, sizeof *s);
}

void substitution_clear (substitution *s) {
  map_clear (&s->mapping);
  map_clear (&s->done);
}

void substitution_set (substitution *s, term from, term to) {
  assert (sort_eq (term_sort (s->ts, from), term_sort (s->ts, to)));
  map_put (&s->mapping, from.id, to.id);
  map_clear (&s->done);
  for (size_t i = 0; i < s->mapping.cap; i++)
    if (s->mapping.slot[i].key)
      map_put (&s->done, s->mapping.slot[i].key, s->mapping.slot[i].value);
}

/* TERM_NONE when not yet known. */
static term result (const substitution *s, term t) {
  return (term) {(uint32_t) map_get (&s->done, t.id, 0)};
}

static bool substitute_is_ready (substitution *s, const node *n) {
  size_t before = s->todo.len;
  for (unsigned i = 0; i < n->arity; i++)
    if (!result (s, n->arg[i]).id)
      vec_push (s->mem, &s->todo, n->arg[i]);
  return s->todo.len == before;
}

static term rebuild (substitution *s, term t, const node *n) {
  term arg[3] = {{0}};
  bool changed = false;
  for (unsigned i = 0; i < n->arity; i++) {
    arg[i] = result (s, n->arg[i]);
    assert (arg[i].id); /* arguments first */
    changed |= !term_eq (arg[i], n->arg[i]);
  }
  if (!changed)
    return t;
  return term_build (s->ts, (kind) n->kind, n->payload, arg[0], arg[1], arg[2]);
}

term substitution_apply (substitution *s, term root) {
  vec_clear (&s->todo);
  vec_push (s->mem, &s->todo, root);
  while (s->todo.len) {
    term t = vec_last (&s->todo);
    const node *n = term_node (s->ts, t);
    if (!result (s, t).id) {
      if (!substitute_is_ready (s, n))
        continue;
      map_put (&s->done, t.id, rebuild (s, t, n).id);
    }
    (void) vec_pop (&s->todo);
  }
  assert (
      sort_eq (term_sort (s->ts, result (s, root)), term_sort (s->ts, root)));
  return result (s, root);
}
