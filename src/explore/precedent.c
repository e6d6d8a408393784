/* Questions that an earlier run was asked in the same words.
 *
 * Which alternatives are possible depends on the guards and on the constraints
 * that share inputs with them, and on nothing else: not on the program, nor on
 * the way to the question. So behind changed code most questions have been
 * answered before, also where the path is a new one. What was impossible still
 * is; what was possible is shown by the values that showed it then, which are
 * evaluated.
 *
 * With --check=2 everything is asked as well, and compared.
 */

#include "explore/explorer_priv.h"

#define MOST_ALTERNATIVES 64 /* bits of a precedent */
#define MOST_INPUTS 256

static hash128 digest_of (explorer *e, pending *p, uint32_t n,
                          const term *guard) {
  const hash_key *k = &e->ts->key;
  hash128 h = keyed_mix (k, keyed_of (k, n, 9),
                         knowledge_digest (p->knowledge, n, guard));
  for (uint32_t i = 0; i < n; i++)
    h = keyed_mix (k, h, term_digest (e->ts, guard[i]));
  return keyed_cut (k, h);
}

static int precedent_compare (const void *a, const void *b, void *owner) {
  const terms *ts = owner;
  return hash128_cmp (term_hash (ts, *(const term *) a),
                      term_hash (ts, *(const term *) b));
}

/* All inputs that matter, in an order that every run has. False: values of one
 * cannot be told.
 */
static bool list_inputs (explorer *e, pending *p, uint32_t n,
                         const term *guard) {
  term_vec *all = &e->inputs;
  knowledge_inputs (p->knowledge, n, guard, all);
  for (size_t i = 0; i < all->len; i++)
    if (!sort_is_small (term_sort (e->ts, all->data[i])))
      return false;
  qsort_r (all->data, all->len, sizeof *all->data, precedent_compare, e->ts);
  return all->len <= MOST_INPUTS;
}

/* Values that show the alternative are in the next free model. */
static bool shows (explorer *e, pending *p, term guard, const uint64_t *value) {
  model *m = choosing_model (e);
  model_clear (m);
  for (size_t i = 0; i < e->inputs.len; i++)
    model_set (m, e->inputs.data[i], value[i]);
  return choosing_shows (e, p, guard, m);
}

static bool takes_others (explorer *e, pending *p, uint32_t n,
                          const term *guard, const precedent *x) {
  const uint64_t *value = x->value;
  uint32_t own = e->feasible.data[0];
  if (!list_inputs (e, p, n, guard) || e->inputs.len != x->n_inputs)
    return false;
  for (uint32_t k = 0; k < n; k++) {
    if (!(x->possible >> k & 1))
      continue;
    if (k != own && !shows (e, p, guard[k], value))
      return false;
    if (k != own)
      choosing_insert (e, k);
    value += x->n_inputs;
  }
  return true;
}

static bool is_used (const explorer *e, uint32_t n) {
  const options *o = &e->context->options;
  return e->config.precedents && n <= MOST_ALTERNATIVES && o->rung_trie &&
         !e->rule;
}

bool precedent_find (explorer *e, pending *p, uint32_t n, const term *guard) {
  precedent x;
  assert (e->feasible.len == 1); /* that of the witness */
  uint32_t own = e->feasible.data[0];
  e->possible = 0;
  e->is_question_known = !is_used (e, n);
  if (e->is_question_known)
    return false;
  e->question = digest_of (e, p, n, guard);
  const precedents *before = e->config.precedents_before;
  if (!before ||
      !precedents_recall (e->config.precedents, before, e->question, &x) ||
      !(x.possible >> own & 1))
    return false;
  bool is_single = x.possible == UINT64_C (1) << own;
  bool is_known = is_single || takes_others (e, p, n, guard, &x);
  bool is_doubted = is_known && e->context->options.check >= 2;
  if (!is_known || is_doubted)
    e->feasible.len = 1;
  e->is_question_known = is_known && !is_doubted;
  e->possible = is_doubted ? x.possible : 0;
  return e->is_question_known;
}

static void confirm (explorer *e, uint64_t possible) {
  if (e->possible && e->possible != possible)
    log_error (&e->context->log,
               "soundness: the last run has a wrong answer: alternatives "
               "%llx are possible, but it says %llx",
               (unsigned long long) possible, (unsigned long long) e->possible);
}

void precedent_note (explorer *e, pending *p, uint32_t n, const term *guard) {
  if (e->is_question_known)
    return;
  precedent x = {.possible = 0};
  assert (e->feasible.len && n <= MOST_ALTERNATIVES); /* a bit each */
  for (size_t i = 0; i < e->feasible.len; i++)
    x.possible |= UINT64_C (1) << e->feasible.data[i];
  confirm (e, x.possible);
  vec_clear (&e->input_values);
  if (e->feasible.len > 1 && !list_inputs (e, p, n, guard))
    return;
  for (size_t i = 0; e->feasible.len > 1 && i < e->feasible.len; i++)
    for (size_t k = 0; k < e->inputs.len; k++) {
      term in = e->inputs.data[k];
      vec_push (e->mem, &e->input_values,
                model_has (e->models.data[i], in)
                    ? model_get (e->models.data[i], in)
                    : knowledge_input (p->knowledge, in));
    }
  x.n_inputs = e->feasible.len > 1 ? (uint32_t) e->inputs.len : 0;
  x.value = e->input_values.data;
  assert (e->input_values.len == x.n_inputs * e->feasible.len || !x.n_inputs);
  precedents_add (e->config.precedents, e->question, &x);
}
