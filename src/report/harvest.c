#include "report/harvest.h"

#include "report/error_list.h"

#include <stdatomic.h>

struct harvest {
  context *context;
  memory *mem;
  program *program;
  machine *machine;
  suite_facts facts;
  suite_writer *suite;
  uint32_t tests;       /* written */
  uint32_t last_number; /* given, or of the earlier run */
  memo *memo;           /* or NULL */
  changes changes;
  char_vec reason;
  arena texts; /* of errors */
  error_list errors;
  VEC (testinput) inputs;
  char_vec bytes, output;
  arena outcomes; /* of the path at hand */
  source_places calls;
  _Atomic uint32_t *provisional; /* numbers of a piece, or NULL */
  map final;                     /* number in a piece -> number */
  bool has_failed, replaces;     /* a suite that was there */
  harvest_observer found;        /* or NULL */
  progress *progress;            /* or NULL */
  void *owner;
  bool is_early;
};

static bool suite_is_there (memory *mem, const char *dir) {
  mapped_file f;
  bool is_there = suite_map (mem, dir, &f);
  if (is_there)
    whole_file_unmap (&f);
  return is_there;
}

status harvest_new (context *c, program *p, const suite_facts *facts,
                    harvest **out) {
  const char *dir = c->options.out;
  bool replaces = suite_is_there (&c->memory, dir);
  suite_writer *w = suite_create (&c->memory, dir, facts, &c->trouble);
  if (!w && replaces)
    suite_restore (&c->memory, dir);
  if (!w)
    return c->trouble.code;
  harvest *h = memory_zalloc (&c->memory, sizeof *h);
  h->context = c;
  h->mem = &c->memory;
  h->program = p;
  h->facts = *facts;
  h->suite = w;
  h->replaces = replaces;
  changes_init (&h->changes, h->mem);
  arena_init (&h->texts, h->mem);
  arena_init (&h->outcomes, h->mem);
  error_list_init (&h->errors, h->mem, &h->texts,
                   c->options.all_errors ? ERRORS_PER_PATH : ERRORS_PER_CAUSE);
  map_init (&h->final, h->mem);
  *out = h;
  return ST_OK;
}

void harvest_attach (harvest *h, machine *m) {
  assert (!h->machine); /* once, before the first path */
  h->machine = m;
}

void harvest_observe (harvest *h, harvest_observer found, void *owner) {
  assert (!h->tests); /* from the first on */
  h->found = found;
  if (found && h->errors.per == ERRORS_PER_CAUSE)
    h->errors.per = ERRORS_PER_PLACE; /* as KLEE counts */
  h->owner = owner;
}

void harvest_remember (harvest *h, memo *m) { h->memo = m; }
void harvest_tell (harvest *h, progress *p) { h->progress = p; }

void harvest_free (harvest *h) {
  if (!h)
    return;
  harvest_close (h);
  changes_release (&h->changes);
  vec_release (h->mem, &h->reason);
  error_list_release (&h->errors);
  arena_release (&h->texts);
  arena_release (&h->outcomes);
  map_release (&h->final);
  vec_release (h->mem, &h->inputs, &h->bytes, &h->output, &h->calls);
  memory_free (h->mem, h, sizeof *h);
}

/* Inputs: the witness, as bytes in memory. */

/* What was given (machine_give) is a constant. */
static uint64_t part_of (const harvest *h, const pending *p, term part) {
  const terms *ts = machine_terms (h->machine);
  return term_is_const (ts, part) ? term_word (ts, part)
                                  : knowledge_input (p->knowledge, part);
}

static void harvest_add_bytes (harvest *h, const symbolic *in,
                               const pending *p) {
  for (uint32_t i = 0; i < in->n_parts; i++) {
    uint64_t v = part_of (h, p, in->part[i]);
    assert (in->width[i] && in->width[i] <= sizeof v);
    for (uint8_t b = 0; b < in->width[i]; b++)
      vec_push (h->mem, &h->bytes, (char) (v >> 8 * b));
  }
}

static void collect_inputs (harvest *h, const state *s, const pending *p) {
  vec_clear (&h->inputs);
  vec_clear (&h->bytes);
  for (size_t i = 0; i < s->symbolics.len; i++)
    harvest_add_bytes (h, s->symbolics.data + i, p);
  const uint8_t *at = (const uint8_t *) h->bytes.data;
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    vec_push (h->mem, &h->inputs,
              (testinput) {in->name, in->what, in->size, at});
    at += in->size;
  }
  assert (!h->bytes.len ||
          at == (const uint8_t *) h->bytes.data + h->bytes.len);
}

/* Output of the program under test. */

static uint64_t value_of (void *owner, term t) {
  const pending *p = owner;
  return knowledge_value (p->knowledge, t);
}

/* KLEE's tests have none. */
static void collect_outcome (harvest *h, const state *s, const pending *p,
                             testcase *t) {
  if (h->found)
    return;
  arena_reset (&h->outcomes);
  outcome_capture (h->machine, s, (void *) p, value_of, &h->outcomes,
                   &t->outcome);
  t->outcome.n--; /* the end, which the test has anyway */
}

static void show_output (harvest *h, const state *s, const pending *p,
                         uint32_t number) {
  for (int fd = 1; fd <= 2; fd++) {
    vec_clear (&h->output);
    machine_output (h->machine, s, fd, 0, (void *) p, value_of, &h->output);
    if (!h->output.len)
      continue;
    printf ("test %u wrote to %s:\n", number, fd == 1 ? "stdout" : "stderr");
    fwrite (h->output.data, 1, h->output.len, stdout);
    if (vec_last (&h->output) != '\n')
      putchar ('\n');
  }
}

/* Numbers. */

uint32_t harvest_last_number (harvest *h) {
  if (h->memo && !h->last_number)
    h->last_number = memo_last_number (h->memo);
  return h->last_number;
}

static uint32_t next_number (harvest *h) {
  if (h->provisional)
    return HARVEST_PROVISIONAL | atomic_fetch_add (h->provisional, 1);
  h->last_number = harvest_last_number (h) + 1;
  return h->last_number;
}

/* What became of the test of this path in the earlier run; a new one gets a
 * number.
 */
static void note_change (harvest *h, testcase *t, const pending *p) {
  testcase old;
  vec_clear (&h->reason);
  if (h->memo && memo_recall (h->memo, p, &old)) {
    bool is_same = memo_is_same (h->memo, p);
    t->number = old.number;
    if (!is_same) {
      text_puts (h->mem, &h->reason, "executed again, same values: ");
      memo_why_new (h->memo, p, &h->reason);
    }
    changes_compare (&h->changes, &old, t,
                     is_same ? NULL : text_c (h->mem, &h->reason));
    return;
  }
  t->number = next_number (h);
  text_puts (h->mem, &h->reason, "new path: ");
  bool has_past = h->memo && memo_has_past (h->memo);
  if (has_past)
    memo_why_new (h->memo, p, &h->reason);
  changes_add (&h->changes, CHANGE_ADDED, t,
               has_past ? text_c (h->mem, &h->reason) : NULL);
}

static void count_test (harvest *h) {
  if (h->memo)
    memo_note_test (h->memo, h->tests);
  h->tests++;
}

static void write_test (harvest *h, const testcase *t, const state *s,
                        const pending *p) {
  count_test (h);
  if (h->found)
    h->found (h->owner, t, s, p);
  if (!h->has_failed && suite_add (h->suite, t, &h->context->trouble))
    h->has_failed = true;
}

void harvest_carry (harvest *h, const testcase *old) {
  testcase t = *old;
  assert (t.end.kind != END_NONE && t.end.kind != END_SILENT);
  if (!t.number)
    t.number = next_number (h);
  if (t.end.kind == END_FAULT)
    t.is_repeated = error_list_add (&h->errors, &t);
  if (old->number)
    changes_add (&h->changes, CHANGE_KEPT, &t, NULL);
  else
    changes_add (&h->changes, CHANGE_ADDED, &t,
                 "a similar path took its number");
  write_test (h, &t, NULL, NULL);
}

void harvest_copy (harvest *h, const suite *from, uint32_t index) {
  testcase t;
  assert (index < suite_count (from));
  h->changes.count[CHANGE_KEPT]++;
  count_test (h);
  if (h->found) {
    suite_get ((suite *) from, index, &t);
    h->found (h->owner, &t, NULL, NULL);
  }
  if (!h->has_failed &&
      suite_copy (h->suite, from, index, &h->context->trouble))
    h->has_failed = true;
}

uint64_t harvest_path (harvest *h, const state *s, const pending *p) {
  assert (s->end.kind != END_NONE && s->end.kind != END_SILENT);
  assert (h->machine); /* harvest_attach */
  testcase t = {.path = p->path, .types = h->facts.types};
  end_record_of (h->machine, s, h->mem, &h->calls, &t.end);
  collect_inputs (h, s, p);
  t.n_inputs = (uint32_t) h->inputs.len;
  t.input = h->inputs.data;
  collect_outcome (h, s, p, &t);
  note_change (h, &t, p);
  if (h->context->options.output)
    show_output (h, s, p, t.number);
  if (t.end.kind == END_FAULT)
    t.is_repeated = error_list_add (&h->errors, &t);
  if (t.end.kind == END_FAULT && !t.is_repeated && h->progress)
    progress_tell (h->progress, &t);
  write_test (h, &t, s, p);
  return t.number;
}

/* Sharing. */

static status begin_suite (harvest *h, const char *dir) {
  trouble *why = &h->context->trouble;
  suite_abandon (h->suite);
  h->tests = 0;
  h->suite = suite_create (h->mem, dir, &h->facts, why);
  return h->suite ? ST_OK : why->code;
}

status harvest_begin_piece (harvest *h, const char *dir,
                            _Atomic uint32_t *numbers) {
  assert (numbers); /* from now on numbers are given by all members */
  h->provisional = numbers;
  changes_release (&h->changes);
  changes_init (&h->changes, h->mem);
  return begin_suite (h, dir);
}

status harvest_end_piece (harvest *h, const char *dir) {
  assert (h->provisional); /* harvest_begin_piece */
  return changes_write (&h->changes, dir, 0, &h->context->trouble);
}

status harvest_begin_join (harvest *h, const char *dir) {
  assert (!h->provisional); /* the main process joins */
  error_list_clear (&h->errors);
  return begin_suite (h, dir);
}

uint32_t harvest_join (harvest *h, testcase *t) {
  assert (!h->provisional); /* the main process joins */
  if (t->number & HARVEST_PROVISIONAL) {
    uint32_t before = t->number;
    t->number = next_number (h);
    map_put (&h->final, before, t->number);
  } else if (h->memo) {
    memo_use (h->memo, t->number);
  }
  if (t->end.kind == END_FAULT)
    t->is_repeated = error_list_add (&h->errors, t);
  write_test (h, t, NULL, NULL);
  return h->tests;
}

static uint32_t final_number (void *owner, uint32_t number) {
  harvest *h = owner;
  return (uint32_t) map_get (&h->final, number, number);
}

void harvest_join_changes (harvest *h, const char *dir) {
  changes c;
  uint64_t before;
  changes_init (&c, h->mem);
  if (changes_read (&c, dir, &before)) {
    changes_take_ends (&c, dir);
    changes_absorb (&h->changes, &c, h, final_number);
  }
  changes_release (&c);
}

const uint64_t *harvest_counts (const harvest *h) { return h->changes.count; }

void harvest_absorb (harvest *h, const uint64_t count[CHANGE_COUNT]) {
  for (int k = 0; k < CHANGE_COUNT; k++)
    h->changes.count[k] += count[k];
}

void harvest_flush (harvest *h) {
  if (h->suite && !h->has_failed)
    h->has_failed = suite_flush (h->suite, &h->context->trouble) != ST_OK;
}

/* Half a suite is not better than the whole one that was there. Without one,
 * what came to the disk are the tests.
 */
static void count_written (harvest *h) {
  const char *out = h->context->options.out;
  trouble why = {0};
  if (h->replaces && suite_restore (h->mem, out)) {
    log_warning (&h->context->log, "the tests of the last run stay in '%s'",
                 out);
    h->tests = 0;
    return;
  }
  suite *s = suite_open (h->mem, out, &why);
  h->tests = s ? suite_count (s) : 0;
  suite_free (s);
}

status harvest_close (harvest *h) {
  if (!h->suite)
    return ST_OK;
  status st = suite_close (h->suite, &h->context->trouble);
  h->suite = NULL;
  if (h->has_failed)
    st = h->context->trouble.code;
  h->has_failed |= st != ST_OK;
  if (st)
    count_written (h);
  return st;
}

void harvest_report_errors (const harvest *h, arena *to, report *out) {
  out->per = h->errors.per;
  out->n_errors = h->errors.errors.len;
  out->errors = error_list_sorted (&h->errors, to);
  report_count_misuse (out);
}

const suite_facts *harvest_facts (const harvest *h) { return &h->facts; }

uint64_t harvest_tests (const harvest *h) { return h->tests; }

static void on_gone (void *owner, const testcase *t, const char *why) {
  harvest *h = owner;
  changes_add (&h->changes, CHANGE_DROPPED, t,
               h->is_early ? "the run ended before it reached this path" : why);
}

/* A suite is worth as much without reasons. */
const changes *harvest_changes (harvest *h, bool is_early) {
  trouble why = {0};
  h->is_early = is_early;
  bool is_part = h->context->options.range; /* the others are elsewhere */
  if (h->memo && !is_part)
    memo_why_gone (h->memo, h, on_gone);
  if (!h->has_failed &&
      changes_write (&h->changes, h->context->options.out,
                     h->memo ? memo_suite_digest (h->memo) : 0, &why))
    log_warning (&h->context->log, "%s", trouble_text (&why));
  return &h->changes;
}
