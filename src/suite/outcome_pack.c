#include "suite/outcome_pack.h"

enum { IS_FREED = 1, IS_PARTIAL = 1 };

/* Bytes without a value: how many stretches; each by the bytes with a value
 * before it and its own.
 */
static uint32_t next_change (const outcome_part *p, uint32_t i) {
  bool is_known = outcome_is_known (p, i);
  while (i < p->n && outcome_is_known (p, i) == is_known)
    i++;
  return i;
}

static void pack_unknown (memory *mem, char_vec *out, const outcome_part *p) {
  uint64_t n = 0;
  for (uint32_t i = 0; p->symbol && i < p->n; i = next_change (p, i))
    n += !outcome_is_known (p, i);
  pack_number (mem, out, n);
  for (uint32_t i = 0, last = 0, end; n && i < p->n; i = end) {
    end = next_change (p, i);
    if (outcome_is_known (p, i))
      continue;
    pack_number (mem, out, i - last);
    pack_number (mem, out, end - i);
    last = end;
  }
}

static void pack_pointer (memory *mem, char_vec *out,
                          const outcome_pointer *p) {
  pack_number (mem, out, p->at);
  pack_number (mem, out, p->kind);
  pack_number (mem, out, p->part);
  pack_text (mem, out, p->name);
  pack_number (mem, out, (uint64_t) p->offset);
}

static void pack_part (memory *mem, char_vec *out, const outcome_part *p) {
  assert (p->what < OUTCOME_END && p->n <= p->size);
  pack_number (mem, out, p->what);
  pack_number (mem, out, p->is_freed ? IS_FREED : 0);
  pack_text (mem, out, p->name);
  pack_number (mem, out, p->size);
  pack_number (mem, out, p->rest);
  pack_bytes (mem, out, p->bytes, p->n);
  pack_unknown (mem, out, p);
  pack_number (mem, out, p->n_pointers);
  for (uint32_t i = 0; i < p->n_pointers; i++)
    pack_pointer (mem, out, p->pointer + i);
}

void outcome_pack (memory *mem, char_vec *out, const outcome *o) {
  uint32_t n = 0;
  while (n < o->n && o->part[n].what != OUTCOME_END)
    n++;
  if (!n)
    return;
  pack_number (mem, out, o->is_partial ? IS_PARTIAL : 0);
  pack_number (mem, out, n);
  for (uint32_t i = 0; i < n; i++)
    pack_part (mem, out, o->part + i);
}

/* Reading. */

static void unpack_unknown (unpacker *u, arena *to, outcome_part *p) {
  uint64_t n = unpack_number (u), at = 0;
  symbyte *symbol = NULL;
  if (!n || u->is_bad)
    return;
  symbol = arena_alloc (to, p->n * sizeof *symbol);
  memset (symbol, 0, p->n * sizeof *symbol);
  for (; n && !u->is_bad; n--) {
    uint64_t skipped = unpack_number (u), len = unpack_number (u);
    if (skipped > p->n - at || len > p->n - at - skipped) {
      u->is_bad = true;
      return;
    }
    for (at += skipped; len; len--)
      symbol[at++].term = SYMBYTE_UNSET;
  }
  p->symbol = symbol;
}

static void unpack_pointers (unpacker *u, arena *to, outcome_part *p) {
  uint64_t n = unpack_number (u);
  u->is_bad |= n > p->n / 8;
  if (u->is_bad || !n)
    return;
  outcome_pointer *pointer = arena_alloc (to, n * sizeof *pointer);
  for (uint64_t i = 0; i < n; i++) {
    pointer[i] = (outcome_pointer) {.at = unpack_number (u)};
    pointer[i].kind = (uint8_t) unpack_number (u);
    pointer[i].part = (uint32_t) unpack_number (u);
    pointer[i].name = unpack_text (u);
    pointer[i].offset = (int64_t) unpack_number (u);
    u->is_bad |= pointer[i].kind >= POINTEE_COUNT || pointer[i].at > p->n - 8u;
  }
  p->n_pointers = (uint32_t) n;
  p->pointer = pointer;
}

static outcome_part unpack_part (unpacker *u, arena *to) {
  uint64_t n;
  outcome_part p = {.what = (uint8_t) unpack_number (u)};
  p.is_freed = unpack_number (u) & IS_FREED;
  p.name = unpack_text (u);
  p.size = unpack_number (u);
  p.rest = unpack_number (u);
  p.bytes = unpack_bytes (u, &n);
  u->is_bad |= n > p.size || n > UINT32_MAX || p.what >= OUTCOME_END;
  p.n = u->is_bad ? 0 : (uint32_t) n;
  unpack_unknown (u, to, &p);
  unpack_pointers (u, to, &p);
  return p;
}

static bool parts_are_there (const outcome *o) {
  for (uint32_t i = 0; i < o->n; i++)
    for (uint32_t k = 0; k < o->part[i].n_pointers; k++)
      if (o->part[i].pointer[k].kind == POINTEE_PART &&
          !outcome_pointee (o, o->part[i].pointer + k))
        return false;
  return true;
}

void outcome_unpack (unpacker *u, arena *to, outcome *out) {
  *out = (outcome) {.is_partial = unpack_number (u) & IS_PARTIAL};
  uint64_t n = unpack_number (u);
  u->is_bad |= n > (uint64_t) (u->end - u->at);
  if (u->is_bad)
    return;
  outcome_part *part = arena_alloc (to, n * sizeof *part);
  for (uint64_t i = 0; i < n && !u->is_bad; i++)
    part[i] = unpack_part (u, to);
  out->n = u->is_bad ? 0 : (uint32_t) n;
  out->part = part;
  u->is_bad |= !parts_are_there (out);
}
