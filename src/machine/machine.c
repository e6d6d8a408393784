/* The machine: functions made ready, choices, ends, runs, what is covered.
 *
 * A choice is made once for each path, by the chooser, and noted in the state:
 *
 *     forced       [2] [0] [1]  .  .  .  .  .
 *     next_forced   ─▶ ▲     ▲ n_forced
 *
 * The first time an instruction asks, there are none; each answer is appended.
 * A fork made at the second question has the answer to the first and its own
 * to the second, and executes the instruction from the start: what is there is
 * taken in order, then the chooser is asked. When the instruction is done the
 * list is emptied (loop.c). A guard that is the constant true is taken without
 * asking, both times.
 *
 * The first end of a path is the one that counts: what an instruction still
 * does after the chooser has cut the path does not change why.
 */

#include "machine/machine_priv.h"

#include "machine/identity.h"
#include "term/unset.h"

/* Functions made ready. */

static void machine_make_room (machine *m, uint32_t n) {
  if (n <= m->cap_blocks)
    return;
  uint32_t cap = (n < 512 ? 1024 : 2 * n) / 8 * 8, old = m->cap_blocks;
  m->covered = memory_resize (m->mem, m->covered, old / 8, cap / 8);
  m->branches = memory_resize (m->mem, m->branches, old, cap);
  m->seen = memory_resize (m->mem, m->seen, old / 8, cap / 8);
  m->ways = memory_resize (m->mem, m->ways, old, cap);
  memset (m->covered + old / 8, 0, (cap - old) / 8);
  memset (m->branches + old, 0, cap - old);
  memset (m->seen + old / 8, 0, (cap - old) / 8);
  memset (m->ways + old, 0, cap - old);
  if (m->is_counting) {
    m->tally = memory_resize (m->mem, m->tally, old * sizeof *m->tally,
                              cap * sizeof *m->tally);
    memset (m->tally + old, 0, (cap - old) * sizeof *m->tally);
  }
  vec_reserve (m->mem, &m->fresh, cap); /* each once */
  assert (cap % 8 == 0 && cap >= n);
  m->cap_blocks = cap;
}

static void count_blocks (machine *m, const code *c) {
  for (uint32_t i = 0; i < c->n_blocks; i++)
    if (c->block[i].index >= m->n_blocks)
      m->n_blocks = c->block[i].index + 1;
  machine_make_room (m, m->n_blocks);
}

static term wide_constant (terms *ts, const constant *c) {
  term low = term_bv (ts, 64, c->low);
  return term_concat (ts, term_bv (ts, c->width - 64, c->high), low);
}

static word word_of_constant (terms *ts, const constant *c) {
  if (c->width > 64)
    return (word) {.term = wide_constant (ts, c)};
  return word_of (c->low & word_mask (c->width));
}

static void machine_machine_prepare (machine *m, prepared *p, const code *c) {
  assert (!p->code && c->n_insns && c->insn[0].op == OP_BLOCK);
  p->constant = memory_alloc (m->mem, c->n_constants * sizeof (word));
  for (uint32_t i = 0; i < c->n_constants; i++)
    p->constant[i] = word_of_constant (m->terms, &c->constant[i]);
  p->insn = memory_alloc (m->mem, c->n_insns * sizeof (insn));
  loop_prepare (m, c, p->insn);
  count_blocks (m, c);
  p->code = c;
}

const prepared *machine_prepare (machine *m, uint32_t callee) {
  assert (callee < m->n_functions);
  prepared *p = &m->prepared[callee];
  if (p->code)
    return p;
  if (p->function->builtin || !p->function->has_body)
    return NULL;
  machine_machine_prepare (m, p, program_code (m->program, callee));
  return p;
}

uint32_t machine_function_at (const machine *m, uint64_t address) {
  if (m->program)
    return program_function_at (m->program, address_slot (address));
  uint32_t i = address_slot (address) - 1;
  return i < m->n_functions ? i : UINT32_MAX;
}

void machine_add_function (machine *m, const function *f, const code *c) {
  uint32_t n = m->n_functions;
  m->prepared = memory_resize (m->mem, m->prepared, n * sizeof *m->prepared,
                               (n + 1) * sizeof *m->prepared);
  m->prepared[n] = (prepared) {.function = f};
  m->n_functions = n + 1;
  if (c)
    machine_machine_prepare (m, &m->prepared[n], c);
}

/* Awaiting. */

static insn *awaited_insn (machine *m, const awaited *a) {
  return &m->prepared[a->function].insn[a->pc];
}

/* Take all signs away, or put those back that are still waited for. */
static void clear_signs (machine *m) {
  for (size_t i = 0; i < m->awaited.len; i++)
    awaited_insn (m, &m->awaited.data[i])->op = m->awaited.data[i].op;
}

static void set_signs (machine *m) {
  for (size_t i = 0; i < m->awaited.len; i++)
    loop_await (awaited_insn (m, &m->awaited.data[i]));
}

void machine_await (machine *m, unsigned which, uint32_t whose, uint32_t pc) {
  machine_prepare (m, whose);
  clear_signs (m);
  const insn *copy = m->prepared[whose].insn;
  assert (copy && which < 64 && pc < m->prepared[whose].code->n_insns);
  pc -= loop_is_fused (copy, pc);
  vec_push (m->mem, &m->awaited,
            (awaited) {.function = whose,
                       .pc = pc,
                       .op = copy[pc].op,
                       .which = (uint8_t) which});
  set_signs (m);
}

void machine_meet (machine *m, uint32_t whose, uint32_t pc) {
  uint64_t met = 0;
  size_t n = 0;
  clear_signs (m);
  for (size_t i = 0; i < m->awaited.len; i++) {
    const awaited *a = m->awaited.data + i;
    if (a->function == whose && a->pc == pc)
      met |= UINT64_C (1) << a->which;
  }
  assert (met); /* or the sign stays, and the loop with it */
  for (size_t i = 0; i < m->awaited.len; i++)
    if (!(met >> m->awaited.data[i].which & 1))
      m->awaited.data[n++] = m->awaited.data[i];
  m->awaited.len = n;
  m->met |= met;
  set_signs (m);
}

uint64_t machine_take_met (machine *m) {
  uint64_t met = m->met;
  m->met = 0;
  return met;
}

/* Life cycle. */

machine *machine_new (const machine_config *config) {
  memory *mem = &config->context->memory;
  machine *m = memory_zalloc (mem, sizeof *m);
  map_init (&m->grave_at, mem);
  map_init (&m->variable_at, mem);
  m->context = config->context;
  m->mem = mem;
  m->terms = config->terms;
  m->program = config->program;
  m->chooser = config->chooser;
  m->is_tracing = config->is_tracing;
  m->is_counting = config->is_counting;
  m->max_frames = (uint32_t) config->context->options.max_frames;
  m->stack_size = config->context->options.stack_size;
  m->stack_size = m->stack_size ? m->stack_size : UINT64_MAX;
  m->epoch = 1;
  uint32_t n = m->program ? program_count_functions (m->program) : 0;
  m->prepared = memory_zalloc (mem, n * sizeof *m->prepared);
  m->n_functions = n;
  for (uint32_t i = 0; i < n; i++)
    m->prepared[i].function = program_function (m->program, i);
  if (m->program)
    m->is_touched = memory_zalloc (mem, program_count_globals (m->program));
  m->builtins = builtins_new (m);
  arena_init (&m->details, mem);
  map_init (&m->detail_at, mem);
  map_init (&m->narrow, mem);
  m->unset = unset_terms_new (mem, m->terms);
  m->finds_unset = config->context->options.check_uninitialized;
  return m;
}

void machine_free (machine *m) {
  if (!m)
    return;
  memory *mem = m->mem;
  for (int i = 0; i < 3; i++)
    machine_drop (m, m->version[i]);
  vec_release (m->mem, &m->kept_globals);
  endless_end (m);
  unset_terms_free (m->unset);
  op_branch_forget (m);
  map_release (&m->narrow);
  map_release (&m->detail_at);
  arena_release (&m->details);
  identities_free (m);
  builtins_free (m, m->builtins);
  frames_free (m);
  for (uint32_t i = 0; i < m->n_functions; i++) {
    prepared *p = &m->prepared[i];
    if (!p->code)
      continue;
    memory_free (mem, p->constant, p->code->n_constants * sizeof (word));
    memory_free (mem, p->insn, p->code->n_insns * sizeof (insn));
  }
  memory_free (mem, m->prepared, m->n_functions * sizeof *m->prepared);
  memory_free (mem, m->covered, m->cap_blocks / 8);
  vec_release (mem, &m->news);
  memory_free (mem, m->branches, m->cap_blocks);
  memory_free (mem, m->seen, m->cap_blocks / 8);
  memory_free (mem, m->ways, m->cap_blocks);
  if (m->is_counting)
    memory_free (mem, m->tally, m->cap_blocks * sizeof *m->tally);
  vec_release (mem, &m->fresh);
  if (m->program)
    memory_free (mem, m->is_touched, program_count_globals (m->program));
  vec_release (mem, &m->touched, &m->awaited, &m->graves);
  map_release (&m->grave_at);
  map_release (&m->variable_at);
  memory_free (mem, m, sizeof *m);
}

void machine_give (machine *m, uint32_t n, const given_input *given) {
  m->given = given;
  m->n_given = n;
}

/* Memory, from outside. */

static object *find_global (const machine *m, const state *s, const char *name,
                            uint64_t at) {
  for (uint32_t i = 0; m->program && i < program_count_globals (m->program);
       i++) {
    const global *g = program_global (m->program, i);
    if (!g->name || strcmp (g->name, name))
      continue;
    object *o = space_find (s->space, address_slot (g->address));
    return o && o->size >= at + sizeof (uint64_t) ? o : NULL;
  }
  return NULL;
}

bool machine_peek (machine *m, const state *s, const char *name, uint64_t at,
                   uint64_t *out) {
  const object *o = find_global (m, s, name, at);
  return o && !object_read (o, m->terms, at, 64, out).id;
}

bool machine_poke (machine *m, state *s, const char *name, uint64_t at,
                   uint64_t bits) {
  object *o = find_global (m, s, name, at);
  if (!o)
    return false;
  o = space_own (s->space, address_slot (o->address));
  object_write (o, m->mem, m->terms, at, 64, bits, TERM_NONE);
  return true;
}

/* Choices. */

bool machine_is_decided (state *s) {
  if (s->next_forced >= s->n_forced)
    return false;
  s->next_forced++;
  return true;
}

bool machine_decide (machine *m, state *s, uint32_t choice) {
  assert (s->next_forced == s->n_forced); /* old choices are used first */
  if (s->n_forced == MAX_FORCED) {
    machine_cut (m, s, cause_of (WHY_CHOICES_IN_ONE));
    return false;
  }
  s->forced[s->n_forced++] = choice;
  s->next_forced = s->n_forced;
  return true;
}

/* What was never set is any value: where that does not matter, zero. */
static int choose_clean (machine *m, state *s, choice_kind why, uint32_t n,
                         const term *guard) {
  term_vec clean = {0};
  for (uint32_t i = 0; i < n; i++)
    vec_push (m->mem, &clean, unset_clean (m->unset, guard[i]));
  int i = machine_choose (m, s, why, n, clean.data);
  vec_release (m->mem, &clean);
  return i;
}

/* The chooser forks from the state as it is before the choice is noted. */
int machine_choose (machine *m, state *s, choice_kind why, uint32_t n,
                    const term *guard) {
  assert (n && s->end.kind == END_NONE && s->next_forced <= s->n_forced);
  m->is_leg_begun = false;
  for (uint32_t i = 0; i < n; i++)
    if (term_has_unset (m->terms, guard[i]))
      return choose_clean (m, s, why, n, guard);
  for (uint32_t i = 0; i < n; i++)
    if (term_eq (guard[i], TERM_TRUE))
      return (int) i;
  if (s->next_forced < s->n_forced) {
    assert (s->forced[s->next_forced] < n); /* the same question as before */
    m->is_leg_begun = s->next_forced + 1 == s->n_forced;
    return (int) s->forced[s->next_forced++];
  }
  m->n_choices++;
  uint32_t before = s->n_forced;
  int i = m->chooser->choose (m->chooser, s, why, n, guard);
  if (i == CHOICE_STOP)
    return CHOICE_STOP;
  assert (i >= 0 && (uint32_t) i < n && s->end.kind == END_NONE);
  if (s->n_forced > before) {
    s->next_forced = s->n_forced;
    return i;
  }
  return machine_decide (m, s, (uint32_t) i) ? i : CHOICE_STOP;
}

int machine_check (machine *m, state *s, term ok) {
  if (term_eq (ok, TERM_FALSE))
    return 0;
  term guard[2] = {ok, term_not (m->terms, ok)};
  int i = machine_choose (m, s, CHOICE_CHECK, 2, guard);
  return i == CHOICE_STOP ? CHOICE_STOP : i == 0;
}

/* By halves. */
uint64_t machine_bound (machine *m, state *s, term t) {
  chooser *c = m->chooser;
  sort st = term_sort (m->terms, t);
  uint64_t low, high;
  c->range (c, s, t, &low, &high);
  if (!c->possible || !c->value (c, s, t, false, NULL, &low))
    return high;
  while (low < high) {
    uint64_t mid = low + (high - low) / 2;
    term above =
        term_binary (m->terms, KIND_BV_ULT, term_const (m->terms, st, mid), t);
    int more = term_eq (above, TERM_FALSE) ? 0 : c->possible (c, s, above);
    if (more < 0)
      break;
    if (more)
      low = mid + 1;
    else
      high = mid;
  }
  return high;
}

/* Ends. */

void machine_where (const machine *m, const state *s, uint32_t *callee,
                    uint32_t *insn_at) {
  const frame *f = s->top;
  while (f && !m->prepared[f->code->function].function->is_users)
    f = f->caller;
  if (!f)
    f = s->top;
  *callee = f ? f->code->function : 0;
  *insn_at = !f ? 0 : f == s->top ? f->pc : f->pc - 1;
}

/* One that is like another is the same: many paths end alike. */
static const end_detail *keep_detail (machine *m, const end_detail *d) {
  assert (d->cause.reason < WHY_COUNT && d->n_related <= ENDING_RELATED);
  for (uint64_t key = hash_bytes (d, sizeof *d).lo | 1;; key += 2) {
    uint64_t *known = map_at (&m->detail_at, key);
    if (!*known)
      *known = (uint64_t) (uintptr_t) arena_copy (&m->details, d, sizeof *d);
    const end_detail *found = (const end_detail *) (uintptr_t) *known;
    if (!memcmp (found, d, sizeof *d))
      return found;
  }
}

void machine_set_detail (machine *m, state *s, const end_detail *d) {
  assert (s->end.kind != END_NONE);
  s->end.detail = keep_detail (m, d);
}

static void end (machine *m, state *s, end_kind how, fault_kind fault,
                 const cause *why, const end_detail *about) {
  end_detail d;
  if (s->end.kind != END_NONE) /* the first reason is the right one */
    return;
  s->end.kind = how;
  s->end.fault = fault;
  machine_where (m, s, &s->end.function, &s->end.insn);
  memset (&d, 0, sizeof d);
  if (about)
    d = *about;
  d.cause = *why;
  machine_set_detail (m, s, &d);
}

step machine_fault (machine *m, state *s, fault_kind fault, cause why) {
  return machine_fault_about (m, s, fault, why, NULL);
}

step machine_fault_about (machine *m, state *s, fault_kind fault, cause why,
                          const end_detail *about) {
  assert (fault != FAULT_NONE && fault < FAULT_COUNT);
  end (m, s, END_FAULT, fault, &why, about);
  return STEP_STOP;
}

step machine_unsupported (machine *m, state *s, cause why) {
  assert (reason_class_of (why.reason) == CLASS_UNSUPPORTED);
  machine_cut (m, s, why);
  return STEP_STOP;
}

void machine_cut (machine *m, state *s, cause why) {
  assert (reason_class_of (why.reason) != CLASS_FAULT);
  end (m, s, END_CUT, FAULT_NONE, &why, NULL);
}

step machine_exit (machine *m, state *s, word given) {
  chooser *ch = m->chooser;
  assert (s->end.kind == END_NONE);
  term symbolic_code = TERM_NONE;
  uint64_t value = given.bits;
  if (unset_use (m, s, &given, "the exit status") != STEP_NEXT)
    return STEP_STOP;
  value = given.bits;
  if (m->context->options.check_leaks && leak_check (m, s))
    return STEP_STOP;
  if (!word_is_concrete (given)) {
    symbolic_code = word_term (m->terms, given, 32);
    if (!ch->value (ch, s, symbolic_code, false, "the exit status", &value))
      value = 0;
  }
  s->end = (ending) {.kind = END_EXIT,
                     .status = (int) (uint32_t) value,
                     .code = symbolic_code};
  s->end.function = s->top->code->function;
  s->end.insn = s->top->pc;
  return STEP_STOP;
}

/* Running. */

/* The loop is watched when a path has executed 2^20 instructions, 2^21, ...,
 * for a moment: what is never in a circle does not pay for it.
 */
#define WATCH_FIRST (UINT64_C (1) << 20)
#define WATCH_LENGTH (1 << 16)

/* Fuel that ends just there must not let the moment pass. */
#define WATCH_GRACE 4096

static uint64_t next_watch (uint64_t instructions) {
  uint64_t at = WATCH_FIRST;
  while (at + WATCH_GRACE <= instructions)
    at *= 2;
  return at;
}

static stop run_for (machine *m, state *s, int64_t fuel, int64_t *left) {
  int64_t part = *left < fuel ? *left : fuel, rest = part;
  assert (part > 0 && s->top->refs == 1);
  stop why = loop_run (m, s, &rest);
  assert ((why == STOP_ENDED) == (s->end.kind != END_NONE));
  *left -= part - rest;
  return why;
}

/* An interrupt stops the machine once. */
static bool machine_is_over (machine *m, stop why, int64_t left) {
  bool is_interrupted = why == STOP_FUEL && m->is_interrupted;
  if (is_interrupted)
    m->is_interrupted = 0;
  return is_interrupted || why != STOP_FUEL || left <= 0;
}

static stop run_unwatched (machine *m, state *s, int64_t *left) {
  uint64_t until = next_watch (s->instructions);
  return s->instructions < until
             ? run_for (m, s, (int64_t) (until - s->instructions), left)
             : STOP_FUEL;
}

/* A watch outlives an interrupt, if the same path goes on: when that comes must
 * not matter.
 */
static stop run_watched (machine *m, state *s, int64_t *left) {
  int64_t before = *left;
  if (!m->endless) {
    endless_start (m);
    m->watch_left = WATCH_LENGTH;
  }
  stop why = run_for (m, s, m->watch_left, left);
  m->watched = s;
  m->watched_to = s->instructions;
  m->watch_left -= before - *left;
  if (why != STOP_FUEL || !m->is_interrupted || m->watch_left <= 0 ||
      *left <= 0)
    endless_end (m);
  return why;
}

static stop machine_go_on (machine *m, state *s, int64_t *left) {
  if (m->watched != s || m->watched_to != s->instructions)
    endless_end (m);
  for (;;) {
    stop why = m->endless ? STOP_FUEL : run_unwatched (m, s, left);
    if (!m->endless && machine_is_over (m, why, *left))
      return why;
    why = run_watched (m, s, left);
    if (machine_is_over (m, why, *left))
      return why;
  }
}

stop machine_run (machine *m, state *s, uint64_t fuel) {
  int64_t left = fuel > INT64_MAX ? INT64_MAX : (int64_t) fuel;
  if (s->end.kind != END_NONE)
    return STOP_ENDED;
  for (;;) {
    stop why = machine_go_on (m, s, &left);
    if (why != STOP_ENDED || !m->version[1] || !versus_turn (m, s))
      return why;
    if (left <= 0)
      return STOP_FUEL;
  }
}

void machine_notice (machine *m, uint32_t depth, bool calls) {
  m->notice = depth;
  m->notice_call = calls ? depth + 1 : 0;
}

void machine_set_new (machine *m, void *owner,
                      bool (*is_new) (void *, uint32_t, uint32_t)) {
  assert (!m->variable_at.len); /* nothing was executed */
  m->is_new = is_new;
  m->is_new_to = owner;
}

uint64_t machine_shallow_stack (const machine *m) { return m->stack_size / 4; }

void machine_interrupt (machine *m) { m->is_interrupted = 1; }

static object *begin_object (machine *m, state *s, object *o, object_kind what,
                             bool zeroed) {
  uint64_t size = o->size;
  if (what == OBJECT_HEAP)
    machine_where (m, s, &o->function, &o->insn);
  else {
    o->function = s->top->code->function;
    o->insn = s->top->pc;
  }
  if (zeroed && size)
    object_fill (o, m->mem, m->terms, 0, size, 0, TERM_NONE);
  else if (m->finds_unset)
    object_forget (o, m->mem);
  assert (o->owner == space_owner (s->space));
  if (what == OBJECT_STACK) {
    vec_push (m->mem, &s->top->allocated, address_slot (o->address));
    s->top->bytes += stack_share (size);
    s->stack += stack_share (size);
    s->deepest = s->stack > s->deepest ? s->stack : s->deepest;
    line_remember (m, s, o, true);
  }
  return o;
}

/* Its own slot and 1, or 0; shifted, with a bit for a new one. */
static uint64_t variable_of (machine *m, uint32_t f, uint32_t pc) {
  uint64_t *at = map_at (&m->variable_at, ((uint64_t) f << 32 | pc) + 1);
  if (!*at) {
    uint64_t slot = m->program ? program_variable_slot (m->program, f, pc) : 0;
    bool is_new =
        slot && m->is_new && m->is_new (m->is_new_to, f, (uint32_t) slot);
    *at = (slot + 1) << 1 | is_new;
  }
  return *at;
}

object *machine_allocate_variable (machine *m, state *s, uint64_t size,
                                   uint64_t alignment) {
  uint64_t v = variable_of (m, s->top->code->function, s->top->pc);
  uint32_t slot = (uint32_t) (v >> 1) - 1;
  object *o =
      slot ? space_allocate_variable (s->space, slot, size, alignment, v & 1)
           : NULL;
  return o ? begin_object (m, s, o, OBJECT_STACK, false)
           : machine_allocate (m, s, size, alignment, OBJECT_STACK, false);
}

object *machine_allocate (machine *m, state *s, uint64_t size,
                          uint64_t alignment, object_kind what, bool zeroed) {
  object *o = space_allocate (s->space, size, alignment, what);
  return o ? begin_object (m, s, o, what, zeroed) : NULL;
}

void slot_set_term (machine *m, state *s, uint32_t i, term t) {
  slot_set (s, i, word_from (m->terms, t));
}

/* Blocks. */

static void set_bit (uint8_t *bits, uint32_t i) {
  bits[i / 8] |= (uint8_t) (1u << i % 8);
}

/* True: none had executed it. */
static bool cover (machine *m, uint32_t i) {
  if (m->covered[i / 8] >> i % 8 & 1)
    return false;
  set_bit (m->covered, i);
  m->n_covered++;
  return true;
}

void machine_note_block (machine *m, uint32_t i) {
  assert (i < m->n_blocks && m->fresh.len < m->fresh.cap);
  assert (!(m->seen[i / 8] >> i % 8 & 1)); /* each is fresh once */
  if (!m->is_held && cover (m, i))
    vec_push (m->mem, &m->news, i);
  set_bit (m->seen, i);
  m->fresh.data[m->fresh.len++] = i;
}

void machine_meet_block (machine *m, const code *c, uint32_t pc) {
  uint32_t i = c->block[code_block_at (c, pc)].index;
  if (!(m->seen[i / 8] >> i % 8 & 1))
    machine_note_block (m, i);
}

/* Behind a fork the block itself was entered before. */
void machine_note_way (machine *m, uint32_t i, uint8_t way) {
  assert (i < m->n_blocks && (way == 1 || way == 2));
  bool is_seen = m->seen[i / 8] >> i % 8 & 1;
  if (!m->is_held)
    m->branches[i] |= way;
  if (!is_seen && m->is_leg_begun)
    return;
  if (!is_seen)
    machine_note_block (m, i);
  m->ways[i] |= way;
}

void machine_begin_leg (machine *m) { m->is_leg_begun = true; }

void machine_touch (machine *m, const object *o) {
  bool is_global = o->kind == OBJECT_GLOBAL || o->kind == OBJECT_FOREIGN;
  if (!is_global || o->function != UINT32_MAX || m->is_touched[o->insn])
    return;
  assert (o->insn < program_count_globals (m->program));
  m->is_touched[o->insn] = 1;
  vec_push (m->mem, &m->touched, o->insn);
}

/* The lines know of objects that were touched before. */
static void take_globals (machine *m, memory *mem, u32_vec *out) {
  if (m->touched.len)
    lines_forget (m);
  while (m->touched.len) {
    uint32_t i = vec_pop (&m->touched);
    m->is_touched[i] = 0;
    vec_push (mem, out, (MACHINE_GLOBAL | i) * 4);
  }
}

void machine_take_blocks (machine *m, memory *mem, u32_vec *out) {
  take_globals (m, mem, out);
  vec_reserve (mem, out, out->len + m->fresh.len);
  for (size_t k = 0; k < m->fresh.len; k++) {
    uint32_t i = m->fresh.data[k];
    out->data[out->len++] = i * 4 + m->ways[i];
    m->seen[i / 8] = 0;
    m->ways[i] = 0;
  }
  vec_clear (&m->fresh);
}

void machine_take_news (machine *m, memory *mem, u32_vec *out) {
  for (size_t i = 0; i < m->news.len; i++)
    vec_push (mem, out, m->news.data[i]);
  vec_clear (&m->news);
}

void machine_hold_coverage (machine *m) { m->is_held = true; }

void machine_mark_block (machine *m, uint32_t i, uint8_t ways) {
  if (i & MACHINE_GLOBAL)
    return;
  if (i >= m->n_blocks)
    m->n_blocks = i + 1;
  machine_make_room (m, m->n_blocks);
  cover (m, i);
  m->branches[i] |= ways;
}

/* Reading. */

const uint8_t *machine_covered (const machine *m, uint32_t *n) {
  *n = m->n_blocks;
  return m->covered;
}

uint64_t machine_count_covered (const machine *m) { return m->n_covered; }

const uint8_t *machine_branches (const machine *m, uint32_t *n) {
  *n = m->n_blocks;
  return m->branches;
}

const uint64_t *machine_tally (const machine *m, uint32_t *n) {
  *n = m->n_blocks;
  return m->tally;
}

program *machine_program (const machine *m) { return m->program; }
terms *machine_terms (const machine *m) { return m->terms; }
