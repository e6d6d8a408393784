#include "lab/query/front.h"

#include "lab/query/tables.h"
#include "term/eval.h"
#include "term/marks.h"

struct front {
  memory *mem;
  terms *ts;
  tables *tables;
  evaluator *evaluator;
  term_vec given;          /* the constraints of the query */
  term_vec part;           /* their conjuncts */
  u32_vec owner;           /* part -> constraint it came from */
  term_vec asked;          /* what is left to ask */
  marks part_of;           /* asked term -> position of its part + 1 */
  const term_vec *reduced; /* parts with tables, TERM_TRUE where a fact */
  bool has_tables;
  term_vec todo, core;
  marks in_core; /* constraints */
};

front *front_new (memory *mem, terms *ts) {
  front *f = memory_zalloc (mem, sizeof *f);
  f->mem = mem;
  f->ts = ts;
  f->tables = tables_new (mem, ts);
  f->evaluator = evaluator_new (mem, ts);
  return f;
}

void front_free (front *f) {
  if (!f)
    return;
  tables_free (f->tables);
  evaluator_free (f->evaluator);
  vec_release (f->mem, &f->given, &f->part, &f->owner, &f->asked, &f->todo,
               &f->core);
  marks_release (f->mem, &f->part_of);
  marks_release (f->mem, &f->in_core);
  memory_free (f->mem, f, sizeof *f);
}

/* Conjunctions into conjuncts, in order. */
static void front_split (front *f, uint32_t owner, term constraint) {
  assert (!f->todo.len && owner < f->given.len);
  vec_push (f->mem, &f->todo, constraint);
  while (f->todo.len) {
    term t = vec_pop (&f->todo);
    if (term_kind (f->ts, t) == KIND_AND) {
      vec_push (f->mem, &f->todo, term_arg (f->ts, t, 1));
      vec_push (f->mem, &f->todo, term_arg (f->ts, t, 0));
    } else {
      vec_push (f->mem, &f->part, t);
      vec_push (f->mem, &f->owner, owner);
    }
  }
}

/* Each different conjunct that is not trivially true is asked once. False
 * when one of them is false: then it alone is the core.
 */
static bool select_asked (front *f) {
  assert (f->reduced->len == f->part.len); /* position by position */
  vec_clear (&f->asked);
  marks_clear (&f->part_of);
  for (size_t i = 0; i < f->reduced->len; i++) {
    term t = f->reduced->data[i];
    if (term_eq (t, TERM_TRUE))
      continue;
    if (!marks_get (&f->part_of, t)) {
      marks_set (f->mem, &f->part_of, t, (uint32_t) i + 1);
      vec_push (f->mem, &f->asked, t);
    }
    if (term_eq (t, TERM_FALSE))
      return false;
  }
  return true;
}

/* What this query begins with as the last one did stays taken apart. */
static size_t keep_prefix (front *f, size_t n, const term *constraint) {
  size_t kept = 0;
  while (kept < n && kept < f->given.len &&
         term_eq (f->given.data[kept], constraint[kept]))
    kept++;
  f->given.len = kept;
  while (f->owner.len && vec_last (&f->owner) >= kept)
    f->owner.len--;
  f->part.len = f->owner.len;
  assert (kept <= f->given.len && kept <= n);
  return kept;
}

verdict front_take (front *f, size_t n, const term *constraint) {
  for (size_t i = keep_prefix (f, n, constraint); i < n; i++) {
    vec_push (f->mem, &f->given, constraint[i]);
    front_split (f, (uint32_t) i, constraint[i]);
  }
  f->reduced = tables_apply (f->tables, f->part.len, f->part.data);
  f->has_tables = tables_facts (f->tables)->len;
  assert (f->given.len == n && f->owner.len == f->part.len &&
          f->reduced->len == f->part.len);
  if (!select_asked (f))
    return VERDICT_UNSAT;
  return f->asked.len ? VERDICT_UNKNOWN : VERDICT_SAT;
}

void front_drop_tables (front *f) {
  f->reduced = &f->part;
  f->has_tables = false;
  select_asked (f);
}

const term_vec *front_asked (const front *f) { return &f->asked; }

bool front_has_facts (const front *f) { return f->has_tables; }

void front_complete (const front *f, model *m) {
  tables_complete (f->tables, m);
}

bool front_completes (front *f, const model *m) {
  assert (f->reduced && f->reduced->len == f->part.len);
  evaluator_start (f->evaluator, m);
  for (size_t i = 0; i < f->part.len; i++) {
    term t = f->reduced->data[i];
    bool is_changed = !term_eq (t, f->part.data[i]) && !term_eq (t, TERM_TRUE);
    if (is_changed && !evaluator_holds (f->evaluator, f->part.data[i]))
      return false;
  }
  return true;
}

static void add_owner (front *f, size_t part) {
  assert (part < f->owner.len && f->owner.data[part] < f->given.len);
  term owner = f->given.data[f->owner.data[part]];
  if (!marks_get (&f->in_core, owner))
    vec_push (f->mem, &f->core, owner);
  marks_set (f->mem, &f->in_core, owner, 1);
}

/* A conjunct with a table in place says what it says only together with the
 * facts of its tables.
 */
static void add_to_core (front *f, term asked, bool *uses_facts) {
  assert (marks_get (&f->part_of, asked)); /* a core has what was asked */
  uint32_t at = marks_get (&f->part_of, asked) - 1;
  *uses_facts |= !term_eq (f->part.data[at], f->reduced->data[at]);
  add_owner (f, at);
}

const term_vec *front_core (front *f, const term_vec *core) {
  bool uses_facts = false;
  vec_clear (&f->core);
  marks_clear (&f->in_core);
  if (!core)
    add_to_core (f, TERM_FALSE, &uses_facts);
  else
    for (size_t i = 0; i < core->len; i++)
      add_to_core (f, core->data[i], &uses_facts);
  for (size_t i = 0; uses_facts && i < f->part.len; i++)
    if (term_eq (f->reduced->data[i], TERM_TRUE))
      add_owner (f, i);
  return &f->core;
}
