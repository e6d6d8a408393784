/* Random code over one symbolic byte: all its paths, found by trying all
 * values at each choice, against 256 concrete runs.
 */

#include "random.h"
#include "support/machine_lab.h"
#include "test.h"

#include <string.h>

#define VALUES 256

/* Which values of the input a state stands for. */
typedef struct values {
  bool has[VALUES];
  unsigned n;
} values;

typedef struct tree {
  chooser chooser; /* first */
  machine_lab lab;
  term input;
  VEC (state *) pending;
  uint64_t n_ids, forks;
} tree;

static values *values_of (const state *s) { return s->extra; }

static uint64_t value_at (tree *t, term of, unsigned x) {
  model_set (t->lab.follow.model, t->input, x);
  evaluator_start (t->lab.follow.evaluator, t->lab.follow.model);
  return evaluator_value (t->lab.follow.evaluator, of);
}

static values *values_where (tree *t, const values *from, term guard) {
  values *v = memory_zalloc (NULL, sizeof *v);
  for (unsigned x = 0; x < VALUES; x++)
    if (from->has[x] && value_at (t, guard, x))
      v->has[x] = true, v->n++;
  return v;
}

static void values_free (values *v) { memory_free (NULL, v, sizeof *v); }

static void fork_with (tree *t, state *s, values *v, uint32_t choice) {
  state *copy = machine_fork (t->lab.machine, s, ++t->n_ids);
  copy->forced[s->next_forced] = choice;
  copy->n_forced = s->next_forced + 1;
  copy->extra = v;
  vec_push (NULL, &t->pending, copy);
  t->forks++;
}

/* Each value of the state makes exactly one guard true. */
static int tree_choose (chooser *c, state *s, choice_kind why, uint32_t n,
                        const term *guard) {
  (void) why;
  tree *t = (tree *) c;
  values *all = values_of (s), *mine = NULL;
  int chosen = CHOICE_STOP;
  unsigned sum = 0;
  for (uint32_t i = 0; i < n; i++) {
    values *v = values_where (t, all, guard[i]);
    sum += v->n;
    if (!v->n)
      values_free (v);
    else if (!mine)
      mine = v, chosen = (int) i;
    else
      fork_with (t, s, v, i);
  }
  CHECK_EQ (sum, all->n);
  values_free (all);
  s->extra = mine;
  return chosen;
}

static bool tree_value (chooser *c, state *s, term of, bool fix,
                        const char *why, uint64_t *out) {
  (void) why;
  CHECK (!fix);
  unsigned x = 0;
  while (!values_of (s)->has[x])
    x++;
  *out = value_at ((tree *) c, of, x);
  return true;
}

/* The more is known the better it is. */
static void tree_range (chooser *c, state *s, term of, uint64_t *low,
                        uint64_t *high) {
  *low = UINT64_MAX;
  *high = 0;
  for (unsigned x = 0; x < VALUES; x++)
    if (values_of (s)->has[x]) {
      uint64_t v = value_at ((tree *) c, of, x);
      *low = v < *low ? v : *low;
      *high = v > *high ? v : *high;
    }
  uint64_t slack = values_of (s)->n > 100  ? UINT64_MAX
                   : values_of (s)->n > 20 ? 16
                                           : 0;
  *low = *low < slack ? 0 : *low - slack;
  *high = UINT64_MAX - *high < slack ? UINT64_MAX : *high + slack;
}

static void tree_warn (chooser *c, state *s, const cause *text) {
  (void) c, (void) s, (void) text;
}

static void tree_init (tree *t) {
  memset (t, 0, sizeof *t);
  t->chooser = (chooser) {.choose = tree_choose,
                          .value = tree_value,
                          .range = tree_range,
                          .warn = tree_warn};
  machine_lab_init (&t->lab);
  t->input = term_var (t->lab.terms, "x", 1, sort_bv (8));
}

static void tree_release (tree *t) {
  vec_release (NULL, &t->pending);
  machine_lab_release (&t->lab);
}

/* Random code: values of 1, 8, 32 and 64 bits, an array of bytes and one of
 * ints, loops and calls.
 */

enum { BIT, BYTE, INT, LONG, KINDS, EACH = 4 };
static const uint8_t width_of[KINDS] = {1, 8, 32, 64};

typedef struct author {
  writer w;
  uint64_t seed;
  uint32_t slot[KINDS][EACH], constant[KINDS][EACH];
  uint32_t bytes, ints, one; /* addresses; the number of elements */
  uint32_t scratch;          /* for addresses */
  uint32_t helper;           /* a function of one long */
} author;

static uint32_t any (author *a, unsigned kind_) {
  unsigned i = random_below (&a->seed, EACH);
  return random_below (&a->seed, 6) ? a->slot[kind_][i] : a->constant[kind_][i];
}

static uint32_t target (author *a, unsigned kind_) {
  return a->slot[kind_][random_below (&a->seed, EACH)];
}

static void write_arith (author *a) {
  unsigned k = random_below (&a->seed, KINDS);
  unsigned what = OP_ADD + random_below (&a->seed, OP_BITREVERSE - OP_ADD + 1);
  bool is_risky = what >= OP_UDIV && what <= OP_ASHR;
  if ((what == OP_BSWAP && k < INT) || (is_risky && k == BIT))
    what = OP_XOR, is_risky = false;
  uint32_t b = any (a, k);
  if (is_risky && random_below (&a->seed, 16))
    b = a->constant[k][0];
  writer_add (&a->w, (insn) {.op = (uint16_t) what,
                             .w = width_of[k],
                             .dst = target (a, k),
                             .a = any (a, k),
                             .b = b});
}

static void write_compare_to (author *a, uint32_t dst) {
  unsigned k = random_below (&a->seed, KINDS);
  unsigned what =
      OP_EQ + random_below (&a->seed, OP_UMUL_OVERFLOWS - OP_EQ + 1);
  writer_add (&a->w, (insn) {.op = (uint16_t) what,
                             .w = width_of[k],
                             .dst = dst,
                             .a = any (a, k),
                             .b = any (a, k)});
}

static void write_compare (author *a) { write_compare_to (a, target (a, BIT)); }

static void write_cast (author *a) {
  unsigned i = random_below (&a->seed, KINDS - 1);
  unsigned j = i + 1 + random_below (&a->seed, KINDS - 1 - i);
  bool is_down = random_below (&a->seed, 2);
  unsigned from = is_down ? j : i, to = is_down ? i : j;
  unsigned what = is_down                      ? OP_TRUNC
                  : random_below (&a->seed, 2) ? OP_ZEXT
                                               : OP_SEXT;
  writer_add (&a->w, (insn) {.op = (uint16_t) what,
                             .w = width_of[to],
                             .x = width_of[from],
                             .dst = target (a, to),
                             .a = any (a, from)});
}

static void write_select (author *a) {
  unsigned k = random_below (&a->seed, KINDS);
  writer_add (&a->w, (insn) {.op = OP_SELECT,
                             .w = width_of[k],
                             .dst = target (a, k),
                             .a = any (a, BIT),
                             .b = any (a, k),
                             .c = any (a, k)});
}

static void write_run (author *a) {
  unsigned k = random_below (&a->seed, KINDS);
  if (random_below (&a->seed, 2))
    writer_add (&a->w, (insn) {.op = OP_PICK,
                               .w = width_of[k],
                               .dst = target (a, k),
                               .a = a->slot[k][0],
                               .b = EACH,
                               .c = any (a, LONG)});
  else
    writer_add (&a->w, (insn) {.op = OP_PUT,
                               .w = width_of[k],
                               .dst = a->slot[k][0],
                               .a = any (a, k),
                               .b = EACH,
                               .c = any (a, LONG)});
}

/* Most indices are made to fit. */
static void write_access (author *a) {
  bool is_int = random_below (&a->seed, 2);
  unsigned k = is_int ? INT : BYTE;
  uint32_t index = any (a, BYTE);
  if (random_below (&a->seed, 8)) {
    writer_add (&a->w, (insn) {.op = OP_AND,
                               .w = 8,
                               .dst = a->slot[BYTE][0],
                               .a = index,
                               .b = a->constant[BYTE][0]});
    index = a->slot[BYTE][0];
  }
  uint32_t base = is_int ? a->ints : a->bytes;
  if (!random_below (&a->seed, 6)) {
    writer_add (&a->w, (insn) {.op = OP_SELECT,
                               .w = 64,
                               .dst = a->scratch,
                               .a = any (a, BIT),
                               .b = a->ints,
                               .c = a->bytes});
    base = a->scratch;
  }
  writer_add (&a->w, (insn) {.op = OP_INDEX,
                             .x = 8,
                             .dst = a->scratch,
                             .a = base,
                             .b = index,
                             .c = is_int ? 4 : 1});
  bool is_load = random_below (&a->seed, 2);
  writer_add (&a->w, (insn) {.op = is_load ? OP_LOAD : OP_STORE,
                             .w = width_of[k],
                             .dst = target (a, k),
                             .a = a->scratch,
                             .b = any (a, k)});
}

static void write_call (author *a) {
  uint32_t argument = any (a, LONG);
  writer_add (&a->w, (insn) {.op = OP_CALL,
                             .w = 64,
                             .dst = target (a, LONG),
                             .a = a->helper,
                             .b = writer_pool (&a->w, 1, &argument),
                             .c = 1});
}

static void write_one (author *a) {
  static void (*const all[]) (author *) = {
      write_arith,  write_compare, write_compare, write_cast,
      write_cast,   write_select,  write_run,     write_access,
      write_access, write_access,  write_access,  write_call};
  all[random_below (&a->seed, sizeof all / sizeof *all)](a);
}

static void write_slots (author *a) {
  static const uint64_t seven[KINDS] = {1, 7, 7, 7};
  for (unsigned k = 0; k < KINDS; k++)
    for (unsigned i = 0; i < EACH; i++)
      a->constant[k][i] = writer_constant (
          &a->w, width_of[k],
          i ? random_next (&a->seed) >> (i < 2 ? 0 : 60) : seven[k]);
  a->one = writer_constant (&a->w, 64, 8);
  uint32_t x = writer_params (&a->w, 1);
  a->w.param[0] = 8;
  for (unsigned k = 0; k < KINDS; k++)
    for (unsigned i = 0; i < EACH; i++)
      a->slot[k][i] = writer_slot (&a->w);
  a->bytes = writer_slot (&a->w);
  a->ints = writer_slot (&a->w);
  a->scratch = writer_slot (&a->w);
  writer_block (&a->w);
  for (unsigned k = 0; k < KINDS; k++)
    for (unsigned i = 0; i < EACH; i++)
      writer_add (
          &a->w,
          (insn) {.op = OP_MOVE, .dst = a->slot[k][i], .a = a->constant[k][i]});
  writer_add (&a->w, (insn) {.op = OP_MOVE, .dst = a->slot[BYTE][1], .a = x});
  writer_add (&a->w, (insn) {.op = OP_MOVE, .dst = a->slot[BYTE][2], .a = x});
  writer_add (
      &a->w,
      (insn) {.op = OP_SEXT, .w = 64, .x = 8, .dst = a->slot[LONG][2], .a = x});
  writer_add (
      &a->w,
      (insn) {.op = OP_ZEXT, .w = 32, .x = 8, .dst = a->slot[INT][1], .a = x});
  writer_add (&a->w,
              (insn) {.op = OP_ALLOCA, .dst = a->bytes, .a = a->one, .b = 1});
  writer_add (&a->w,
              (insn) {.op = OP_ALLOCA, .dst = a->ints, .a = a->one, .b = 4});
}

/* All slots and all of memory go into the result. */

static void write_digest_of (author *a, uint32_t slot, unsigned w) {
  uint32_t sum = a->slot[LONG][0], wide = a->scratch;
  if (w < 64)
    writer_add (
        &a->w,
        (insn) {
            .op = OP_ZEXT, .w = 64, .x = (uint8_t) w, .dst = wide, .a = slot});
  else
    wide = slot;
  writer_add (&a->w, (insn) {.op = OP_MUL,
                             .w = 64,
                             .dst = sum,
                             .a = sum,
                             .b = a->constant[LONG][0]});
  writer_add (&a->w,
              (insn) {.op = OP_ADD, .w = 64, .dst = sum, .a = sum, .b = wide});
}

static void write_digest (author *a) {
  for (unsigned k = 0; k < KINDS; k++)
    for (unsigned i = k == LONG; i < EACH; i++)
      write_digest_of (a, a->slot[k][i], width_of[k]);
  for (uint32_t i = 0; i < 8; i++)
    for (unsigned k = BYTE; k <= INT; k++) {
      writer_add (&a->w, (insn) {.op = OP_LOAD,
                                 .w = width_of[k],
                                 .dst = a->slot[k][0],
                                 .a = k == INT ? a->ints : a->bytes,
                                 .c = k == INT ? 4 * i : i});
      write_digest_of (a, a->slot[k][0], width_of[k]);
    }
}

/* Blocks that go to one of two later ones, or by a switch to one of three. */
#define BLOCKS 5

static void write_body (author *a) {
  uint32_t start[BLOCKS + 1], end[BLOCKS];
  for (unsigned i = 0; i < BLOCKS; i++) {
    start[i] = i ? writer_block (&a->w) : 0;
    for (unsigned n = 3 + random_below (&a->seed, 6); n; n--)
      write_one (a);
    bool is_switch = i == 1;
    uint32_t by = any (a, is_switch ? BYTE : BIT);
    if (!is_switch)
      write_compare_to (a, by = a->slot[BIT][1]);
    end[i] = writer_add (&a->w, (insn) {.op = is_switch ? OP_SWITCH : OP_BRANCH,
                                        .w = is_switch ? 8 : 1,
                                        .a = by});
  }
  start[BLOCKS] = writer_block (&a->w);
  write_digest (a);
  writer_add (&a->w, (insn) {.op = OP_RETURN, .a = a->slot[LONG][0], .b = 1});
  for (unsigned i = 0; i < BLOCKS; i++) {
    insn *in = &a->w.insn.data[end[i]];
    if (in->op == OP_SWITCH) {
      in->b = 0;
      continue;
    }
    in->b = start[i + 1 + random_below (&a->seed, BLOCKS - i)];
    in->c = start[i + 1 + random_below (&a->seed, BLOCKS - i)];
  }
  static const uint64_t cases[] = {0, 1, 2, 7, 200, 201};
  static _Thread_local uint32_t pc[6];
  for (unsigned i = 0; i < 6; i++)
    pc[i] = start[2 + i / 2 % 2 * 2];
  a->w.switches[0] =
      (switching) {.n = 6, .value = cases, .pc = pc, .otherwise = start[3]};
}

/* The helper: how often can its argument, cut to 3 bits, be counted down? */
static uint32_t write_helper (tree *t, writer *w) {
  writer_init (w, "helper");
  uint32_t seven = writer_constant (w, 64, 7), one = writer_constant (w, 64, 1),
           zero = writer_constant (w, 64, 0);
  uint32_t n = writer_params (w, 1), i = writer_slot (w), c = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = OP_AND, .w = 64, .dst = n, .a = n, .b = seven});
  writer_add (w, (insn) {.op = OP_MOVE, .dst = i, .a = zero});
  uint32_t loop = writer_block (w);
  writer_add (w, (insn) {.op = OP_ADD, .w = 64, .dst = i, .a = i, .b = one});
  writer_add (w, (insn) {.op = OP_ULT, .w = 64, .dst = c, .a = i, .b = n});
  writer_add (w, (insn) {.op = OP_BRANCH, .a = c, .b = loop, .c = loop + 4});
  writer_block (w);
  writer_add (w, (insn) {.op = OP_RETURN, .a = i, .b = 1});
  return writer_finish (w, &t->lab);
}

static bool is_same_end (const state *a, const state *b) {
  return a->end.kind == b->end.kind && a->end.fault == b->end.fault &&
         a->end.function == b->end.function && a->end.insn == b->end.insn;
}

/* The value returned, on a path that did. */
static uint64_t result_at (tree *t, const author *a, const state *s,
                           unsigned x) {
  model_set (t->lab.follow.model, t->input, x);
  return machine_lab_value (&t->lab, s->top->slot[a->slot[LONG][0]]);
}

static void compare_path (tree *t, const author *a, uint32_t f,
                          const state *path) {
  for (unsigned x = 0; x < VALUES; x++) {
    if (!values_of (path)->has[x])
      continue;
    state *s = machine_lab_start (&t->lab, f);
    s->top->slot[a->w.code.n_constants] = word_of (x);
    CHECK_EQ (machine_run (t->lab.machine, s, UINT64_MAX), STOP_ENDED);
    if (!is_same_end (path, s))
      FAIL ("%u: path ends with %s at %u, run with %s at %u", x,
            fault_name (path->end.fault), path->end.insn,
            fault_name (s->end.fault), s->end.insn);
    if (s->end.kind == END_EXIT)
      CHECK_EQ (result_at (t, a, path, x), result_at (t, a, s, x));
    CHECK_EQ (s->instructions, path->instructions);
    machine_drop (t->lab.machine, s);
  }
}

/* Small amounts of fuel, so that states rest at many blocks. */
static unsigned explore (tree *t, const author *a, uint32_t f) {
  machine *m = t->lab.machine;
  state *first = machine_lab_start (&t->lab, f);
  first->top->slot[a->w.code.n_constants] = (word) {.term = t->input};
  values *all = memory_alloc (NULL, sizeof *all);
  memset (all->has, true, sizeof all->has);
  all->n = VALUES;
  first->extra = all;
  vec_push (NULL, &t->pending, first);
  unsigned covered = 0;
  while (t->pending.len) {
    state *s = vec_pop (&t->pending);
    while (machine_run (m, s, 7) != STOP_ENDED)
      continue;
    covered += values_of (s)->n;
    compare_path (t, a, f, s);
    values_free (s->extra);
    machine_drop (m, s);
  }
  return covered;
}

static uint64_t try_code (uint64_t seed) {
  tree t;
  tree_init (&t);
  t.lab.machine->chooser = &t.chooser;
  writer helper;
  author a = {.seed = seed};
  a.helper = write_helper (&t, &helper);
  writer_init (&a.w, "random");
  write_slots (&a);
  write_body (&a);
  uint32_t f = writer_finish (&a.w, &t.lab);
  CHECK_EQ (explore (&t, &a, f), VALUES);
  uint64_t forks = t.forks;
  tree_release (&t);
  writer_release (&helper);
  writer_release (&a.w);
  return forks;
}

TEST (paths_are_what_concrete_runs_do) {
  uint64_t forks = 0;
  unsigned n = test_is_long () ? 20000 : 400;
  for (unsigned i = 0; i < n; i++)
    forks += try_code (i);
  CHECK (forks > n);
}
