#include "memo/moment.h"

#include "explore/knowledge.h"
#include "program/liveness.h"

#include <string.h>

static hash128 name_grave (void *owner, uint32_t note) {
  moments *m = owner;
  const grave *g = machine_grave (m->machine, note);
  if (!g)
    return (hash128) {0};
  hash128 h = naming_spot (&m->naming, g->born.function, g->born.insn);
  h = hash128_mix (h,
                   naming_spot (&m->naming, g->freed.function, g->freed.insn));
  return hash128_mix (h, hash128_of (g->size, g->is_most));
}

void moments_init (moments *m, memory *mem, machine *on, program *p,
                   recorder *r, const old_trie *old) {
  *m = (moments) {
      .mem = mem, .machine = on, .program = p, .recorder = r, .old_trie = old};
  m->naming = (naming) {machine_terms (on), p, m, name_grave};
  for (uint32_t i = program_count_functions (p); i; i--) {
    vec_push (mem, &m->live, NULL);
    vec_push (mem, &m->identity, (hash128) {0});
    vec_push (mem, &m->elders, (elder) {0});
  }
}

void moments_release (moments *m) {
  for (size_t i = 0; i < m->live.len; i++) {
    liveness_free (m->live.data[i]);
    vec_release (m->mem, &m->elders.data[i].block);
    vec_release (m->mem, &m->elders.data[i].slot);
  }
  vec_release (m->mem, &m->live);
  vec_release (m->mem, &m->identity);
  vec_release (m->mem, &m->elders);
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
  elder *e = m->elders.data + f;
  const old_trie *p = m->old_trie;
  if (e->is_known)
    return e;
  e->is_known = true;
  for (size_t i = 0; i < p->function_to.len && !e->is_there; i++)
    if (p->function_to.data[i] == f + 1) {
      e->is_there = true;
      e->identity = outline_identity (p->trie.functions.data + i);
      turn_round (m->mem, p->number_to.data + i, &e->block);
      turn_round (m->mem, p->slot_to.data + i, &e->slot);
    }
  return e;
}

/* Number then, plus 1. */
static uint32_t then (const u32_vec *to, uint32_t i) {
  return i < to->len ? to->data[i] : 0;
}

/* Frames. */

static hash128 identity_of (moments *m, uint32_t f) {
  hash128 *at = m->identity.data + f;
  if (!at->lo && !at->hi)
    *at = outline_identity (recorder_outline (m->recorder, f));
  return *at;
}

static size_t list_slots (moments *m, const frame *f, bool is_top,
                          const uint32_t **out) {
  struct liveness **at = m->live.data + f->code->function;
  if (!*at)
    *at = liveness_new (m->mem, f->code);
  return is_top ? liveness_before (*at, f->pc, out)
                : liveness_within_call (*at, f->pc, out);
}

static hash128 name_slot (moments *m, word w, uint32_t slot) {
  hash128 h = word_is_concrete (w) ? hash128_of (w.bits, 9)
                                   : term_hash (m->naming.terms, w.term);
  return hash128_mix (h, hash128_of (slot, 2));
}

/* A sum, since slots had another order. */
static bool add_slots (moments *m, const frame *f, bool is_top, const elder *e,
                       hash128 *sum) {
  const uint32_t *slot;
  size_t n = list_slots (m, f, is_top, &slot);
  for (size_t i = 0; i < n; i++) {
    uint32_t number = slot[i] - f->code->n_constants;
    uint32_t old = e ? then (&e->slot, number) : number + 1;
    if (!old)
      return false;
    hash128 h = name_slot (m, f->slot[slot[i]], old);
    sum->lo += h.lo;
    sum->hi += h.hi;
  }
  return true;
}

static bool add_frame (moments *m, const frame *f, bool is_top, const elder *e,
                       hash128 *h) {
  uint32_t which = f->code->function;
  trie_spot at = recorder_spot (m->recorder, (spot) {which, f->pc});
  uint32_t number = e ? then (&e->block, at.block) : at.block + 1;
  hash128 slots = {0};
  if ((e && !e->is_there) || !number || !add_slots (m, f, is_top, e, &slots))
    return false;
  uint64_t address = program_function (m->program, which)->address;
  *h = hash128_mix (*h, hash128_of (address, 6));
  *h = hash128_mix (*h, e ? e->identity : identity_of (m, which));
  *h = hash128_mix (*h, hash128_of (number, at.offset));
  *h = hash128_mix (*h, slots);
  *h = hash128_mix (*h, hash128_of (f->varargs, 6));
  for (size_t i = 0; i < f->allocated.len; i++)
    *h = hash128_mix (*h, hash128_of (f->allocated.data[i], 3));
  return true;
}

/* All the rest. */

static hash128 name_input (moments *m, const symbolic *in) {
  terms *ts = m->naming.terms;
  hash128 h = hash128_of (in->size, (uint64_t) in->what << 32 | in->n_parts);
  h = hash128_mix (h, hash_bytes (in->name, strlen (in->name)));
  if (!in->n_parts)
    return h;
  h = hash128_mix (h, term_hash (ts, in->part[0]));
  return hash128_mix (h, term_hash (ts, in->part[in->n_parts - 1]));
}

uint64_t moment_key (const state *s) {
  hash128 sum = knowledge_sum (s->knowledge);
  return hash_mix (sum.lo, sum.hi) | 1;
}

static bool digest (moments *m, const state *s, choice_kind what, uint32_t n,
                    bool is_then, hash128 *out) {
  hash128 h = hash128_of ((uint64_t) what << 32 | n, s->is_forking);
  for (const frame *f = s->top; f; f = f->caller) {
    const elder *e = is_then ? elder_of (m, f->code->function) : NULL;
    if (!add_frame (m, f, f == s->top, e, &h))
      return false;
  }
  for (uint32_t i = 0; i < s->next_forced; i++)
    h = hash128_mix (h, hash128_of (s->forced[i], 5));
  for (size_t i = 0; i < s->symbolics.len; i++)
    h = hash128_mix (h, name_input (m, s->symbolics.data + i));
  for (size_t i = 0; i < s->preferred.len; i++)
    h = hash128_mix (h, term_hash (m->naming.terms, s->preferred.data[i]));
  h = hash128_mix (h, knowledge_sum (s->knowledge));
  h = hash128_mix (h, space_digest (s->space, &m->naming));
  *out = h;
  return true;
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
