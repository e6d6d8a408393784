/* Equations array[index] = value, of which KLEE writes one for each element of
 * a constant table, are facts. Where there are many of an array, its reads get
 * the values put in and the equations are not asked; a model gets them back.
 */

#include "lab/query/tables.h"

#include "lab/query/substitute.h"
#include "term/leaves.h"
#include "term/marks.h"

/* Fewer equations than this are ordinary constraints. */
#define MIN_TABLE 16

/* Added to a place in the query that is coming. */
#define NEW (UINT32_C (1) << 31)

/* One equation array[index] = value. */
typedef struct element_fact {
  term array;
  uint64_t index, value;
  term constraint;
} element_fact;

typedef VEC (element_fact) fact_vec;

/* What a constraint can be, looked up once in its life. */
typedef enum table_role { UNSEEN, PLAIN, FACT, READER } table_role;

typedef struct trait {
  table_role role;
  term array; /* of a fact */
} trait;

/* How the constraints of the query use an array. */
typedef struct use {
  uint32_t facts, readers;
} use;

struct tables {
  memory *mem;
  terms *ts;
  substitution *subst;
  VEC (trait) traits;   /* by term id */
  term_vec in, out;     /* the last query */
  marks place;          /* its constraints -> first position in it, + 1 */
  VEC (use) uses;       /* of arrays by it ... */
  marks use_of;         /* ... at this position, + 1 */
  bool is_dirty;        /* facts of tables may have changed */
  fact_vec facts, last; /* by array and index; those of the substitution */
  term_vec constraints; /* the facts, as constraints */
  model *values;        /* the facts, as a model */
  marks put;            /* constraint -> with tables in place */
};

tables *tables_new (memory *mem, terms *ts) {
  tables *tb = memory_zalloc (mem, sizeof *tb);
  tb->mem = mem;
  tb->ts = ts;
  tb->subst = substitution_new (mem, ts);
  tb->values = model_new (mem, ts);
  return tb;
}

void tables_free (tables *tb) {
  if (!tb)
    return;
  substitution_free (tb->subst);
  model_free (tb->values);
  vec_release (tb->mem, &tb->traits, &tb->in, &tb->out, &tb->uses, &tb->facts,
               &tb->last, &tb->constraints);
  marks_release (tb->mem, &tb->place);
  marks_release (tb->mem, &tb->use_of);
  marks_release (tb->mem, &tb->put);
  memory_free (tb->mem, tb, sizeof *tb);
}

/* Traits. */

static bool is_element (const terms *ts, term t) {
  return term_kind (ts, t) == KIND_SELECT &&
         term_kind (ts, term_arg (ts, t, 0)) == KIND_VAR &&
         term_is_const (ts, term_arg (ts, t, 1));
}

static bool read_fact (const terms *ts, term t, element_fact *out) {
  if (term_kind (ts, t) != KIND_EQ)
    return false;
  term side = term_arg (ts, t, 0), value = term_arg (ts, t, 1);
  if (!term_is_const (ts, value) || !is_element (ts, side) ||
      !sort_is_small (term_sort (ts, value)))
    return false;
  *out = (element_fact) {term_arg (ts, side, 0),
                         term_word (ts, term_arg (ts, side, 1)),
                         term_word (ts, value), t};
  return true;
}

static trait find_trait (tables *tb, term t) {
  element_fact f;
  if (read_fact (tb->ts, t, &f))
    return (trait) {FACT, f.array};
  return (trait) {term_leaves (tb->ts, t)->has_array ? READER : PLAIN,
                  TERM_NONE};
}

static trait trait_of (tables *tb, term t) {
  while (tb->traits.len <= t.id)
    vec_push (tb->mem, &tb->traits, (trait) {UNSEEN, TERM_NONE});
  if (tb->traits.data[t.id].role == UNSEEN)
    tb->traits.data[t.id] = find_trait (tb, t);
  return tb->traits.data[t.id];
}

/* Uses. */

static use *use_of (tables *tb, term array) {
  uint32_t at = marks_get (&tb->use_of, array);
  if (!at) {
    vec_push (tb->mem, &tb->uses, (use) {0, 0});
    at = (uint32_t) tb->uses.len;
    marks_set (tb->mem, &tb->use_of, array, at);
  }
  return tb->uses.data + at - 1;
}

static bool is_table (const use *u) {
  return u->readers && u->facts >= MIN_TABLE;
}

/* A table that has one fact more or less is another table; one more reader
 * changes nothing.
 */
static void count_fact (tables *tb, term array, int by) {
  use *u = use_of (tb, array);
  bool was_table = is_table (u);
  assert (by > 0 || u->facts); /* who leaves has entered */
  u->facts += (uint32_t) by;
  tb->is_dirty |= was_table || is_table (u);
}

static void count_reader (tables *tb, term t, int by) {
  const leaf_set *leaves = term_leaves (tb->ts, t);
  for (uint32_t i = 0; i < leaves->n; i++) {
    use *u = use_of (tb, leaves->leaf[i]);
    bool was_table = is_table (u);
    assert (by > 0 || u->readers);
    u->readers += (uint32_t) by;
    tb->is_dirty |= was_table != is_table (u);
  }
}

static void tables_count (tables *tb, term constraint, int by) {
  trait t = trait_of (tb, constraint);
  if (t.role == FACT)
    count_fact (tb, t.array, by);
  else if (t.role == READER)
    count_reader (tb, constraint, by);
}

/* Moving from query to query. */

static size_t common_prefix (const tables *tb, size_t n,
                             const term *constraint) {
  size_t res = 0;
  while (res < n && res < tb->in.len &&
         term_eq (constraint[res], tb->in.data[res]))
    res++;
  return res;
}

/* Count what is new, note where all of it is now. */
static void tables_enter (tables *tb, size_t same, size_t n,
                          const term *constraint) {
  for (size_t i = same; i < n; i++) {
    uint32_t was = marks_get (&tb->place, constraint[i]);
    if (was > NEW || (was && was <= same)) /* given twice */
      continue;
    if (!was)
      tables_count (tb, constraint[i], 1);
    marks_set (tb->mem, &tb->place, constraint[i], NEW + (uint32_t) i + 1);
  }
}

static void leave (tables *tb, size_t same) {
  for (size_t i = same; i < tb->in.len; i++)
    if (marks_get (&tb->place, tb->in.data[i]) == i + 1) {
      marks_set (tb->mem, &tb->place, tb->in.data[i], 0);
      tables_count (tb, tb->in.data[i], -1);
    }
}

/* Each different constraint counts once, and only if it comes or goes: logs
 * give the same in any order. What comes is counted first, so that an array
 * is read all the time. Returns how many in front are the same as before.
 */
static size_t tables_move (tables *tb, size_t n, const term *constraint) {
  size_t same = common_prefix (tb, n, constraint);
  tables_enter (tb, same, n, constraint);
  leave (tb, same);
  tb->in.len = same;
  for (size_t i = same; i < n; i++) {
    uint32_t place = marks_get (&tb->place, constraint[i]);
    assert (place);
    vec_push (tb->mem, &tb->in, constraint[i]);
    marks_set (tb->mem, &tb->place, constraint[i], place & ~NEW);
  }
  return same;
}

/* Facts. */

static int by_place (const void *a, const void *b) {
  const element_fact *p = a, *q = b;
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
    const element_fact *f = v->data + i;
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

static void tables_collect (tables *tb) {
  element_fact f;
  vec_clear (&tb->facts);
  for (size_t i = 0; i < tb->in.len; i++) {
    trait t = trait_of (tb, tb->in.data[i]);
    if (t.role == FACT && is_table (use_of (tb, t.array)) &&
        read_fact (tb->ts, tb->in.data[i], &f))
      vec_push (tb->mem, &tb->facts, f);
  }
  if (!is_grouped (&tb->facts))
    qsort (tb->facts.data, tb->facts.len, sizeof (element_fact), by_place);
}

/* Does the run of facts make one value for each index? Contradicting
 * equations are left for a solver, repeated ones are dropped.
 */
static size_t unique_run (element_fact *run, size_t n) {
  assert (n);
  size_t m = 1;
  for (size_t i = 1; i < n; i++) {
    if (run[i].index != run[m - 1].index)
      run[m++] = run[i];
    else if (run[i].value != run[m - 1].value)
      return 0;
    assert (run[i].index >= run[m - 1].index); /* sorted by 'collect' */
  }
  return m;
}

/* Keep the runs that become tables, at the front of 'facts'. */
static void select_runs (tables *tb) {
  size_t kept = 0;
  element_fact *f = tb->facts.data;
  for (size_t i = 0, j; i < tb->facts.len; i = j) {
    for (j = i; j < tb->facts.len && term_eq (f[j].array, f[i].array);)
      j++;
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

static void make_table (tables *tb, const element_fact *run, size_t n) {
  u64_vec index = {0}, value = {0};
  for (size_t i = 0; i < n; i++) {
    vec_push (tb->mem, &index, run[i].index);
    vec_push (tb->mem, &value, run[i].value);
  }
  substitution_set (
      tb->subst, run->array,
      term_table (tb->ts, run->array, (uint32_t) n, index.data, value.data));
  vec_release (tb->mem, &index, &value);
}

static void note_fact (tables *tb, const element_fact *f) {
  vec_push (tb->mem, &tb->last, *f);
  vec_push (tb->mem, &tb->constraints, f->constraint);
  marks_set (tb->mem, &tb->put, f->constraint, TERM_TRUE.id);
  model_set_element (tb->values, f->array, f->index, f->value);
}

/* Queries of one program repeat their tables, if in another order, so the
 * substitution and all that is remembered mostly stay as they are. True when
 * they do not.
 */
static bool update (tables *tb) {
  if (same_facts (&tb->facts, &tb->last))
    return false;
  substitution_clear (tb->subst);
  model_clear (tb->values);
  marks_clear (&tb->put);
  vec_clear (&tb->last);
  vec_clear (&tb->constraints);
  const element_fact *f = tb->facts.data;
  for (size_t i = 0, j; i < tb->facts.len; i = j) {
    for (j = i; j < tb->facts.len && term_eq (f[j].array, f[i].array); j++)
      note_fact (tb, f + j);
    make_table (tb, f + i, j - i);
  }
  return true;
}

static term put_in_place (tables *tb, term t) {
  if (!tb->facts.len)
    return t;
  term res = {marks_get (&tb->put, t)};
  if (!res.id) {
    res = substitution_apply (tb->subst, t);
    marks_set (tb->mem, &tb->put, t, res.id);
  }
  return res;
}

const term_vec *tables_apply (tables *tb, size_t n, const term *constraint) {
  size_t same = tables_move (tb, n, constraint);
  if (tb->is_dirty) {
    tables_collect (tb);
    select_runs (tb);
    if (update (tb))
      same = 0;
    tb->is_dirty = false;
  }
  assert (!tb->is_dirty && same <= tb->out.len && same <= n);
  tb->out.len = same;
  for (size_t i = same; i < n; i++)
    vec_push (tb->mem, &tb->out, put_in_place (tb, constraint[i]));
  assert (tb->out.len == n && tb->in.len == n);
  return &tb->out;
}

void tables_complete (const tables *tb, model *m) { model_add (m, tb->values); }

const term_vec *tables_facts (const tables *tb) { return &tb->constraints; }
