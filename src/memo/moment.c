/* Digests of states. A digest is a chain over the rows of STATE, FRAME and
 * SYMBOLIC (machine/state.def); each row that is in it has its function here.
 *
 *     state -> frames, innermost first   pc, code, slots: translated
 *           -> space                     by memory/naming.h
 *           -> inputs, knowledge, forced choices
 *
 * Translated: a block or slot has the number that it had in the past, or there
 * is no digest, for the state cannot have been there.
 */

#include "memo/moment.h"

#include "explore/knowledge.h"
#include "machine/driven.h"
#include "memory/fields.h"
#include "program/liveness.h"

static const hash_key *moment_key_of (const moments *m) {
  return &m->naming.terms->key;
}

static hash128 name_grave (void *owner, uint32_t note) {
  moments *m = owner;
  const hash_key *k = &m->naming.terms->key;
  const grave *g = machine_grave (m->machine, note);
  if (!g)
    return (hash128) {0};
  hash128 h = naming_call (&m->naming, g->born.function, g->born.insn);
  h = keyed_mix (k, h,
                 naming_call (&m->naming, g->freed.function, g->freed.insn));
  h = keyed_mix (k, h, keyed_of (k, g->start, 2));
  return keyed_mix (k, h, keyed_of (k, g->size, g->is_most));
}

void moments_init (moments *m, memory *mem, machine *on, program *p,
                   recorder *r, const old_trie *old) {
  *m = (moments) {
      .mem = mem, .machine = on, .program = p, .recorder = r, .old_trie = old};
  m->naming = (naming) {.terms = machine_terms (on),
                        .program = p,
                        .owner = m,
                        .grave = name_grave};
  for (uint32_t i = program_count_functions (p); i; i--) {
    vec_push (mem, &m->live, NULL);
    vec_push (mem, &m->identity, (hash128) {0});
    vec_push (mem, &m->elders, (elder) {0});
  }
}

static bool was_looked_at (const trie *t, uint32_t slot) {
  for (size_t i = 0; i < t->global.len; i++)
    if (t->global.data[i].slot == slot)
      return true;
  return false;
}

/* The outcome of a function that is driven has all globals. */
static bool has_outcome (const program *p) {
  return program_find_function (p, "reprise_enter") != UINT32_MAX;
}

void moments_leave_out (moments *m) {
  const placing *all = program_global_placing (m->program);
  if (has_outcome (m->program))
    return;
  for (uint32_t i = 0; m->old_trie && i < all->n; i++)
    if (!program_global (m->program, all->item[i])->is_constant &&
        !was_looked_at (&m->old_trie->trie, all->slot[i]))
      vec_push (m->mem, &m->absent, all->slot[i]);
}

void moments_release (moments *m) {
  for (size_t i = 0; i < m->live.len; i++) {
    liveness_free (m->live.data[i]);
    vec_release (m->mem, &m->elders.data[i].block, &m->elders.data[i].slot);
  }
  vec_release (m->mem, &m->live, &m->identity, &m->elders, &m->absent,
               &m->left_out);
}

/* Functions of the past. */

static void turn_round (memory *mem, const u32_vec *to, u32_vec *out) {
  for (uint32_t i = 0; i < to->len; i++) {
    while (to->data[i] > out->len)
      vec_push (mem, out, 0);
    if (to->data[i])
      out->data[to->data[i] - 1] = i + 1;
  }
}

static const elder *elder_of (moments *m, uint32_t f) {
  assert (f < m->elders.len);
  elder *e = m->elders.data + f;
  assert (m->old_trie);
  const old_trie *p = m->old_trie;
  if (e->is_known)
    return e;
  e->is_known = true;
  for (size_t i = 0; i < p->function_to.len && !e->is_there; i++)
    if (p->function_to.data[i] == f + 1) {
      e->is_there = true;
      e->identity = outline_identity (p->trie.functions.data + i);
      e->variable = &p->trie.functions.data[i].variable;
      turn_round (m->mem, p->number_to.data + i, &e->block);
      turn_round (m->mem, p->slot_to.data + i, &e->slot);
    }
  return e;
}

/* Number then, plus 1. */
static uint32_t then (const u32_vec *to, uint32_t i) {
  return i < to->len ? to->data[i] : 0;
}

/* No block that is the same makes it: where it lies is in the digest of that.
 */
bool moments_is_new (moments *m, uint32_t f, uint32_t slot) {
  const elder *e = elder_of (m, f);
  for (size_t i = 0; e->is_there && i < e->variable->len; i++)
    if (e->variable->data[i] == slot)
      return false;
  return true;
}

/* Frames. */

static hash128 identity_of (moments *m, uint32_t f) {
  assert (f < m->identity.len);
  hash128 *at = m->identity.data + f;
  if (!at->lo && !at->hi)
    *at = outline_identity (recorder_outline (m->recorder, f));
  return *at;
}

/* A digest in the making, in the numbers of now or of the past. */
typedef struct digesting {
  moments *owner;
  bool is_then;
  bool is_branch; /* the question is a branch, at the end of its block */
  bool is_top;    /* of the frame that is added ... */
  const elder *e; /* ... its function in the past, NULL: in numbers of now */
  const space *space;
  uint64_t bytes; /* of what is left out */
  hash128 sum;
} digesting;

static bool moment_add (digesting *d, hash128 h) {
  d->sum = keyed_mix (moment_key_of (d->owner), d->sum, h);
  return true;
}

static bool add_number (digesting *d, uint64_t n, uint64_t tag) {
  return moment_add (d, keyed_of (moment_key_of (d->owner), n, tag));
}

static bool add_term (digesting *d, term t) {
  return moment_add (d, term_digest (d->owner->naming.terms, t));
}

/* Frames: the rows of FRAME in machine/state.def. */

static struct liveness *live_of (moments *m, const frame *f) {
  struct liveness **at = m->live.data + f->code->function;
  if (!*at)
    *at = liveness_new (m->mem, f->code);
  return *at;
}

static hash128 name_slot (moments *m, word w, uint32_t slot) {
  const hash_key *k = moment_key_of (m);
  hash128 h = word_is_concrete (w) ? keyed_of (k, w.bits, 9)
                                   : term_digest (m->naming.terms, w.term);
  return keyed_mix (k, h, keyed_of (k, slot, 2));
}

/* Slots as they are behind the moves of an edge. */
#define MOST_MOVES 16
typedef struct edge_moves {
  const frame *frame;
  uint32_t n, slot[MOST_MOVES];
  word value[MOST_MOVES];
} edge_moves;

static word value_behind (const edge_moves *e, uint32_t slot) {
  for (uint32_t i = e->n; i; i--)
    if (e->slot[i - 1] == slot)
      return e->value[i - 1];
  return e->frame->slot[slot];
}

/* A sum, since slots had another order. One that the past did not have is left
 * out: no block that is the same reads it.
 */
static bool add_slots (digesting *d, const edge_moves *e, size_t n,
                       const uint32_t *slot) {
  hash128 sum = {0};
  for (size_t i = 0; i < n; i++) {
    uint32_t number = slot[i] - e->frame->code->n_constants;
    uint32_t old = d->e ? then (&d->e->slot, number) : number + 1;
    hash128 h = name_slot (d->owner, value_behind (e, slot[i]), old);
    sum.lo += old ? h.lo : 0;
    sum.hi += old ? h.hi : 0;
  }
  return moment_add (d, sum);
}

static bool add_place (digesting *d, const frame *x, uint32_t pc) {
  recorder *r = d->owner->recorder;
  trie_spot at = recorder_spot (r, (spot) {x->code->function, pc});
  uint32_t number = d->e ? then (&d->e->block, at.block) : at.block + 1;
  return number &&
         moment_add (d, keyed_of (moment_key_of (d->owner), number, at.offset));
}

/* Where the edge at this place leads to, and what it leaves in slots. */
static bool add_edge (digesting *d, const frame *x, uint32_t pc) {
  edge_moves e = {.frame = x};
  const insn *i = x->code->insn + pc;
  const uint32_t *slot;
  for (; i->op == OP_MOVE && e.n < MOST_MOVES; i++, e.n++) {
    e.value[e.n] = value_behind (&e, i->a);
    e.slot[e.n] = i->dst;
  }
  if (i->op != OP_JUMP && i->op != OP_BLOCK) { /* too many: as they are */
    e.n = 0;
    i = x->code->insn + pc;
  }
  uint32_t to = i->op == OP_JUMP ? i->a : (uint32_t) (i - x->code->insn);
  size_t n = liveness_before (live_of (d->owner, x), to, &slot);
  return add_place (d, x, to) && add_slots (d, &e, n, slot);
}

/* A branch by what is behind it: its block may have changed, and lead to the
 * same by the same condition.
 */
static bool add_branch (digesting *d, const frame *x) {
  const insn *i = x->code->insn + x->pc;
  moment_add (d, name_slot (d->owner, x->slot[i->a], i->w));
  if (i->op == OP_BRANCH)
    return add_edge (d, x, i->b) && add_edge (d, x, i->c);
  const switching *s = x->code->switches + i->b;
  for (uint32_t k = 0; k < s->n; k++) {
    add_number (d, s->value[k], 35);
    if ((!k || s->pc[k] != s->pc[k - 1]) && !add_edge (d, x, s->pc[k]))
      return false;
  }
  return add_edge (d, x, s->otherwise);
}

static bool add_frame_pc (digesting *d, const frame *x) {
  return d->is_top && d->is_branch ? add_branch (d, x)
                                   : add_place (d, x, x->pc);
}

static bool add_frame_code (digesting *d, const frame *x) {
  uint32_t which = x->code->function;
  if (d->e && !d->e->is_there)
    return false;
  moment_add (d, program_function (d->owner->program, which)->label);
  return moment_add (d, d->e ? d->e->identity : identity_of (d->owner, which));
}

/* The loop over frames comes to it: here only that there is one. */
static bool add_frame_caller (digesting *d, const frame *x) {
  return add_number (d, x->caller != NULL, 7);
}

static bool is_left_out (digesting *d, uint32_t slot) {
  moments *m = d->owner;
  const object *o = d->is_then && address_is_variable (slot)
                        ? space_find (d->space, slot)
                        : NULL;
  if (!o || !o->is_new)
    return false;
  d->bytes += o->size + 16;
  vec_push (m->mem, &m->left_out, slot);
  return true;
}

/* So much less of the stack must not matter. */
static bool add_frame_allocated (digesting *d, const frame *x) {
  size_t n = 0;
  for (size_t i = 0; i < x->allocated.len; i++)
    n += !is_left_out (d, x->allocated.data[i]) &&
         add_number (d, x->allocated.data[i], 3);
  return add_number (d, n, 10) &&
         d->bytes < machine_shallow_stack (d->owner->machine);
}

static bool add_frame_varargs (digesting *d, const frame *x) {
  return add_number (d, x->varargs, 12);
}

static bool has_limit (const digesting *d, limit_kind k) {
  return d->owner->recorder->trie.limit[k] != 0;
}

/* A sum, since blocks had another order. */
static bool add_frame_visits (digesting *d, const frame *x) {
  const hash_key *k = moment_key_of (d->owner);
  hash128 sum = {0};
  if (!has_limit (d, LIMIT_LOOP) || !x->visits)
    return true;
  for (uint32_t b = 0; b < x->code->n_blocks; b++) {
    uint32_t old = d->e ? then (&d->e->block, b) : b + 1;
    if (x->visits[b] && !old)
      return false;
    hash128 h = keyed_of (k, x->visits[b], 32 + (uint64_t) old);
    sum.lo += x->visits[b] ? h.lo : 0;
    sum.hi += x->visits[b] ? h.hi : 0;
  }
  return moment_add (d, sum);
}

static bool add_frame_slot (digesting *d, const frame *x) {
  const uint32_t *slot;
  if (d->is_top && d->is_branch)
    return true; /* with its edges */
  size_t n = d->is_top
                 ? liveness_before (live_of (d->owner, x), x->pc, &slot)
                 : liveness_within_call (live_of (d->owner, x), x->pc, &slot);
  return add_slots (d, &(edge_moves) {.frame = x}, n, slot);
}

static bool add_frame (digesting *d, const frame *x) {
  d->e = d->is_then ? elder_of (d->owner, x->code->function) : NULL;
  return true
#define FRAME(CLASS, type, name) FIELD_DIGEST (CLASS, add_frame_##name)
#include "machine/state.def"
      ;
}

/* Inputs: the rows of SYMBOLIC. */

static bool add_symbolic_name (digesting *d, const symbolic *x) {
  return moment_add (
      d, keyed_bytes (moment_key_of (d->owner), x->name, strlen (x->name)));
}

static bool add_symbolic_size (digesting *d, const symbolic *x) {
  return add_number (d, x->size, 24);
}

/* The names of those between the first and the last follow. */
static bool add_symbolic_part (digesting *d, const symbolic *x) {
  if (x->n_parts) {
    add_term (d, x->part[0]);
    add_term (d, x->part[x->n_parts - 1]);
  }
  return add_number (d, x->n_parts, 25);
}

static bool add_symbolic_width (digesting *d, const symbolic *x) {
  return moment_add (
      d, keyed_bytes (moment_key_of (d->owner), x->width, x->n_parts));
}

static bool add_symbolic_what (digesting *d, const symbolic *x) {
  return add_number (d, x->what, 26);
}

static bool add_symbolic (digesting *d, const symbolic *x) {
  return true
#define SYMBOLIC(CLASS, type, name) FIELD_DIGEST (CLASS, add_symbolic_##name)
#include "machine/state.def"
      ;
}

/* States: the rows of STATE. */

static bool add_state_top (digesting *d, const state *x) {
  for (const frame *f = x->top; f; f = f->caller) {
    d->is_top = f == x->top;
    if (!add_frame (d, f))
      return false;
  }
  return true;
}

static bool add_state_space (digesting *d, const state *x) {
  return moment_add (d, space_digest (x->space, &d->owner->naming));
}

static bool add_state_next_forced (digesting *d, const state *x) {
  return add_number (d, x->next_forced, 27);
}

static bool add_state_forced (digesting *d, const state *x) {
  for (uint32_t i = 0; i < x->next_forced; i++)
    add_number (d, x->forced[i], 5);
  return true;
}

static bool add_state_symbolics (digesting *d, const state *x) {
  for (size_t i = 0; i < x->symbolics.len; i++)
    add_symbolic (d, x->symbolics.data + i);
  return add_number (d, x->symbolics.len, 28);
}

static bool add_state_preferred (digesting *d, const state *x) {
  for (size_t i = 0; i < x->preferred.len; i++)
    add_term (d, x->preferred.data[i]);
  return add_number (d, x->preferred.len, 29);
}

static bool add_state_output (digesting *d, const state *x) {
  return moment_add (d, output_digest (x->output, d->owner->naming.terms));
}

static bool add_state_driven (digesting *d, const state *x) {
  return moment_add (d, driven_digest (x->driven, &d->owner->naming));
}

static bool add_state_instructions (digesting *d, const state *x) {
  return !has_limit (d, LIMIT_INSTRUCTIONS) ||
         add_number (d, x->instructions, 33);
}

static bool add_state_decisions (digesting *d, const state *x) {
  return !has_limit (d, LIMIT_DEPTH) || add_number (d, x->decisions, 34);
}

static bool add_state_is_forking (digesting *d, const state *x) {
  return add_number (d, x->is_forking, 30);
}

static bool add_state_is_seen (digesting *d, const state *x) {
  return add_number (d, x->is_seen, 31);
}

static bool add_state_may_be_woken (digesting *d, const state *x) {
  return add_number (d, x->may_be_woken, 36);
}

/* What is known of two versions is not reused. */
static bool add_state_versus (digesting *d, const state *x) {
  return program_start_before (d->owner->program) == UINT32_MAX &&
         !x->versus.half;
}

static bool add_state_knowledge (digesting *d, const state *x) {
  return moment_add (d, knowledge_sum (x->knowledge));
}

static bool add_state (digesting *d, const state *x) {
  return true
#define STATE(CLASS, type, name) FIELD_DIGEST (CLASS, add_state_##name)
#include "machine/state.def"
      ;
}

uint64_t moment_key (const state *s) {
  hash128 sum = knowledge_sum (s->knowledge);
  return hash_mix (sum.lo, sum.hi) | 1;
}

static bool digest (moments *m, const state *s, choice_kind what, uint32_t n,
                    bool is_then, hash128 *out) {
  digesting d = {.owner = m, .is_then = is_then, .space = s->space};
  d.is_branch = what == CHOICE_BRANCH && code_way (s->top->code, s->top->pc, 0);
  assert (s->end.kind == END_NONE && s->next_forced == s->n_forced);
  add_number (&d, (uint64_t) what << 32 | n, 31);
  vec_clear (&m->left_out);
  m->naming.absent = is_then ? &m->absent : NULL;
  m->naming.left_out = is_then ? &m->left_out : NULL;
  bool is_there = add_state (&d, s);
  m->has_left_out = m->left_out.len || space_had_new (s->space);
  *out = keyed_cut (moment_key_of (m), d.sum);
  return is_there;
}

hash128 moments_now (moments *m, const state *s, choice_kind what, uint32_t n) {
  hash128 h = {0};
  digest (m, s, what, n, false, &h);
  return h;
}

bool moments_then (moments *m, const state *s, choice_kind what, uint32_t n,
                   hash128 *out) {
  return m->old_trie && digest (m, s, what, n, true, out);
}
