#include "lab/query/smt_names.h"

void smt_names_init (smt_names *ns, memory *mem) {
  *ns = (smt_names) {.mem = mem, .cap = 1024};
  arena_init (&ns->texts, mem);
  ns->slot = memory_zalloc (mem, ns->cap * sizeof *ns->slot);
}

void smt_names_release (smt_names *ns) {
  memory_free (ns->mem, ns->slot, ns->cap * sizeof *ns->slot);
  vec_release (ns->mem, &ns->bindings);
  arena_release (&ns->texts);
}

static uint64_t word_at (const char *s) {
  uint64_t word;
  memcpy (&word, s, sizeof word);
  return word;
}

/* Eight bytes a step: symbols are short and come in millions. */
static uint64_t hash_text (const char *s, size_t len) {
  uint64_t h = len;
  for (; len >= 8; s += 8, len -= 8)
    h = hash_mix (h, word_at (s));
  uint64_t rest = 0;
  for (size_t i = 0; i < len; i++)
    rest = rest << 8 | (unsigned char) s[i];
  return hash_mix (h, rest);
}

static void smt_names_grow (smt_names *ns) {
  size_t cap = 2 * ns->cap;
  smt_slot *slot = memory_zalloc (ns->mem, cap * sizeof *slot);
  for (size_t i = 0; i < ns->cap; i++) {
    if (!ns->slot[i].symbol)
      continue;
    size_t j = ns->slot[i].hash & (cap - 1);
    while (slot[j].symbol)
      j = (j + 1) & (cap - 1);
    slot[j] = ns->slot[i];
  }
  memory_free (ns->mem, ns->slot, ns->cap * sizeof *ns->slot);
  ns->slot = slot;
  ns->cap = cap;
}

static smt_symbol *new_symbol (smt_names *ns, const char *s, size_t len) {
  smt_symbol *res = arena_alloc (&ns->texts, sizeof *res + len + 1);
  *res = (smt_symbol) {.len = (uint32_t) len};
  memcpy (res->text, s, len);
  res->text[len] = 0;
  return res;
}

smt_symbol *smt_names_intern (smt_names *ns, const char *s, size_t len) {
  uint64_t h = hash_text (s, len);
  for (size_t i = h & (ns->cap - 1);; i = (i + 1) & (ns->cap - 1)) {
    smt_slot *slot = ns->slot + i;
    if (!slot->symbol) {
      smt_symbol *res = new_symbol (ns, s, len);
      *slot = (smt_slot) {h, res};
      if (2 * ++ns->len > ns->cap)
        smt_names_grow (ns);
      return res;
    }
    if (slot->hash == h && slot->symbol->len == len &&
        !memcmp (slot->symbol->text, s, len))
      return slot->symbol;
  }
}

void smt_names_bind (smt_names *ns, smt_symbol *s, smt_binding_kind k,
                     uint32_t value) {
  smt_binding b = {s, s->binding, k, value};
  vec_push (ns->mem, &ns->bindings, b);
  s->binding = (uint32_t) ns->bindings.len;
}

void smt_names_cut (smt_names *ns, size_t n) {
  while (ns->bindings.len > n) {
    const smt_binding *b = &vec_pop (&ns->bindings);
    b->symbol->binding = b->previous;
  }
}
