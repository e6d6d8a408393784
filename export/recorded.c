#include "export/recorded.h"

#include "runtime/replay/facts.h"
#include "runtime/replay/replay.h"

typedef struct recording {
  const testcase *test;
  recorded *out;
  char_vec *written;
} recording;

static bool took_all (const state *s, const testcase *t) {
  if (s->symbolics.len != t->n_inputs)
    return false;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    if (s->symbolics.data[i].size != t->input[i].size)
      return false;
  return true;
}

/* Nothing is symbolic. */
static uint64_t recorded_value (void *owner, term t) {
  const terms *ts = machine_terms (owner);
  return term_is_const (ts, t) ? term_word (ts, t) : 0;
}

static void take_output (const recording *x, machine *m, const state *s) {
  for (int i = 0; i < 2; i++) {
    char_vec *text = x->written + i;
    vec_clear (text);
    machine_output (m, s, i + 1, 0, m, recorded_value, text);
    x->out->output[i] = replay_hash (0, text->data, text->len);
  }
}

/* Addresses are in the test's outcome. */
static void note_addresses (const testcase *t, recorded *out) {
  for (uint32_t i = 0; i < t->outcome.n; i++) {
    const outcome_part *p = t->outcome.part + i;
    if (p->what == OUTCOME_OUTPUT)
      out->has_addresses[!strcmp (p->name, "stderr")] |=
          outcome_shown (p) < p->n;
  }
}

/* Of a path that was cut, and of one that goes on here, there is no whole
 * outcome.
 */
static bool has_outcome (machine *m, const state *s, const testcase *t) {
  outcome now;
  arena texts;
  if (s->end.kind != t->end.kind || s->end.kind == END_CUT)
    return true;
  arena_init (&texts, NULL);
  outcome_capture (m, s, m, recorded_value, &texts, &now);
  now.n--; /* the end */
  bool is_same = outcome_is_same (&now, &t->outcome);
  arena_release (&texts);
  return is_same;
}

static const end_detail no_more_inputs = {
    .cause = {.reason = WHY_NO_MORE_INPUTS}};

static void recording_look (void *owner, machine *m, const state *s) {
  const recording *x = owner;
  *x->out = (recorded) {.end = s->end,
                        .trace = s->trace,
                        .blocks = s->traced,
                        .has_inputs = took_all (s, x->test),
                        .answers_so = has_outcome (m, s, x->test)};
  machine_peek (m, s, FACTS_ELAPSED_NAME, 0, &x->out->elapsed);
  if (reference_is_past (s, x->test))
    x->out->end = (ending) {.kind = END_CUT, .detail = &no_more_inputs};
  take_output (x, m, s);
  note_addresses (x->test, x->out);
}

void recorded_make_whole (reference *r, const testcase *t, uint64_t deadline,
                          recorded *out, char_vec written[2]) {
  recording x = {t, out, written};
  reference_show (r, t, deadline, &x, recording_look);
}

void recorded_make (memory *mem, reference *r, const testcase *t,
                    uint64_t deadline, recorded *out) {
  char_vec written[2] = {{0}};
  recorded_make_whole (r, t, deadline, out, written);
  for (int i = 0; i < 2; i++)
    vec_release (mem, &written[i]);
}
