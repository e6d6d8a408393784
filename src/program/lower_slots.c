/* Slots shared by values that never live at the same time.
 *
 * A frame is copied by forks, so it should be small. Most values are made and
 * used within one block (with the edges behind it); these take slots from a
 * pool that starts anew with each block. A slot is free again only behind the
 * instruction of its last use, so that no instruction writes over what it
 * reads.
 *
 *     touch_all    home[v]: no use, one block, or MANY     over all blocks
 *     number_kept  parameters and MANY: a slot of their own, for good
 *     rename_insn  the others: from 'free' at their first use, back at 'last'
 *
 * What must be MANY though it looks local: a value read before it is made (it
 * comes around a loop), and runs, whose slots must stay side by side. With
 * setjmp nothing is shared: longjmp may find any slot of the frame again.
 */

#include "program/lower_priv.h"

#define HOME_NONE UINT32_C (0)
#define HOME_MANY UINT32_MAX /* no slot of the pool */

typedef struct slot_sharing {
  lower *l;
  uint32_t *home; /* of each slot: the block of all its uses + 1 */
  uint32_t *last; /* of each slot: the last instruction that has it */
  uint32_t *slot; /* of each slot: its new number + 1, or 0 */
  u32_vec free;   /* slots of the pool not in use, the next one last */
  uint32_t kept;  /* slots before the pool */
  uint32_t n;     /* slots so far */
} slot_sharing;

static bool is_value (uint8_t kind, uint32_t v) {
  return kind == OPERAND_SLOT && !(v & LOWER_CONSTANT);
}

/* Results, and runs of slots that must stay together. */

static uint32_t count_results (const lower *l, const insn *i) {
  if (i->op == OP_CALL) {
    uint32_t n = program_function (l->program, i->a)->n_results;
    return n > i->x ? n : i->x;
  }
  if (i->op == OP_CALL_POINTER)
    return i->x > LOWER_LANDING ? i->x : LOWER_LANDING;
  if (i->op == OP_BUILTIN)
    return i->w != 0;
  return op_operands_of ((op) i->op).dst == OPERAND_SLOT;
}

static void lower_slots_keep (slot_sharing *s, uint32_t first, uint32_t n) {
  if (first & LOWER_CONSTANT)
    return;
  assert (first + n <= s->l->n_slots);
  for (uint32_t i = 0; i < n; i++)
    s->home[first + i] = HOME_MANY;
}

static void keep_runs (slot_sharing *s, const insn *i) {
  if (i->op == OP_PICK)
    lower_slots_keep (s, i->a, i->b);
  else if (i->op == OP_PUT)
    lower_slots_keep (s, i->dst, i->b);
  else if (i->op == OP_RETURN && i->b > 1)
    lower_slots_keep (s, i->a, i->b);
  else {
    uint32_t n = count_results (s->l, i);
    if (n > 1)
      lower_slots_keep (s, i->dst, n);
  }
}

static void touch (slot_sharing *s, uint32_t slot, uint32_t block_number,
                   uint32_t at, bool is_made) {
  assert (slot < s->l->n_slots && at >= s->last[slot]); /* in their order */
  uint32_t *home = s->home + slot;
  s->last[slot] = at;
  if (*home == HOME_NONE)
    *home = is_made ? block_number + 1 : HOME_MANY;
  else if (*home != block_number + 1)
    *home = HOME_MANY;
}

static void touch_all (slot_sharing *s, uint32_t k, uint32_t block_number) {
  const insn *i = s->l->insns.data + k;
  op_operands o = op_operands_of ((op) i->op);
  if (is_value (o.a, i->a) && !(i->op == OP_RETURN && !i->b))
    touch (s, i->a, block_number, k, false);
  if (is_value (o.b, i->b))
    touch (s, i->b, block_number, k, false);
  if (is_value (o.c, i->c))
    touch (s, i->c, block_number, k, false);
  if (o.b == OPERAND_POOL && i->op != OP_INDIRECT)
    for (uint32_t a = 0; a < i->c; a++)
      if (!(s->l->pool.data[i->b + a] & LOWER_CONSTANT))
        touch (s, s->l->pool.data[i->b + a], block_number, k, false);
  if (count_results (s->l, i))
    touch (s, i->dst, block_number, k, true);
  keep_runs (s, i);
}

/* New numbers. */

static uint32_t renamed (slot_sharing *s, uint32_t slot) {
  assert (slot < s->l->n_slots); /* the old number: they are set at the end */
  assert (s->home[slot] != HOME_NONE); /* it was touched */
  if (!s->slot[slot]) {
    if (s->free.len)
      s->slot[slot] = vec_pop (&s->free) + 1;
    else
      s->slot[slot] = ++s->n;
  }
  return s->slot[slot] - 1;
}

static void end_use (slot_sharing *s, uint32_t slot, uint32_t at) {
  if (s->home[slot] == HOME_MANY || s->last[slot] != at)
    return;
  assert (s->slot[slot] && s->free.len < s->n);
  s->last[slot] = UINT32_MAX; /* given back once */
  vec_push (s->l->mem, &s->free, s->slot[slot] - 1);
}

static void rename_insn (slot_sharing *s, uint32_t k) {
  insn *i = s->l->insns.data + k;
  op_operands o = op_operands_of ((op) i->op);
  bool has_result = count_results (s->l, i) > 0;
  bool is_empty = i->op == OP_RETURN && !i->b;
  uint32_t *pool = s->l->pool.data + i->b;
  uint32_t n_pool = o.b == OPERAND_POOL && i->op != OP_INDIRECT ? i->c : 0;
  uint32_t *fields[] = {&i->a, &i->b, &i->c, &i->dst};
  bool is_slot[] = {is_value (o.a, i->a) && !is_empty, is_value (o.b, i->b),
                    is_value (o.c, i->c), has_result};
  uint32_t old[4];
  for (int f = 0; f < 4; f++) {
    old[f] = *fields[f];
    if (is_slot[f])
      *fields[f] = renamed (s, old[f]);
  }
  for (uint32_t a = 0; a < n_pool; a++)
    if (!(pool[a] & LOWER_CONSTANT)) {
      uint32_t was = pool[a];
      pool[a] = renamed (s, was);
      end_use (s, was, k);
    }
  for (int f = 0; f < 4; f++)
    if (is_slot[f])
      end_use (s, old[f], k);
}

/* A jump back into a frame finds the slots of its block as they were. */
static bool jumps_back (const lower *l) {
  for (size_t k = 0; k < l->insns.len; k++)
    if (insn_is_setjmp (l->insns.data + k))
      return true;
  return false;
}

static void number_kept (slot_sharing *s, uint32_t n) {
  assert (!s->n && s->l->n_params <= n); /* parameters keep their numbers */
  for (uint32_t i = 0; i < n; i++)
    if (i < s->l->n_params || s->home[i] == HOME_MANY) {
      s->home[i] = HOME_MANY;
      s->slot[i] = ++s->n;
    }
}

/* Each block has its numbers by itself: what is added to one does not permute
 * those of others, which would look changed to the next run (memo/align.h).
 */
static void begin_block (slot_sharing *s) {
  s->free.len = 0;
  for (uint32_t i = s->n; i > s->kept; i--)
    vec_push (s->l->mem, &s->free, i - 1);
}

void lower_share_slots (lower *l) {
  uint32_t n = l->n_slots;
  if (!n || jumps_back (l))
    return;
  slot_sharing s = {.l = l};
  s.home = memory_zalloc (l->mem, n * sizeof *s.home);
  s.last = memory_zalloc (l->mem, n * sizeof *s.last);
  s.slot = memory_zalloc (l->mem, n * sizeof *s.slot);
  lower_slots_keep (&s, 0, l->n_params);
  for (uint32_t b = 0; b < l->blocks.len; b++)
    for (uint32_t k = l->blocks.data[b].first; k < lower_block_end (l, b); k++)
      touch_all (&s, k, b);
  number_kept (&s, n);
  s.kept = s.n;
  for (uint32_t b = 0; b < l->blocks.len; b++) {
    begin_block (&s);
    for (uint32_t k = l->blocks.data[b].first; k < lower_block_end (l, b); k++)
      rename_insn (&s, k);
  }
  assert (s.n <= n);
  assert (s.free.len <= s.n); /* each was given back once */
  l->n_slots = s.n;
  vec_release (l->mem, &s.free);
  memory_free (l->mem, s.home, n * sizeof *s.home);
  memory_free (l->mem, s.last, n * sizeof *s.last);
  memory_free (l->mem, s.slot, n * sizeof *s.slot);
}
