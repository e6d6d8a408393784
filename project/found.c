#include "project/found.h"

#include "report/verdict.h"

#include <stdlib.h>
#include <string.h>

static uint64_t place_key (const report_error *e) {
  const source_place *at = &e->end.at;
  hash128 h = hash128_mix (hash_bytes (at->file, strlen (at->file)),
                           hash_bytes (at->function, strlen (at->function)));
  return hash128_mix (h, hash128_of (at->line, (uint64_t) e->end.fault)).lo | 1;
}

/* Callers know more than the function alone. */
static bool is_better (const found_error *x, const report_error *e,
                       const job *j) {
  if (e->class != x->error.class)
    return e->class < x->error.class;
  if (x->job->what->is_local != j->what->is_local)
    return x->job->what->is_local;
  return false;
}

static void add_error (found *f, const report_error *e, const job *j) {
  uint64_t *at = map_at (&f->by_place, place_key (e));
  if (!*at) {
    vec_push (f->mem, &f->error, (found_error) {.error = *e, .job = j});
    *at = f->error.len;
  }
  found_error *x = f->error.data + *at - 1;
  x->jobs += x->last != j; /* one may show it in several ways */
  x->last = j;
  if (is_better (x, e, j)) {
    x->error = *e;
    x->job = j;
  }
}

static const job *job_of (const job_vec *jobs, const uint32_t *of,
                          uint32_t item) {
  return of[item] ? jobs->data + of[item] - 1 : NULL;
}

/* Does it say all there is to say? What is no error anyway may be within the
 * bounds of inputs, and of the first call; what is one, may not.
 */
static bool is_complete (const job *j, bool is_error) {
  run_verdict v;
  if (!j || !j->has_report || j->state != JOB_DONE)
    return false;
  verdict_init (&v, &j->report);
  bool has_all = !v.n_reasons;
  for (size_t i = 0; is_error && i < v.told.len; i++)
    has_all &= v.told.data[i].class != CLASS_BOUND ||
               v.told.data[i].first->cause.reason == WHY_PREMISE;
  has_all &= !is_error || j->what->is_program ||
             (!j->what->has_state && !j->what->pointers);
  verdict_release (&v);
  return has_all;
}

static bool shows (const job *j, uint64_t key) {
  for (size_t i = 0; i < j->report.n_errors; i++)
    if (place_key (j->report.errors + i) == key)
      return true;
  return false;
}

/* Every function that mentions it is explored, and none leads there. */
static bool is_excluded (const job_vec *jobs, const uint32_t *of,
                         const found_error *x) {
  const surveyed *what = x->job->what;
  uint64_t key = place_key (&x->error);
  if (!what->is_local || what->is_address || !what->callers.len)
    return false;
  for (size_t i = 0; i < what->callers.len; i++) {
    const job *j = job_of (jobs, of, what->callers.data[i]);
    if (!is_complete (j, x->error.class == ERROR_CERTAIN) || shows (j, key))
      return false;
  }
  return true;
}

static int by_class (const void *a, const void *b) {
  const found_error *x = a, *y = b;
  const source_place *p = &x->error.end.at, *q = &y->error.end.at;
  if (x->error.class != y->error.class)
    return x->error.class < y->error.class ? -1 : 1;
  int order = strcmp (p->file, q->file);
  if (order)
    return order;
  return p->line < q->line ? -1 : p->line > q->line;
}

static void judge_all (found *f, const survey *s, const job_vec *jobs) {
  size_t size = s->item.len * sizeof (uint32_t);
  uint32_t *of = memory_zalloc (f->mem, size);
  for (size_t i = 0; i < jobs->len; i++)
    of[jobs->data[i].number] = (uint32_t) i + 1;
  for (size_t i = 0; i < f->error.len; i++) {
    found_error *x = f->error.data + i;
    if (x->error.class != ERROR_ONLY_IF && is_excluded (jobs, of, x)) {
      x->is_excluded = true;
      x->error.class = ERROR_ONLY_IF;
      if (!*x->error.only_if)
        x->error.only_if = "other arguments than theirs";
    }
  }
  memory_free (f->mem, of, size);
}

void found_init (found *f, memory *mem, const survey *s, const job_vec *jobs) {
  *f = (found) {.mem = mem};
  map_init (&f->by_place, mem);
  for (size_t i = 0; i < jobs->len; i++) {
    const job *j = jobs->data + i;
    for (size_t k = 0; j->has_report && k < j->report.n_errors; k++)
      add_error (f, j->report.errors + k, j);
  }
  judge_all (f, s, jobs);
  if (f->error.len)
    qsort (f->error.data, f->error.len, sizeof *f->error.data, by_class);
  for (size_t i = 0; i < f->error.len; i++)
    f->count[f->error.data[i].error.class]++;
}

void found_release (found *f) {
  vec_release (f->mem, &f->error);
  map_release (&f->by_place);
}
