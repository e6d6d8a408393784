#include "report/covered.h"

#include "base/map.h"

typedef struct collector {
  covered *out;
  program *program;
  const uint8_t *blocks, *ways;
  uint32_t n; /* blocks that are known to the machine */
  map seen;   /* file and line -> 1 seen, 2 covered */
} collector;

static void add_line (collector *c, place at, bool is_covered) {
  if (!at.line || !at.file)
    return;
  uint64_t *v = map_at (&c->seen, (uint64_t) at.file << 32 | at.line);
  *v = is_covered ? 2 : *v ? *v : 1;
}

static void add_branch (collector *c, const code *body, uint32_t number,
                        bool is_reached) {
  assert (number < body->n_blocks);
  const block *b = body->block + number;
  assert (b->first + b->n <= body->n_insns);
  uint32_t last = b->first + b->n - 1;
  if (!b->n || body->insn[last].op != OP_BRANCH)
    return;
  covered_branch branch = {.file = body->place[last].file,
                           .line = body->place[last].line,
                           .function = body->function,
                           .block = number,
                           .is_reached = is_reached,
                           .ways = b->index < c->n ? c->ways[b->index] & 3 : 0};
  vec_push (c->out->mem, &c->out->branches, branch);
}

static place first_place (const code *body) {
  for (uint32_t i = 0; i < body->n_insns; i++)
    if (body->place[i].line && body->place[i].file)
      return body->place[i];
  return (place) {0};
}

static void covered_add_function (collector *c, uint32_t f) {
  const code *body = program_code (c->program, f);
  place first = first_place (body);
  bool is_covered = false;
  for (uint32_t i = 0; i < body->n_blocks; i++) {
    const block *b = body->block + i;
    bool here = b->index < c->n && c->blocks[b->index / 8] >> b->index % 8 & 1;
    is_covered |= here;
    for (uint32_t k = b->first; k < b->first + b->n; k++)
      add_line (c, body->place[k], here);
    add_branch (c, body, i, here);
  }
  covered_function fn = {first.file, first.line, f, is_covered};
  vec_push (c->out->mem, &c->out->functions, fn);
}

/* Headers of our C library may have code, which is not the user's. */
static bool is_own (const program *p, const function *f) {
  return f->is_users && f->has_body &&
         !strstr (program_file (p, f->file), "/libc/include/");
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
  return order ? order
               : covered_compare (rank (x->function, x->block),
                                  rank (y->function, y->block));
}

static int by_function (const void *a, const void *b) {
  const covered_function *x = a, *y = b;
  int order =
      covered_compare (rank (x->file, x->line), rank (y->file, y->line));
  return order ? order : covered_compare (x->function, y->function);
}

#define SORT(V, ORDER) \
  do { \
    if ((V).len) \
      qsort ((V).data, (V).len, sizeof *(V).data, ORDER); \
  } while (0)

void covered_collect (covered *out, memory *mem, program *p, const machine *m,
                      bool is_over) {
  uint32_t n_ways;
  collector c = {.out = out, .program = p};
  *out = (covered) {.mem = mem};
  c.blocks = machine_covered (m, &c.n);
  c.ways = machine_branches (m, &n_ways);
  map_init (&c.seen, mem);
  for (uint32_t f = 0; f < program_count_functions (p); f++) {
    const function *fn = program_function (p, f);
    if (is_own (p, fn) && (is_over || program_has_code (p, f)))
      covered_add_function (&c, f);
  }
  list_lines (&c);
  map_release (&c.seen);
  SORT (out->lines, by_line);
  SORT (out->branches, by_branch);
  SORT (out->functions, by_function);
}

void covered_release (covered *c) {
  vec_release (c->mem, &c->lines);
  vec_release (c->mem, &c->branches);
  vec_release (c->mem, &c->functions);
}
