#include "store/recall.h"

#include "lab/keeper/audit.h"
#include "store/leaf_names.h"

#include "proofs.h"
#include "test.h"

#include "lab/query/query_ladder.h"
#include "support/related.h"

#include <string.h>

/* One run on a store: a context, a table, a ladder. */
typedef struct run {
  context context;
  terms *ts;
  store *store;
  query_ladder *ladder;
} run;

static void open_run_with (run *r, const char *dir, store_mode mode,
                           store_trust trust) {
  context_init (&r->context);
  r->context.log.file = NULL;
  r->context.draft.store = dir;
  r->context.draft.store_mode = mode;
  r->context.draft.trust = trust;
  r->context.draft.rung_models = false;    /* models are not in the store */
  r->context.draft.rung_enumerate = false; /* the solver is counted */
  r->ts = terms_new (&r->context.memory);
  store_config config;
  CHECK (store_config_init (&config, &r->context.memory, &r->context.log,
                            &r->context.options));
  CHECK_EQ (store_open (&config, &r->context.trouble, &r->store), ST_OK);
  r->ladder = query_ladder_new (&r->context, r->ts, r->store);
}

static void open_run (run *r, const char *dir) {
  open_run_with (r, dir, STORE_RW, TRUST_OWN);
}

static void close_run (run *r) {
  query_ladder_free (r->ladder);
  store_close (r->store);
  terms_free (r->ts);
  context_release (&r->context);
  CHECK_EQ (r->context.memory.live, 0);
}

static uint64_t solver_calls (const run *r) {
  return r->context.stats.rung[RUNG_SOLVER].asked;
}

/* first * second = 12, both between the bounds. */
static verdict ask_product (run *r, const char *first, const char *second,
                            uint64_t low, uint64_t high) {
  terms *ts = r->ts;
  sort byte = sort_bv (8);
  term x = term_var (ts, first, strlen (first), byte);
  term y = term_var (ts, second, strlen (second), byte);
  term query[] = {
      term_equal (ts, term_binary (ts, KIND_BV_MUL, x, y), term_bv (ts, 8, 12)),
      term_binary (ts, KIND_BV_ULE, term_bv (ts, 8, low), x),
      term_binary (ts, KIND_BV_ULE, x, term_bv (ts, 8, high)),
      term_binary (ts, KIND_BV_ULE, term_bv (ts, 8, low), y),
      term_binary (ts, KIND_BV_ULE, y, term_bv (ts, 8, high)),
  };
  return query_ladder_ask (r->ladder, 5, query, 0);
}

TEST (what_follows_from_another_run_needs_no_solver) {
  place p;
  place_init (&p);
  const char *dir = p.path;
  run r;
  open_run (&r, dir);
  CHECK_EQ (ask_product (&r, "x", "y", 7, 11), VERDICT_UNSAT);
  CHECK_EQ (ask_product (&r, "x", "y", 3, 4), VERDICT_SAT);
  CHECK (solver_calls (&r));
  close_run (&r);

  open_run (&r, dir); /* stronger and weaker, under the same names */
  CHECK_EQ (ask_product (&r, "x", "y", 8, 11), VERDICT_UNSAT);
  CHECK_EQ (ask_product (&r, "x", "y", 2, 5), VERDICT_SAT);
  CHECK_EQ (solver_calls (&r), 0);
  close_run (&r);

  open_run (&r, dir); /* and under others */
  CHECK_EQ (ask_product (&r, "left", "right", 9, 11), VERDICT_UNSAT);
  CHECK_EQ (ask_product (&r, "left", "right", 2, 6), VERDICT_SAT);
  CHECK_EQ (solver_calls (&r), 0);
  close_run (&r);
  place_remove (&p);
}

/* Proofs that are imported are listed too, by shape. */

typedef struct importer {
  store *to;
  auditor *auditor;
} importer;

static bool import_proof (void *state, const proof *p) {
  importer *i = state;
  listing listings[LISTINGS_MAX];
  proof q = *p;
  q.trust = 0;
  q.names_size = 0;
  q.listing = listings;
  q.n_listings = auditor_list (i->auditor, p, listings);
  CHECK (q.n_listings);
  return store_put (i->to, &q) == ST_OK;
}

TEST (what_is_imported_is_recalled_if_it_is_believed) {
  place from, to;
  run r;
  place_init (&from);
  place_init (&to);
  open_run (&r, from.path);
  CHECK_EQ (ask_product (&r, "x", "y", 7, 11), VERDICT_UNSAT);
  CHECK_EQ (ask_product (&r, "x", "y", 3, 4), VERDICT_SAT);
  importer i = {place_open (&to), auditor_new (&to.mem, 0)};
  CHECK_EQ (store_each (r.store, import_proof, &i), ST_OK);
  auditor_free (i.auditor);
  store_close (i.to);
  close_run (&r);
  for (store_trust t = TRUST_OWN; t <= TRUST_ALL; t++) {
    if (t == TRUST_SIGNED)
      continue;
    open_run_with (&r, to.path, STORE_RO, t);
    CHECK_EQ (ask_product (&r, "a", "b", 2, 5), VERDICT_SAT);
    CHECK_EQ (solver_calls (&r), 0);
    CHECK_EQ (ask_product (&r, "a", "b", 8, 11), VERDICT_UNSAT);
    CHECK_EQ (solver_calls (&r) == 0, t == TRUST_ALL);
    close_run (&r);
  }
  place_remove (&from);
  place_remove (&to);
}

/* A stream of related queries, each right by brute force, with a new run on
 * the store after every 'length' of them. Returns the calls of the solver.
 */
static uint64_t ask_related (place *p, bool is_int, unsigned n,
                             unsigned length) {
  related rel = {.gen = {.state = 77}, .is_int = is_int};
  run r;
  uint64_t calls = 0;
  open_run (&r, p->path);
  for (unsigned i = 0; i < n; i++) {
    related_query q;
    term_vec query = {0};
    if (i && i % length == 0) {
      calls += solver_calls (&r);
      close_run (&r);
      open_run (&r, p->path);
    }
    rel.gen.ts = r.ts;
    related_next (&rel, &q);
    related_terms (&rel, &q, &r.context.memory, &query);
    bool is_sat = related_is_sat (&rel, &q, (1u << q.n) - 1);
    CHECK_EQ (query_ladder_ask (r.ladder, query.len, query.data, 0),
              is_sat ? VERDICT_SAT : VERDICT_UNSAT);
    vec_release (&r.context.memory, &query);
  }
  calls += solver_calls (&r);
  close_run (&r);
  return calls;
}

/* Many short runs need the solver not much more often than one long run. How
 * small cores get is a matter of time, so there is some room.
 */
static void compare_runs (bool is_int) {
  unsigned n = test_is_long () ? 20000 : 1200;
  place one, many;
  place_init (&one);
  place_init (&many);
  uint64_t least = ask_related (&one, is_int, n, n);
  uint64_t calls = ask_related (&many, is_int, n, 40);
  CHECK (calls < least + least / 2);
  place_remove (&one);
  place_remove (&many);
}

TEST (short_runs_know_what_a_long_one_knows) { compare_runs (false); }

TEST (short_runs_know_what_a_long_one_knows_of_integers) {
  compare_runs (true);
}

TEST (names_come_back) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  term array = term_var (ts, "bytes", 5, sort_array (32, 8));
  term leaf[] = {
      term_var (ts, "x", 1, sort_bv (70)),
      term_select (ts, array, term_bv (ts, 32, 0xfffffff0u)),
      array,
      term_var (ts, "", 0, SORT_INT),
  };
  uint32_t code[4];
  for (int i = 0; i < 4; i++)
    code[i] = term_sort (ts, leaf[i]).code;
  form f = {.n_leaves = 4, .leaf = leaf};
  name_bytes names = {0};
  names_write (&mem, &names, ts, &f);
  term read[4];
  CHECK (names_read (ts, names.len, names.data, 4, code, read));
  for (int i = 0; i < 4; i++)
    CHECK (term_eq (leaf[i], read[i]));
  for (size_t n = 0; n < names.len; n++) /* every way to be cut off */
    CHECK (!names_read (ts, n, names.data, 4, code, read));
  names.data[0] = 7;
  CHECK (!names_read (ts, names.len, names.data, 4, code, read));
  vec_release (&mem, &names);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
