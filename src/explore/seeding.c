/* Tests of an earlier run as witnesses.
 *
 * A query that nobody knows the answer of, behind changed code, was perhaps
 * asked by the last run, and a test of a path like this one may still satisfy
 * it. So before a solver is asked a few of them are evaluated; and only then,
 * since other rungs answer for less, and with the values they had before:
 * what the path asks next is then what it asked in the last run.
 *
 * A path that has the decisions of an old one takes the values of its test, if
 * they still lead there, so that the test stays as it is (guide.adopt).
 *
 * With a rule of an extension (test_rule.h) all tests are attached to the first
 * path and split where it forks.
 *
 * Nothing is believed but what was evaluated.
 */

#include "explore/explorer_priv.h"
#include "term/leaves.h"

static bool is_used (const explorer *e) {
  return e->guide && e->guide->tests && e->context->options.rung_suite;
}

/* Values for the inputs of a term, beside those that are there. */
static bool add_values (explorer *e, uint32_t test, term t, model *out) {
  assert (is_used (e)); /* there is a guide that has tests */
  const leaf_set *l = term_leaves (e->ts, t);
  return !l->has_array && e->guide->values (e->guide, test, l->n, l->leaf, out);
}

bool seeding_adopt (explorer *e, pending *p) {
  p->is_adopted = is_used (e) && e->guide->adopt (e->guide, p);
  return p->is_adopted;
}

/* Hints. */

static bool add_asked (explorer *e, uint32_t test, model *out) {
  if (!add_values (e, test, e->asked, out))
    return false;
  for (size_t i = 0; i < e->slice.len; i++)
    if (!add_values (e, test, e->slice.data[i], out))
      return false;
  return true;
}

static bool next_hint (hints *h, model *out) {
  explorer *e = (explorer *) ((char *) h - offsetof (explorer, hints));
  if (!e->has_seeds)
    e->guide->tests (e->guide, e->asking->state, &e->seeds);
  e->has_seeds = true;
  assert (e->next_seed <= e->seeds.len);
  while (e->next_seed < e->seeds.len) {
    model_clear (out);
    if (add_asked (e, e->seeds.data[e->next_seed++], out))
      return true;
  }
  return false;
}

void seeding_begin (explorer *e, pending *p, term condition) {
  e->oracle->hints = is_used (e) && !e->rule ? &e->hints : NULL;
  e->asking = p;
  e->asked = condition;
  e->has_seeds = false;
  e->next_seed = 0;
}

bool seeding_shows_side (explorer *e, pending *p, uint32_t test, term side,
                         model *out) {
  knowledge_inputs (p->knowledge, 1, &side, &e->inputs);
  e->guide->values (e->guide, test, e->inputs.len, e->inputs.data, out);
  return choosing_shows (e, p, side, out);
}

/* With a rule. */

static bool shows (explorer *e, pending *p, uint32_t test, term condition,
                   model *out) {
  model_clear (out);
  return seeding_shows_side (e, p, test, condition, out);
}

uint32_t explorer_side_of (explorer *e, state *s, uint32_t test, uint32_t n,
                           const term *guard) {
  model_clear (e->seeded);
  for (uint32_t i = 0; i < n; i++) {
    if (!add_values (e, test, guard[i], e->seeded))
      return n;
    if (knowledge_holds (pending_of (s)->knowledge, guard[i], e->seeded))
      return i;
  }
  return n;
}

bool explorer_show (explorer *e, state *s, uint32_t test, uint32_t k,
                    term guard) {
  for (size_t i = 0; i < e->feasible.len; i++)
    if (e->feasible.data[i] == k)
      return true;
  if (!shows (e, pending_of (s), test, guard, choosing_model (e)))
    return false;
  choosing_insert (e, k);
  oracle_note (e->oracle, RUNG_SUITE);
  return true;
}

void explorer_miss (explorer *e, state *s, uint32_t n) {
  if (e->feasible.len < n)
    explorer_lose (e, s, cause_of (WHY_PATHS_MISSED));
}

bool seeding_settles (explorer *e, state *s, uint32_t n, const term *guard) {
  if (!is_used (e) || !e->rule)
    return false;
  e->guide->tests (e->guide, s, &e->seeds);
  for (size_t i = 0; i < pending_of (s)->seeds.len; i++)
    vec_push (e->mem, &e->takes, n);
  return e->guide->validates (e->guide, pending_of (s)) &&
         e->rule->find (e, s, n, guard, e->takes.data);
}

void seeding_split (explorer *e, pending *from, size_t n, const uint32_t *taken,
                    pending *const *into) {
  u32_vec all = from->seeds;
  if (!all.len || (n == 1 && !e->takes.len)) /* nothing was tried */
    return;
  from->seeds = (u32_vec) {0};
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < e->takes.len; k++)
      if (e->takes.data[k] == taken[i])
        vec_push (e->mem, &into[i]->seeds, all.data[k]);
  vec_release (e->mem, &all);
}

bool seeding_shows (explorer *e, state *s, term t) {
  pending *p = pending_of (s);
  if (!is_used (e) || !e->rule)
    return false;
  e->guide->tests (e->guide, s, &e->seeds);
  for (size_t i = 0; i < p->seeds.len; i++)
    if (shows (e, p, p->seeds.data[i], t, e->seeded)) {
      oracle_note (e->oracle, RUNG_SUITE);
      return true;
    }
  return false;
}

void seeding_init (explorer *e) {
  e->hints.next = next_hint;
  e->rule = test_rule_of (e->context);
  e->seeded = model_new (e->mem, e->ts);
}

void seeding_release (explorer *e) {
  model_free (e->seeded);
  vec_release (e->mem, &e->takes, &e->seeds);
}
