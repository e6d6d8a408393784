#include "lab/likely/shares.h"

#include "base/grouped.h"
#include "base/map.h"
#include "lab/likely/likelihood.h"
#include "report/verdict.h"

#include <stdlib.h>

typedef struct counted_path {
  uint32_t test;
  bool is_fault;
  error_identity identity;
  likelihood likelihood;
  num count; /* values of its inputs; -1: not known */
} counted_path;

struct counting {
  context *context;
  memory *mem;
  terms *terms;
  counter *counter;
  profile profile;
  VEC (counted_path) paths;
  ratio excluded; /* by assumptions, at least */
  term_vec constraints;
  arena kept, work; /* numbers; texts are kept too */
};

static void counting_free (counting *c) {
  counter_free (c->counter);
  profile_release (&c->profile);
  vec_release (c->mem, &c->paths);
  vec_release (c->mem, &c->constraints);
  arena_release (&c->kept);
  arena_release (&c->work);
  memory_free (c->mem, c, sizeof *c);
}

static status counting_open (context *x, terms *ts, store *s, counting **out) {
  counting *c = memory_zalloc (&x->memory, sizeof *c);
  const options *o = &x->options;
  c->context = x;
  c->mem = &x->memory;
  c->terms = ts;
  c->excluded = RATIO_ZERO;
  c->profile.mem = c->mem;
  arena_init (&c->kept, c->mem);
  arena_init (&c->work, c->mem);
  c->counter =
      counter_new (c->mem, ts, &x->stats, s, (uint64_t) o->count_effort);
  status st = o->profile
                  ? profile_read (&c->profile, c->mem, o->profile, &x->trouble)
                  : ST_OK;
  if (st)
    counting_free (c);
  else
    *out = c;
  return st;
}

/* Paths. */

static likelihood keep (counting *c, likelihood l) {
  arena *a = &c->kept;
  return (likelihood) {{num_copy (a, l.low.n), num_copy (a, l.low.d)},
                       {num_copy (a, l.high.n), num_copy (a, l.high.d)}};
}

/* Of what the path knows; in the arena of what is at hand. */
static likelihood likelihood_now (counting *c) {
  likelihoods l = {.mem = c->mem,
                   .terms = c->terms,
                   .counter = c->counter,
                   .profile = c->context->options.profile ? &c->profile : NULL,
                   .numbers = &c->work};
  return likelihood_of (&l, c->constraints.len, c->constraints.data);
}

static void counting_end_at (counting *c, uint64_t deadline) {
  counter_end_at (c->counter, deadline);
}

static void counting_assume (counting *c, knowledge *k, term t) {
  arena_reset (&c->work);
  knowledge_all (k, &c->constraints);
  likelihood before = likelihood_now (c);
  vec_push (c->mem, &c->constraints, t);
  likelihood after = likelihood_now (c);
  ratio less = ratio_sub (&c->work, before.low, after.high);
  if (num_sign (less.n) <= 0)
    return;
  ratio sum = ratio_add (&c->work, c->excluded, less);
  c->excluded =
      (ratio) {num_copy (&c->kept, sum.n), num_copy (&c->kept, sum.d)};
}

/* How many values of the inputs that the path made; without a profile. */
static num count_values (counting *c, const state *s, likelihood l) {
  unsigned bits = 0;
  for (size_t i = 0; i < s->symbolics.len; i++)
    bits += 8 * (unsigned) s->symbolics.data[i].size;
  ratio n =
      ratio_mul (&c->work, l.low, (ratio) {num_pow2 (&c->work, bits), NUM_ONE});
  bool is_known = ratio_eq (l.low, l.high) && num_eq (n.d, NUM_ONE) &&
                  !c->context->options.profile;
  return is_known ? num_copy (&c->kept, n.n) : num_of_i64 (&c->kept, -1);
}

static void counting_end (counting *c, machine *m, const state *s,
                          const pending *p, uint32_t test) {
  counted_path path = {.test = test, .is_fault = s->end.kind == END_FAULT};
  arena_reset (&c->work);
  knowledge_all (p->knowledge, &c->constraints);
  path.likelihood = keep (c, likelihood_now (c));
  path.count = count_values (c, s, path.likelihood);
  if (path.is_fault) {
    source_places calls = {0};
    end_record end;
    end_record_of (m, s, c->mem, &calls, &end);
    path.identity = end.identity;
    vec_release (c->mem, &calls);
  }
  vec_push (c->mem, &c->paths, path);
}

/* The report. */

static ratio smaller (arena *a, ratio x, ratio y) {
  return ratio_cmp (a, x, y) < 0 ? x : y;
}

static void add (arena *a, likelihood *sum, likelihood l) {
  sum->low = ratio_add (a, sum->low, l.low);
  sum->high = ratio_add (a, sum->high, l.high);
}

/* All inputs that satisfy the assumptions. */
static likelihood whole_of (counting *c, const report *r) {
  arena *a = &c->kept;
  likelihood sum = {RATIO_ZERO, RATIO_ZERO};
  run_verdict v;
  for (size_t i = 0; i < c->paths.len; i++)
    add (a, &sum, c->paths.data[i].likelihood);
  verdict_init (&v, r);
  bool is_complete = !v.n_reasons;
  verdict_release (&v);
  ratio most = ratio_sub (a, RATIO_ONE, c->excluded);
  if (!is_complete && ratio_cmp (a, most, sum.high) > 0)
    sum.high = most;
  return sum;
}

static likelihood share_of (arena *a, likelihood l, likelihood whole) {
  if (!num_sign (whole.high.n))
    return (likelihood) {RATIO_ZERO, RATIO_ZERO};
  ratio high =
      num_sign (whole.low.n) ? ratio_div (a, l.high, whole.low) : RATIO_ONE;
  return (likelihood) {ratio_div (a, l.low, whole.high),
                       smaller (a, high, RATIO_ONE)};
}

/* "1 in 256 inputs", "at least 1 in 256 inputs". */
static void say_share (counting *c, char_vec *out, likelihood l) {
  bool is_exact = ratio_eq (l.low, l.high);
  bool has_least = num_sign (l.low.n) > 0;
  if (!has_least && ratio_eq (l.high, RATIO_ONE)) {
    text_puts (c->mem, out, "of an unknown share of the inputs");
    return;
  }
  text_puts (c->mem, out, is_exact ? "" : has_least ? "at least " : "at most ");
  ratio_say (c->mem, &c->kept, out, is_exact || has_least ? l.low : l.high);
}

static const char *keep_text (counting *c, char_vec *text) {
  const char *kept = arena_string (&c->kept, text->data, text->len);
  vec_release (c->mem, text);
  return kept;
}

static const char *fraction (counting *c, ratio r) {
  char_vec text = {0};
  ratio_print (c->mem, &text, r);
  return keep_text (c, &text);
}

static report_share report_share_of (counting *c, likelihood l) {
  char_vec words = {0};
  say_share (c, &words, l);
  return (report_share) {keep_text (c, &words), fraction (c, l.low),
                         fraction (c, l.high)};
}

/* Errors. */

typedef struct likely_error {
  report_error error;
  likelihood share;
  size_t place; /* in the order of places */
} likely_error;

/* What an error and the paths that lead to it have in common; never 0. */
static uint64_t shared_key (errors_per per, uint32_t test, error_identity i) {
  uint64_t key = per == ERRORS_PER_PATH    ? test
                 : per == ERRORS_PER_PLACE ? i.place
                                           : i.error;
  return key ? key : 1;
}

static int compare_likely (const void *x, const void *y, void *numbers) {
  const likely_error *a = x, *b = y;
  if (a->error.class != b->error.class)
    return a->error.class < b->error.class ? -1 : 1;
  int low = ratio_cmp (numbers, b->share.low, a->share.low);
  int high = low ? low : ratio_cmp (numbers, b->share.high, a->share.high);
  return high ? high : a->place < b->place ? -1 : a->place > b->place;
}

static void rank_errors (counting *c, likelihood whole, report *out) {
  size_t n = out->n_errors;
  likely_error *all = arena_alloc (&c->kept, n * sizeof *all);
  report_error *ranked = arena_alloc (&c->kept, n * sizeof *ranked);
  map at; /* by key: index + 1 */
  map_init (&at, c->mem);
  for (size_t i = 0; i < n; i++) {
    const report_error *e = out->errors + i;
    all[i] = (likely_error) {*e, {RATIO_ZERO, RATIO_ZERO}, i};
    map_put (&at, shared_key (out->per, e->test, e->end.identity), i + 1);
  }
  for (size_t k = 0; k < c->paths.len; k++) {
    const counted_path *p = c->paths.data + k;
    uint64_t i =
        p->is_fault
            ? map_get (&at, shared_key (out->per, p->test, p->identity), 0)
            : 0;
    if (i)
      add (&c->kept, &all[i - 1].share, p->likelihood);
  }
  map_release (&at);
  for (size_t i = 0; i < n; i++) {
    all[i].share = share_of (&c->kept, all[i].share, whole);
    all[i].error.share = report_share_of (c, all[i].share);
  }
  arena_reset (&c->work);
  if (n)
    qsort_r (all, n, sizeof *all, compare_likely, &c->work);
  for (size_t i = 0; i < n; i++)
    ranked[i] = all[i].error;
  out->errors = ranked;
}

/* Tests. */

static void list_shares (counting *c, likelihood whole, report *out) {
  test_share *list = arena_alloc (&c->kept, c->paths.len * sizeof *list);
  for (size_t i = 0; i < c->paths.len; i++) {
    const counted_path *p = c->paths.data + i;
    char_vec count = {0};
    list[i] = (test_share) {.test = p->test,
                            .share = report_share_of (
                                c, share_of (&c->kept, p->likelihood, whole))};
    if (num_sign (p->count) < 0)
      continue;
    num_print (c->mem, &count, p->count, 10);
    list[i].count = keep_text (c, &count);
  }
  out->n_shares = c->paths.len;
  out->shares = list;
}

/* Of those that were counted exactly. */
static const counted_path *rarest_path (counting *c) {
  const counted_path *least = NULL;
  for (size_t i = 0; i < c->paths.len; i++) {
    const counted_path *p = c->paths.data + i;
    bool is_exact = ratio_eq (p->likelihood.low, p->likelihood.high);
    if (is_exact && (!least || ratio_cmp (&c->kept, p->likelihood.low,
                                          least->likelihood.low) < 0))
      least = p;
  }
  return least;
}

/* "20 paths counted; the rarest is that of test 4: 1 in 65,536 inputs" */
static const char *sentence (counting *c, likelihood whole) {
  char_vec text = {0};
  size_t exact = 0, n = c->paths.len;
  for (size_t i = 0; i < n; i++)
    exact += ratio_eq (c->paths.data[i].likelihood.low,
                       c->paths.data[i].likelihood.high);
  if (exact < n)
    text_printf (c->mem, &text, "%s of ", GROUPED (exact));
  text_printf (c->mem, &text, "%s path%s counted%s", GROUPED (n), plural (n),
               exact < n ? " exactly" : "");
  const counted_path *p = n > 1 ? rarest_path (c) : NULL;
  if (!ratio_eq (whole.low, whole.high) && num_sign (whole.low.n)) {
    text_puts (c->mem, &text, ", taken by at least ");
    ratio_say (c->mem, &c->kept, &text,
               ratio_div (&c->kept, whole.low, whole.high));
  }
  if (p) {
    text_printf (c->mem, &text, "; the rarest is that of test %u: ", p->test);
    say_share (c, &text, share_of (&c->kept, p->likelihood, whole));
  }
  return keep_text (c, &text);
}

static void counting_report (counting *c, report *out) {
  likelihood whole = whole_of (c, out);
  const char *unused =
      c->context->options.profile ? profile_unused (&c->profile) : NULL;
  if (unused)
    log_warning (&c->context->log,
                 "the profile has values for '%s', which no path depends on",
                 unused);
  rank_errors (c, whole, out);
  list_shares (c, whole, out);
  out->counted = sentence (c, whole);
}

const counting_class counting_inputs = {.open = counting_open,
                                        .end_at = counting_end_at,
                                        .assume = counting_assume,
                                        .end = counting_end,
                                        .report = counting_report,
                                        .free = counting_free};
