#include "lab/tables/spf_code.h"

#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_name (const char *name) {
  return hash_bytes (name, strlen (name)).lo;
}

/* Names. */

static void name_blocks (spf_code *s, uint32_t f) {
  const code *c = program_code (s->program, f);
  uint64_t owner = hash_name (program_function (s->program, f)->name);
  map times;
  map_init (&times, s->mem);
  for (uint32_t b = 0; b < c->n_blocks; b++) {
    uint64_t does = hash_mix (owner, c->block[b].digest.lo) | 1;
    uint64_t name = hash_mix (does, (*map_at (&times, does))++) | 1;
    map_put (&s->by_index, (uint64_t) c->block[b].index + 1, s->block.len);
    vec_push (s->mem, &s->block, ((spf_block) {.name = name}));
  }
  map_release (&times);
}

static spf_block *block_at (const spf_code *s, const code *c, uint32_t pc) {
  uint64_t index = (uint64_t) c->block[code_block_at (c, pc)].index + 1;
  return s->block.data + map_get (&s->by_index, index, 0);
}

/* Ways. Behind a block is what its edges do; each ends with a jump. */

static uint64_t way_to (const spf_code *s, const code *c, uint32_t pc,
                        unsigned way, uint32_t to) {
  while (to != c->block[code_block_at (c, to)].first)
    to = c->insn[to].op == OP_JUMP ? c->insn[to].a : to + 1;
  uint64_t h = hash_mix (block_at (s, c, pc)->name, way);
  return hash_mix (h, block_at (s, c, to)->name) | 1;
}

static void find_ways (spf_code *s, uint32_t f) {
  const code *c = program_code (s->program, f);
  for (uint32_t b = 0; b < c->n_blocks; b++) {
    uint32_t pc = c->block[b].first + c->block[b].n - 1;
    const insn *in = &c->insn[pc];
    uint64_t *way = block_at (s, c, pc)->way;
    if (in->op == OP_JUMP)
      way[0] = way_to (s, c, pc, 0, in->a);
    if (in->op != OP_BRANCH)
      continue;
    way[1] = way_to (s, c, pc, 1, in->b);
    way[2] = way_to (s, c, pc, 2, in->c);
  }
}

static uint64_t global_name (const spf_code *s, uint32_t i) {
  return program_global (s->program, i)->digest.lo | 1;
}

static void note_all (spf_code *s) {
  for (size_t i = 0; i < s->block.len; i++) {
    const spf_block *b = s->block.data + i;
    map_put (&s->is_there, b->name, 1);
    for (int w = 0; w < 3; w++)
      if (b->way[w])
        map_put (&s->is_there, b->way[w], 1);
  }
  for (uint32_t i = 0; i < program_count_globals (s->program); i++)
    map_put (&s->is_there, global_name (s, i), 1);
}

void spf_code_init (spf_code *s, memory *mem, program *p) {
  *s = (spf_code) {.mem = mem, .program = p};
  map_init (&s->by_index, mem);
  map_init (&s->is_there, mem);
  uint32_t n = program_count_functions (p);
  for (uint32_t f = 0; f < n; f++)
    if (program_function (p, f)->has_body)
      name_blocks (s, f);
  for (uint32_t f = 0; f < n; f++)
    if (program_function (p, f)->has_body)
      find_ways (s, f);
  note_all (s);
}

void spf_code_release (spf_code *s) {
  vec_release (s->mem, &s->block);
  map_release (&s->by_index);
  map_release (&s->is_there);
}

/* Legs. */

static void leg_add_block (const spf_code *s, uint32_t index, unsigned ways,
                           spf_leg *out) {
  const spf_block *b =
      s->block.data + map_get (&s->by_index, (uint64_t) index + 1, 0);
  const bool has_left[] = {true, ways & 1, ways & 2};
  vec_push (s->mem, out, b->name);
  for (int w = 0; w < 3; w++)
    if (has_left[w] && b->way[w])
      vec_push (s->mem, out, b->way[w]);
}

void spf_code_leg (const spf_code *s, uint64_t way, u32_vec *blocks,
                   spf_leg *out) {
  vec_clear (out);
  if (way)
    vec_push (s->mem, out, way);
  for (size_t i = 0; i < blocks->len; i++) {
    uint32_t n = blocks->data[i] / 4;
    if (n & MACHINE_GLOBAL)
      vec_push (s->mem, out, global_name (s, n & ~MACHINE_GLOBAL));
    else
      leg_add_block (s, n, blocks->data[i] % 4, out);
  }
  vec_unite (out, compare_u64);
  vec_clear (blocks);
}

uint64_t spf_code_way (const spf_code *s, uint32_t f, uint32_t pc,
                       unsigned choice) {
  const code *c = program_code (s->program, f);
  uint8_t way = code_way (c, pc, choice);
  return way ? block_at (s, c, pc)->way[way] : 0;
}

uint64_t spf_place (const spf_code *s, uint32_t f, uint32_t pc) {
  return block_at (s, program_code (s->program, f), pc)->name;
}
