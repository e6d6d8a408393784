#include "report/covered.h"

#include "base/map.h"
#include "explore/flow.h"

typedef struct collector {
  covered *out;
  program *program;
  const uint8_t *blocks, *ways;
  uint32_t n;                /* blocks that are known to the machine */
  map seen;                  /* file and line -> 1 seen, 2 covered */
  u32_vec ways_out, entries; /* work space */
} collector;

static bool covered_has (const collector *c, const block *b) {
  return b->index < c->n && c->blocks[b->index / 8] >> b->index % 8 & 1;
}

static void add_line (collector *c, place at, bool here) {
  if (!at.line || !at.file)
    return;
  uint64_t *v = map_at (&c->seen, (uint64_t) at.file << 32 | at.line);
  *v = here ? 2 : *v ? *v : 1;
}

static void add_branch (collector *c, const code *body, uint32_t number,
                        uint8_t ways, uint32_t target) {
  const block *b = body->block + number;
  uint32_t last = b->first + b->n - 1;
  covered_branch branch = {.file = body->place[last].file,
                           .line = body->place[last].line,
                           .function = body->function,
                           .block = number,
                           .target = target,
                           .is_reached = covered_has (c, b),
                           .ways = ways};
  vec_push (c->out->mem, &c->out->branches, branch);
}

/* The block that starts here, or NULL. */
static const block *block_at (const code *body, uint32_t pc) {
  const block *b = body->block + code_block_at (body, pc);
  return b->first == pc ? b : NULL;
}

static void add_conditional (collector *c, const code *body, uint32_t number,
                             const insn *last) {
  const block *b = body->block + number;
  uint8_t ways = b->index < c->n ? c->ways[b->index] & 3 : 0;
  if (!(last->x & BRANCH_HIDDEN))
    add_branch (c, body, number, ways, 0);
}

/* Of a switch it is not noted which way it went; a block that nothing else
 * leads to tells. Other targets are not counted.
 */
static void add_switch (collector *c, const code *body, uint32_t number,
                        const insn *last) {
  unsigned n_taken = 0;
  vec_clear (&c->ways_out);
  flow_list_ways (c->out->mem, body, last, &c->ways_out);
  uint32_t *way = c->ways_out.data;
  size_t n = 0;
  for (size_t i = 0; i < c->ways_out.len; i++) {
    const block *to = block_at (body, way[i]);
    n_taken += to && covered_has (c, to);
    if (to && c->entries.data[to - body->block] == 1)
      way[n++] = (uint32_t) (to - body->block);
  }
  for (size_t i = 0; i < n; i++) {
    bool is_taken = covered_has (c, body->block + way[i]);
    add_branch (c, body, number,
                (uint8_t) (is_taken | (n_taken > is_taken) << 1), way[i] + 1);
  }
}

static void add_decision (collector *c, const code *body, uint32_t number) {
  const block *b = body->block + number;
  assert (b->n && b->first + b->n <= body->n_insns);
  const insn *last = body->insn + b->first + b->n - 1;
  if (last->op == OP_BRANCH)
    add_conditional (c, body, number, last);
  else if (last->op == OP_SWITCH)
    add_switch (c, body, number, last);
}

/* How many jumps lead to each block. */
static void count_entries (collector *c, const code *body) {
  vec_clear (&c->entries);
  for (uint32_t i = 0; i < body->n_blocks; i++)
    vec_push (c->out->mem, &c->entries, 0);
  for (uint32_t pc = 0; pc < body->n_insns; pc++) {
    vec_clear (&c->ways_out);
    flow_list_ways (c->out->mem, body, body->insn + pc, &c->ways_out);
    for (size_t i = 0; i < c->ways_out.len; i++) {
      const block *to = block_at (body, c->ways_out.data[i]);
      if (to)
        c->entries.data[to - body->block]++;
    }
  }
}

static place first_place (const code *body) {
  for (uint32_t i = 0; i < body->n_insns; i++)
    if (body->place[i].line && body->place[i].file)
      return body->place[i];
  return (place) {0};
}

static void covered_add_function (collector *c, uint32_t f) {
  const code *body = program_code (c->program, f);
  const function *fn = program_function (c->program, f);
  place first = first_place (body);
  bool is_called = false, here = false;
  size_t before = c->out->branches.len;
  count_entries (c, body);
  for (uint32_t i = 0; i < body->n_blocks; i++) {
    const block *b = body->block + i;
    here = b->is_rest ? here : covered_has (c, b);
    is_called |= here;
    for (uint32_t k = b->first; k < b->first + b->n; k++)
      add_line (c, body->place[k], here);
    add_decision (c, body, i);
  }
  covered_function one = {first.file,
                          first.line,
                          f,
                          is_called,
                          fn->n_sides,
                          fn->n_sides == 2 * (c->out->branches.len - before) &&
                              !fn->has_ternary};
  vec_push (c->out->mem, &c->out->functions, one);
}

bool covered_is_source (const covered *c) {
  for (size_t i = 0; i < c->functions.len; i++)
    if (!c->functions.data[i].is_source)
      return false;
  return true;
}

/* Headers of our C library may have code, which is not the user's. */
static bool is_own (const program *p, const function *f) {
  return f->is_users && f->has_body &&
         !strstr (program_file (p, f->file), "/libc/include/");
}

/* What a driven function may call: by name, or through an address that it or a
 * global in its reach has. Functions of the C library were executed, or lead to
 * none of the user's.
 */
typedef struct callees {
  collector *collector;
  uint8_t *seen; /* functions, then globals */
  u32_vec todo;
} callees;

static void callees_visit (callees *s, size_t item) {
  if (!s->seen[item])
    vec_push (s->collector->out->mem, &s->todo, (uint32_t) item);
  s->seen[item] = 1;
}

static void callees_visit_address (callees *s, uint64_t address) {
  const program *p = s->collector->program;
  uint32_t slot = address_slot (address), f = program_function_at (p, slot);
  const global *g = program_global_at (p, slot);
  if (g)
    callees_visit (s, program_count_functions (p) +
                          (size_t) (g - program_global (p, 0)));
  else if (f != UINT32_MAX)
    callees_visit (s, f);
}

static void callees_visit_global (callees *s, const global *g) {
  for (uint32_t i = 0; g->bytes && i < g->n_addresses; i++) {
    uint64_t at;
    memcpy (&at, g->bytes + g->address_at[i], sizeof at);
    callees_visit_address (s, at);
  }
}

static void callees_visit_code (callees *s, const code *body) {
  for (uint32_t i = 0; i < body->n_insns; i++)
    if (body->insn[i].op == OP_CALL)
      callees_visit (s, body->insn[i].a);
  for (uint32_t i = 0; i < body->n_constants; i++)
    if (body->constant[i].width == 64)
      callees_visit_address (s, body->constant[i].low);
}

static void find_callees (callees *s, bool is_over) {
  program *p = s->collector->program;
  uint32_t n = program_count_functions (p);
  callees_visit (s, program_start (p));
  while (s->todo.len) {
    uint32_t i = vec_pop (&s->todo);
    if (i >= n)
      callees_visit_global (s, program_global (p, i - n));
    else if (program_has_code (p, i) ||
             (is_over && is_own (p, program_function (p, i))))
      callees_visit_code (s, program_code (p, i));
  }
}

static void list_lines (collector *c) {
  for (size_t i = 0; i < c->seen.cap; i++) {
    uint64_t key = c->seen.slot[i].key;
    if (!key)
      continue;
    assert (c->seen.slot[i].value - 1 < 2); /* seen, or covered */
    covered_line line = {(uint32_t) (key >> 32), (uint32_t) key,
                         c->seen.slot[i].value == 2};
    vec_push (c->out->mem, &c->out->lines, line);
  }
}

static int covered_compare (uint64_t a, uint64_t b) {
  return (a > b) - (a < b);
}

static uint64_t rank (uint32_t file, uint32_t line) {
  return (uint64_t) file << 32 | line;
}

static int by_line (const void *a, const void *b) {
  const covered_line *x = a, *y = b;
  return covered_compare (rank (x->file, x->line), rank (y->file, y->line));
}

static int by_branch (const void *a, const void *b) {
  const covered_branch *x = a, *y = b;
  int order =
      covered_compare (rank (x->file, x->line), rank (y->file, y->line));
  order = order ? order
                : covered_compare (rank (x->function, x->block),
                                   rank (y->function, y->block));
  return order ? order : covered_compare (x->target, y->target);
}

static int by_function (const void *a, const void *b) {
  const covered_function *x = a, *y = b;
  int order =
      covered_compare (rank (x->file, x->line), rank (y->file, y->line));
  return order ? order : covered_compare (x->function, y->function);
}

void covered_collect (covered *out, memory *mem, program *p, const machine *m,
                      bool is_over) {
  uint32_t n_ways;
  collector c = {.out = out, .program = p};
  *out = (covered) {.mem = mem, .program = p};
  c.blocks = machine_covered (m, &c.n);
  c.ways = machine_branches (m, &n_ways);
  map_init (&c.seen, mem);
  callees s = {.collector = &c};
  uint32_t n = program_count_functions (p);
  size_t size = (size_t) n + program_count_globals (p);
  bool is_part = program_is_marked (p, HARNESS_DRIVEN);
  s.seen = memory_zalloc (mem, size);
  if (is_part)
    find_callees (&s, is_over);
  for (uint32_t f = 0; f < n; f++)
    if (is_own (p, program_function (p, f)) && (!is_part || s.seen[f]) &&
        (is_over || program_has_code (p, f)))
      covered_add_function (&c, f);
  vec_release (mem, &s.todo);
  memory_free (mem, s.seen, size);
  vec_release (mem, &c.ways_out, &c.entries);
  list_lines (&c);
  map_release (&c.seen);
  vec_sort (&out->lines, by_line);
  vec_sort (&out->branches, by_branch);
  vec_sort (&out->functions, by_function);
}

uint64_t covered_line_key (const covered *c, const covered_line *l) {
  const char *file = program_file (c->program, l->file);
  return hash128_of (hash_bytes (file, strlen (file)).lo, l->line).lo | 1;
}

void covered_release (covered *c) {
  vec_release (c->mem, &c->lines, &c->branches, &c->functions);
}
