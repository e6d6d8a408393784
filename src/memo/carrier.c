/* What holds of the old trie gets into the new one with numbers of now:
 *
 *     block of the old trie --block_to--> block.index --recorder--> block of
 * now
 *
 * and shapes so on, each once. Blocks that are carried count as executed, since
 * the path that is carried executes them.
 */

#include "memo/carrier.h"

void carrier_init (carrier *c, memory *mem, old_trie *from, recorder *to) {
  *c = (carrier) {.mem = mem, .from = from, .to = to};
  vec_extend (mem, &c->shape_to, from->trie.shapes.len);
}

void carrier_release (carrier *c) {
  vec_release (c->mem, &c->shape_to, &c->blocks, &c->list);
}

uint32_t carrier_set (carrier *c, uint32_t set) {
  const trie *t = &c->from->trie;
  bool sees_globals = false, sees_functions = false;
  vec_clear (&c->blocks);
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
       i++) {
    uint32_t b = t->set.data[i] / 4, ways = t->set.data[i] % 4;
    sees_globals |= b == TRIE_GLOBALS;
    sees_functions |= b == TRIE_FUNCTIONS;
    if (b <= TRIE_FUNCTIONS)
      continue;
    assert (c->from->block_to.data[b]); /* it is the same now */
    uint32_t index = c->from->block_to.data[b] - 1;
    vec_push (c->mem, &c->blocks, index * 4 + ways);
    if (c->machine)
      machine_mark_block (c->machine, index, (uint8_t) ways);
  }
  return recorder_set (c->to, c->blocks.len, c->blocks.data, sees_globals,
                       sees_functions);
}

static trie_spot spot_now (carrier *c, trie_spot s) {
  return recorder_spot (c->to, old_trie_spot (c->from, s));
}

static uint32_t losses_now (carrier *c, uint32_t lost) {
  const trie *t = &c->from->trie;
  uint32_t now = 0;
  vec_clear (&c->list);
  for (; lost; lost = t->losses.data[lost - 1].before)
    vec_push (c->mem, &c->list, lost - 1);
  while (c->list.len) {
    const trie_loss *l = t->losses.data + vec_pop (&c->list);
    now = recorder_loss (c->to, &l->cause, old_trie_spot (c->from, l->at), now);
  }
  return now;
}

/* Spots of now, and the shape itself. */
static uint32_t finish_shape (carrier *c, const shape *old, shape s) {
  const uint32_t *list = c->from->trie.pool.data + old->list;
  if (s.kind == SHAPE_DECISION || s.n)
    s.site = spot_now (c, old->site);
  if (s.kind == SHAPE_DECISION)
    return recorder_shape (c->to, s, old->size, list);
  vec_clear (&c->list);
  for (uint32_t i = 0; i < old->size; i += 3) {
    trie_spot at =
        spot_now (c, (trie_spot) {list[i], list[i + 1], list[i + 2]});
    vec_push (c->mem, &c->list, at.function);
    vec_push (c->mem, &c->list, at.block);
    vec_push (c->mem, &c->list, at.offset);
  }
  return recorder_shape (c->to, s, c->list.len, c->list.data);
}

static uint32_t make_shape (carrier *c, const shape *old) {
  shape s = *old;
  s.set = carrier_set (c, old->set);
  s.lost = losses_now (c, old->lost);
  return finish_shape (c, old, s);
}

uint32_t carrier_end (carrier *c, uint32_t i, shape now) {
  const shape *old = c->from->trie.shapes.data + i;
  shape s = *old;
  s.is_inexact = now.is_inexact;
  s.lost = now.lost;
  s.set = now.set;
  s.questions = now.questions;
  s.asked = now.asked;
  return finish_shape (c, old, s);
}

uint32_t carrier_shape (carrier *c, uint32_t i) {
  if (!c->shape_to.data[i])
    c->shape_to.data[i] = make_shape (c, c->from->trie.shapes.data + i) + 1;
  return c->shape_to.data[i] - 1;
}

uint32_t carrier_copy (carrier *c, uint32_t i) {
  machine *m = c->machine;
  c->machine = NULL;
  uint32_t which = make_shape (c, c->from->trie.shapes.data + i);
  c->machine = m;
  return which;
}
