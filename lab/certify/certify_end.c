/* Ends of paths, and what is said about them. */

#include "export/recorded.h"
#include "lab/certify/certifier_priv.h"
#include "machine/ending_text.h"

#include <inttypes.h>
#include <stdarg.h>

#define MAX_FAILURES 100 /* that are listed */
#define MAX_WAY 200      /* choices that are listed */

/* Saying. */

static const char *certified_keep (certifier *c, const char *text) {
  return arena_copy (&c->texts, text, strlen (text) + 1);
}

spot certify_spot (const state *s) {
  return s->top ? (spot) {s->top->code->function, s->top->pc}
                : (spot) {s->end.function, s->end.insn};
}

typedef struct where {
  const char *file, *function;
  uint32_t line;
} where;

static where certified_place_of (certifier *c, spot at) {
  if (at.function >= program_count_functions (c->program))
    return (where) {"", "", 0};
  const function *f = program_function (c->program, at.function);
  if (!f->has_body)
    return (where) {"", f->name, 0};
  const code *body = program_code (c->program, at.function);
  if (at.insn >= body->n_insns || !body->place)
    return (where) {"", f->name, 0};
  place p = body->place[at.insn];
  return (where) {program_file (c->program, p.file), f->name, p.line};
}

/* The innermost frame of the user's own code: nobody knows the libc's. */
static where place_of_state (certifier *c, const state *s) {
  const frame *f = s->top;
  while (f && !program_function (c->program, f->code->function)->is_users)
    f = f->caller;
  if (!f || f == s->top)
    return certified_place_of (c, certify_spot (s));
  return certified_place_of (c, (spot) {f->code->function, f->pc - 1});
}

static const char *way_text (certifier *c) {
  vec_clear (&c->text);
  for (size_t i = 0; i < c->way.len && i < MAX_WAY; i++)
    text_printf (c->mem, &c->text, i ? " %u" : "%u", c->way.data[i]);
  if (c->way.len > MAX_WAY)
    text_puts (c->mem, &c->text, " ...");
  return certified_keep (c, text_c (c->mem, &c->text));
}

void certify_fail (certifier *c, const state *s, const char *fmt, ...) {
  char what[240];
  va_list args;
  c->result.n_failures++;
  if (c->failures.len == MAX_FAILURES)
    return;
  va_start (args, fmt);
  vsnprintf (what, sizeof what, fmt, args);
  va_end (args);
  where at = s ? place_of_state (c, s) : (where) {"", "", 0};
  certify_failure f = {.what = certified_keep (c, what),
                       .file = at.file,
                       .function = at.function,
                       .line = at.line,
                       .way = s ? way_text (c) : ""};
  vec_push (c->mem, &c->failures, f);
}

void certify_note_loss (certifier *c, const spot *s, const char *what) {
  where at = s ? certified_place_of (c, *s) : (where) {"", "", 0};
  hash128 h = hash_bytes (what, strlen (what));
  hash128 f = hash_bytes (at.function, strlen (at.function));
  uint64_t *slot = map_at (&c->note_at, hash_mix (h.lo ^ f.lo, at.line) | 1);
  if (!*slot) {
    certify_note n = {.what = certified_keep (c, what),
                      .file = at.file,
                      .function = at.function,
                      .line = at.line};
    vec_push (c->mem, &c->notes, n);
    *slot = c->notes.len;
  }
  c->notes.data[*slot - 1].count++;
}

void certify_note_cause (certifier *c, const spot *s, const cause *why) {
  vec_clear (&c->text);
  cause_print (why, 1, c->mem, &c->text);
  certify_note_loss (c, s, text_c (c->mem, &c->text));
}

/* Nodes. */

void certify_way (certifier *c, const node_visit *v) {
  const shape *s = shape_of (c, v);
  spot at = certify_spot (v->state);
  vec_clear (&c->blocks);
  machine_take_blocks (c->machine, c->mem, &c->blocks);
  if (s->is_inexact)
    certify_note_loss (c, &at, "not explored exactly");
  if (!claims_is_set (&c->claims, s->set, &c->blocks, v->sees_globals,
                      v->sees_functions))
    certify_fail (c, v->state,
                  "the blocks on the way here are not those of "
                  "the trie");
}

/* What a test says of its end may be anything. */
static const char *plain (certifier *c, const end_record *e) {
  vec_clear (&c->text);
  end_print (e, c->mem, &c->text);
  for (size_t i = 0; i < c->text.len; i++)
    if (c->text.data[i] < ' ' || c->text.data[i] > '~')
      c->text.data[i] = '?';
  return text_c (c->mem, &c->text);
}

void certify_boundary (certifier *c, uint32_t i, const spot *before) {
  const trie *t = &c->claims.trie;
  const shape *s = trie_shape (t, i);
  uint32_t link = t->node[i].link;
  spot at;
  bool has_place =
      s->kind == SHAPE_CUT && s->n && claims_spot (&c->claims, s->site, &at);
  const char *what = "cut short";
  if (s->kind == SHAPE_OPEN)
    what = "not explored";
  else if (link) {
    testcase test;
    suite_get (c->claims.tests, link - 1, &test);
    c->loaded = 0; /* it is another one that is there now */
    what = plain (c, &test.end);
  }
  c->result.open += s->kind != SHAPE_CUT;
  c->result.cut += s->kind == SHAPE_CUT;
  certify_note_loss (c, has_place ? &at : before, what);
}

/* Ends. */

/* With another limit the path would go on. */
static void note_limit (certifier *c, const state *s) {
  spot at = certify_spot (s);
  certify_note_cause (c, &at,
                      &(cause) {.reason = s->end.limit == LIMIT_LOOP
                                              ? WHY_MAX_LOOP
                                              : WHY_MAX_FRAMES});
}

static const shape_kind kinds[] = {[END_NONE] = SHAPE_OPEN,
                                   [END_EXIT] = SHAPE_EXIT,
                                   [END_FAULT] = SHAPE_FAULT,
                                   [END_CUT] = SHAPE_CUT,
                                   [END_SILENT] = SHAPE_SILENT};

static bool is_spot (certifier *c, trie_spot claimed, spot now) {
  spot at;
  return claims_spot (&c->claims, claimed, &at) &&
         at.function == now.function && at.insn == now.insn;
}

/* The place of a fault, its frames, and where its object was made. */
static bool has_place (certifier *c, const shape *s, const state *now) {
  const uint32_t *list = c->claims.trie.pool.data + s->list;
  const ending *e = &now->end;
  if (e->kind != END_FAULT || !now->top)
    return !s->n && !s->size;
  vec_clear (&c->spots);
  state_spots (now, c->mem, &c->spots);
  uint32_t n = e->detail->n_related;
  for (uint32_t i = 0; i < n; i++)
    vec_push (c->mem, &c->spots, e->detail->related[i]);
  bool is_same = s->n == 1 && s->what == n && s->limit == e->limit &&
                 s->size == 3 * c->spots.len &&
                 is_spot (c, s->site, (spot) {e->function, e->insn});
  for (size_t i = 0; is_same && i < c->spots.len; i++, list += 3)
    is_same =
        is_spot (c, (trie_spot) {list[0], list[1], list[2]}, c->spots.data[i]);
  return is_same;
}

static bool has_inputs (const state *s, const testcase *t) {
  bool is_same = s->symbolics.len == t->n_inputs;
  for (uint32_t i = 0; is_same && i < t->n_inputs; i++) {
    const symbolic *in = s->symbolics.data + i;
    is_same = in->size == t->input[i].size && in->what == t->input[i].what &&
              !strcmp (in->name, t->input[i].name);
  }
  return is_same;
}

static bool says_so (const testcase *t, const ending *e) {
  return t->end.kind == e->kind &&
         (e->kind != END_FAULT || t->end.fault == e->fault);
}

/* The concrete run takes the same way to the same end. */
static bool runs_so (const testcase *t, const state *s, const recorded *r) {
  bool is_exit = s->end.kind == END_EXIT;
  return r->has_inputs && r->end.kind == s->end.kind && r->trace == s->trace &&
         r->blocks == s->traced && r->end.fault == s->end.fault &&
         (is_exit ? r->end.status == t->end.status
                  : r->end.function == s->end.function &&
                        r->end.insn == s->end.insn);
}

static void check_test (certifier *c, node_visit *v) {
  const state *s = v->state;
  recorded r;
  assert (v->test); /* of its own node: that is the first behind it */
  certify_load (c, s, v->test);
  const testcase *t = &c->test;
  c->result.tests++;
  if (!has_inputs (s, t))
    certify_fail (c, s, "the inputs of test %u are not those of the path",
                  t->number);
  else if (!says_so (t, &s->end))
    certify_fail (c, s, "test %u says that it ends another way", t->number);
  else if (!certify_satisfies (c, v->knowledge))
    certify_fail (c, s, "test %u does not satisfy the path condition",
                  t->number);
  else {
    recorded_make (c->mem, c->reference, t,
                   c->deadline ? c->deadline : UINT64_MAX, &r);
    if (!runs_so (t, s, &r))
      certify_fail (c, s, "executed concretely, test %u takes another path",
                    t->number);
  }
}

static bool is_claimed_end (certifier *c, node_visit *v) {
  const shape *s = shape_of (c, v);
  const state *now = v->state;
  if (s->kind == SHAPE_DECISION)
    certify_fail (c, now, "the path ends where the trie goes on");
  else if (s->kind != kinds[now->end.kind])
    certify_fail (c, now, "the path does not end the way the trie says");
  else if (s->asked != v->asked)
    certify_fail (c, now, "the path has other questions than the trie says");
  else if (!has_place (c, s, now))
    certify_fail (c, now, "the path does not end where the trie says");
  else
    return true;
  return false;
}

void certify_end (certifier *c, node_visit *v) {
  end_kind how = v->state->end.kind;
  if (!is_claimed_end (c, v))
    return;
  v->sees_globals |= how == END_CUT || v->state->end.is_nowhere;
  v->sees_functions |= v->state->end.is_nowhere;
  certify_way (c, v);
  c->result.complete += how == END_EXIT;
  c->result.error += how == END_FAULT;
  c->result.silent += how == END_SILENT;
  if (v->state->end.limit)
    note_limit (c, v->state);
  bool has_test = c->claims.trie.node[v->node].link != 0;
  if (has_test != (how != END_SILENT))
    certify_fail (c, v->state,
                  has_test ? "a silent end has a test" : "the end has no test");
  else if (has_test)
    check_test (c, v);
}
