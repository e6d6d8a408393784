/* Facts about a program. The digest covers what can be reached from the
 * start: through calls, addresses in code and addresses in globals.
 */

#include "program/program_priv.h"

#include <assert.h>
#include <llvm-c/BitWriter.h>
#include <string.h>

typedef struct reach {
  program *p;
  map seen;     /* slots */
  u32_vec todo; /* slots */
} reach;

static void visit (reach *r, uint64_t address) {
  uint32_t slot = address_slot (address);
  if (!slot || slot >= ADDRESS_FIRST_FREE || map_find (&r->seen, slot))
    return;
  map_put (&r->seen, slot, 1);
  vec_push (r->p->mem, &r->todo, slot);
}

static hash128 visit_function (reach *r, uint32_t f) {
  const function *described = program_function (r->p, f);
  hash128 h = hash_bytes (described->name, strlen (described->name));
  if (!described->has_body || described->builtin != BUILTIN_NONE)
    return h;
  const code *c = program_code (r->p, f);
  for (uint32_t i = 0; i < c->n_insns; i++)
    if (c->insn[i].op == OP_CALL)
      visit (r, program_function (r->p, c->insn[i].a)->address);
  for (uint32_t i = 0; i < c->n_constants; i++)
    if (c->constant[i].width == 64)
      visit (r, c->constant[i].low);
  return hash128_mix (h, c->digest);
}

static hash128 visit_global (reach *r, const global *g) {
  for (uint32_t i = 0; i < g->n_addresses; i++) {
    uint64_t word;
    assert (g->address_at[i] + sizeof word <= g->size);
    memcpy (&word, g->bytes + g->address_at[i], sizeof word);
    visit (r, word);
  }
  return g->digest;
}

static hash128 digest_reachable (program *p) {
  reach r = {.p = p};
  map_init (&r.seen, p->mem);
  hash128 sum = {0};
  visit (&r, program_function (p, program_start (p))->address);
  while (r.todo.len) {
    uint32_t slot = vec_pop (&r.todo);
    const global *g = program_global_at (p, slot);
    uint32_t f = program_function_at (p, slot);
    hash128 h = {0};
    if (g)
      h = visit_global (&r, g);
    else if (f != PLACING_NONE)
      h = visit_function (&r, f);
    sum.lo += h.lo;
    sum.hi += h.hi;
  }
  vec_release (p->mem, &r.todo);
  map_release (&r.seen);
  return sum;
}

program_facts program_describe (program *p) {
  program_facts f = {.functions = program_count_functions (p),
                     .modules_linked = p->mod.modules_linked,
                     .compile_ns = p->mod.compile_ns,
                     .load_ns = p->mod.link_ns + p->load_ns};
  for (uint32_t i = 0; i < f.functions; i++)
    f.users_functions += program_function (p, i)->is_users;
  f.digest = digest_reachable (p);
  f.lower_ns = p->lower_ns;
  return f;
}

bool program_write (const program *p, const char *path) {
  return !LLVMWriteBitcodeToFile (p->mod.module, path);
}
