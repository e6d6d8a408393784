#include "logic/tables.h"

#include "base/map.h"
#include "term/leaves.h"
#include "term/substitute.h"

#include <stdlib.h>

/* Fewer equations than this are ordinary constraints. */
#define MIN_TABLE 16

/* One equation array[index] = value. */
typedef struct fact {
  term array;
  uint64_t index, value;
  term constraint;
} fact;

typedef VEC (fact) fact_vec;

struct tables {
  memory *mem;
  terms *ts;
  substitution *subst;
  fact_vec facts, previous; /* by array and index; of the last substitution */
  term_vec constraints;     /* the facts kept, as constraints */
  map is_fact;              /* constraint id -> 1 */
};

tables *tables_new (memory *mem, terms *ts) {
  tables *tb = memory_zalloc (mem, sizeof *tb);
  tb->mem = mem;
  tb->ts = ts;
  tb->subst = substitution_new (mem, ts);
  map_init (&tb->is_fact, mem);
  return tb;
}

void tables_free (tables *tb) {
  if (!tb)
    return;
  substitution_free (tb->subst);
  vec_release (tb->mem, &tb->facts);
  vec_release (tb->mem, &tb->previous);
  vec_release (tb->mem, &tb->constraints);
  map_release (&tb->is_fact);
  memory_free (tb->mem, tb, sizeof *tb);
}

static bool is_element (const terms *ts, term t) {
  return term_kind (ts, t) == KIND_SELECT &&
         term_kind (ts, term_arg (ts, t, 0)) == KIND_VAR &&
         term_is_const (ts, term_arg (ts, t, 1));
}

static bool read_fact (const terms *ts, term t, fact *out) {
  if (term_kind (ts, t) != KIND_EQ)
    return false;
  term side = term_arg (ts, t, 0), value = term_arg (ts, t, 1);
  if (!term_is_const (ts, value) || !is_element (ts, side) ||
      !sort_is_small (term_sort (ts, value)))
    return false;
  *out = (fact) {term_arg (ts, side, 0), term_word (ts, term_arg (ts, side, 1)),
                 term_word (ts, value), t};
  return true;
}

static int by_place (const void *a, const void *b) {
  const fact *p = a, *q = b;
  if (p->array.id != q->array.id)
    return p->array.id < q->array.id ? -1 : 1;
  if (p->index != q->index)
    return p->index < q->index ? -1 : 1;
  return p->value < q->value ? -1 : p->value > q->value;
}

/* Logs write them so: array by array, each in order. */
static bool is_grouped (const fact_vec *v) {
  enum { MAX_ARRAYS = 16 };
  term seen[MAX_ARRAYS];
  size_t n = 0;
  for (size_t i = 0; i < v->len; i++) {
    const fact *f = v->data + i;
    if (i && term_eq (f[-1].array, f->array)) {
      if (f[-1].index > f->index)
        return false;
      continue;
    }
    for (size_t j = 0; j < n; j++)
      if (term_eq (seen[j], f->array))
        return false;
    if (n == MAX_ARRAYS)
      return false;
    seen[n++] = f->array;
  }
  return true;
}

static void collect (tables *tb, size_t n, const term *constraint) {
  vec_clear (&tb->facts);
  fact f;
  for (size_t i = 0; i < n; i++)
    if (read_fact (tb->ts, constraint[i], &f))
      vec_push (tb->mem, &tb->facts, f);
  if (tb->facts.len >= MIN_TABLE && !is_grouped (&tb->facts))
    qsort (tb->facts.data, tb->facts.len, sizeof (fact), by_place);
}

/* Does the run of facts make one value for each index? Contradicting
 * equations are left for a solver, repeated ones are dropped.
 */
static size_t unique_run (fact *run, size_t n) {
  size_t m = 1;
  for (size_t i = 1; i < n; i++) {
    if (run[i].index != run[m - 1].index)
      run[m++] = run[i];
    else if (run[i].value != run[m - 1].value)
      return 0;
  }
  return m;
}

/* Is the array used other than element by element in what is not a fact? */
static bool is_read_whole (tables *tb, term array, size_t n,
                           const term *constraint) {
  fact f;
  for (size_t i = 0; i < n; i++) {
    if (read_fact (tb->ts, constraint[i], &f))
      continue;
    const leaf_set *leaves = term_leaves (tb->ts, constraint[i]);
    if (!leaves->has_array)
      continue;
    for (uint32_t j = 0; j < leaves->n; j++)
      if (term_eq (leaves->leaf[j], array))
        return true;
  }
  return false;
}

/* Keep the runs that become tables, at the front of 'facts'. */
static void select_runs (tables *tb, size_t n, const term *constraint) {
  size_t kept = 0;
  fact *f = tb->facts.data;
  for (size_t i = 0, j; i < tb->facts.len; i = j) {
    for (j = i; j < tb->facts.len && term_eq (f[j].array, f[i].array);)
      j++;
    if (j - i < MIN_TABLE || !is_read_whole (tb, f[i].array, n, constraint))
      continue;
    size_t m = unique_run (f + i, j - i);
    for (size_t k = 0; k < m; k++)
      f[kept++] = f[i + k];
  }
  tb->facts.len = kept;
}

static bool same_facts (const fact_vec *a, const fact_vec *b) {
  if (a->len != b->len)
    return false;
  for (size_t i = 0; i < a->len; i++)
    if (by_place (a->data + i, b->data + i))
      return false;
  return true;
}

static void make_table (tables *tb, const fact *run, size_t n) {
  u64_vec index = {0}, value = {0};
  for (size_t i = 0; i < n; i++) {
    vec_push (tb->mem, &index, run[i].index);
    vec_push (tb->mem, &value, run[i].value);
  }
  substitution_set (
      tb->subst, run->array,
      term_table (tb->ts, run->array, (uint32_t) n, index.data, value.data));
  vec_release (tb->mem, &index);
  vec_release (tb->mem, &value);
}

/* Queries of one program repeat their tables, so the substitution and all it
 * remembers mostly stay as they are.
 */
static void update_substitution (tables *tb) {
  if (same_facts (&tb->facts, &tb->previous))
    return;
  substitution_clear (tb->subst);
  const fact *f = tb->facts.data;
  for (size_t i = 0, j; i < tb->facts.len; i = j) {
    for (j = i; j < tb->facts.len && term_eq (f[j].array, f[i].array);)
      j++;
    make_table (tb, f + i, j - i);
  }
  vec_clear (&tb->previous);
  for (size_t i = 0; i < tb->facts.len; i++)
    vec_push (tb->mem, &tb->previous, tb->facts.data[i]);
}

static void note_facts (tables *tb) {
  vec_clear (&tb->constraints);
  map_clear (&tb->is_fact);
  for (size_t i = 0; i < tb->facts.len; i++) {
    vec_push (tb->mem, &tb->constraints, tb->facts.data[i].constraint);
    map_put (&tb->is_fact, tb->facts.data[i].constraint.id, 1);
  }
}

void tables_apply (tables *tb, size_t n, const term *constraint,
                   term_vec *out) {
  collect (tb, n, constraint);
  if (tb->facts.len < MIN_TABLE)
    vec_clear (&tb->facts);
  select_runs (tb, n, constraint);
  note_facts (tb);
  update_substitution (tb);
  vec_clear (out);
  vec_reserve (tb->mem, out, n);
  for (size_t i = 0; i < n; i++) {
    term t = constraint[i];
    if (tb->facts.len)
      t = map_find (&tb->is_fact, t.id) ? TERM_TRUE
                                        : substitution_apply (tb->subst, t);
    vec_push (tb->mem, out, t);
  }
}

void tables_complete (const tables *tb, model *m) {
  for (size_t i = 0; i < tb->facts.len; i++)
    model_set_element (m, tb->facts.data[i].array, tb->facts.data[i].index,
                       tb->facts.data[i].value);
}

const term_vec *tables_facts (const tables *tb) { return &tb->constraints; }
