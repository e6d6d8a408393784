/* A wrong guess is not believed: blocks are compared, and each label stands for
 * one function then and for one now.
 */

#include "memo/labels.h"

uint32_t labels_named (const program *p, const char *name) {
  uint32_t f = program_find_function (p, name);
  const function *now = f == UINT32_MAX ? NULL : program_function (p, f);
  bool is_it = now && now->has_body && now->builtin == BUILTIN_NONE &&
               !strcmp (now->name, name);
  return is_it ? f + 1 : 0;
}

static bool is_pair (const program *p) {
  return program_start_before (p) != UINT32_MAX;
}

/* Who would have the label by its name gets another one. */
static void labels_give (program *p, uint32_t which, hash128 label) {
  if (hash128_eq (program_function (p, which)->label, label))
    return;
  for (uint32_t i = program_count_functions (p); i; i--)
    if (hash128_eq (program_function (p, i - 1)->label, label))
      program_relabel (p, i - 1, hash128_mix (label, hash128_of (i, 30)));
  program_relabel (p, which, label);
}

void labels_take (program *p, const trie *t) {
  for (size_t i = 0; i < t->functions.len && !is_pair (p); i++) {
    uint32_t f = labels_named (p, t->functions.data[i].name);
    if (f)
      labels_give (p, f - 1, t->functions.data[i].label);
  }
}

/* How many blocks in a thousand are those of the old one, if it had its label.
 */
static size_t likeness_of (memory *mem, program *p, const outline *old,
                           uint32_t which) {
  const function *f = program_function (p, which);
  hash128 own = f->label;
  u32_vec blocks = {0}, slots = {0};
  size_t n = 0, of = old->block.len;
  outline now;
  if (!f->is_users || !f->has_body || f->builtin != BUILTIN_NONE ||
      !hash128_eq (outline_signature (f), old->signature))
    return 0;
  program_relabel (p, which, old->label);
  outline_make (mem, p, which, &now);
  program_relabel (p, which, own);
  outline_align (mem, old, &now, &blocks, &slots);
  for (size_t i = 0; i < blocks.len; i++)
    n += blocks.data[i] != 0;
  of = now.block.len > of ? now.block.len : of;
  vec_release (mem, &blocks, &slots);
  outline_release (mem, &now);
  return n * 1000 / of;
}

/* Of those that are not taken. */
static uint32_t find_renamed (memory *mem, program *p, const outline *old,
                              map *taken) {
  size_t best = 499;
  uint32_t found = 0;
  for (uint32_t i = 1; i <= program_count_functions (p); i++) {
    size_t n = map_get (taken, i, 0) ? 0 : likeness_of (mem, p, old, i - 1);
    found = n > best ? i : found;
    best = n > best ? n : best;
  }
  if (found) {
    labels_give (p, found - 1, old->label);
    map_put (taken, found, 1);
  }
  return found;
}

void labels_find (memory *mem, program *p, const trie *t, u32_vec *out) {
  map taken;
  map_init (&taken, mem);
  for (size_t i = 0; i < t->functions.len; i++) {
    vec_push (mem, out, labels_named (p, t->functions.data[i].name));
    if (vec_last (out))
      map_put (&taken, vec_last (out), 1);
  }
  for (size_t i = 0; i < out->len && !is_pair (p); i++)
    if (!out->data[i])
      out->data[i] = find_renamed (mem, p, t->functions.data + i, &taken);
  map_release (&taken);
}
