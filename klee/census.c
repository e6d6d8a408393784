#include "klee/census.h"

#include <unistd.h>

static bool is_covered (const machine *m, uint32_t i) {
  uint32_t n;
  const uint8_t *covered = machine_covered (m, &n);
  return i < n && covered[i / 8] >> i % 8 & 1;
}

static unsigned ways_of (const machine *m, uint32_t i) {
  uint32_t n;
  const uint8_t *ways = machine_branches (m, &n);
  return i < n ? ways[i] : 0;
}

static bool is_conditional (const code *c, const block *b) {
  return b->n && c->insn[b->first + b->n - 1].op == OP_BRANCH;
}

static void count_blocks (census *s, const code *c, const machine *m) {
  for (uint32_t i = 0; i < c->n_blocks; i++) {
    const block *b = c->block + i;
    if (is_covered (m, b->index))
      s->covered += b->weight;
    unsigned ways = is_conditional (c, b) ? ways_of (m, b->index) : 0;
    s->full += ways == 3;
    s->partial += ways == 1 || ways == 2;
  }
}

census census_take (program *p, const machine *m, const assembly *a) {
  census s = {0};
  for (uint32_t i = 0; i < program_count_functions (p); i++) {
    const function *f = program_function (p, i);
    uint32_t n;
    if (!f->is_users || !f->has_body)
      continue;
    assembly_lines (a, i, &n);
    s.instructions += n;
    s.branches += assembly_count_branches (a, i);
    assert (!program_has_code (p, i) || program_code (p, i)->function == i);
    if (program_has_code (p, i))
      count_blocks (&s, program_code (p, i), m);
  }
  return s;
}

/* run.istats */

/* Forks are counted at instructions of ours, which may be several for one of
 * the module.
 */
static uint64_t forks_of (const istats *s, const code *c, uint32_t *pc,
                          uint32_t origin) {
  uint64_t n = 0;
  for (; *pc < c->n_insns && c->origin[*pc] == origin; ++*pc)
    n += forktree_count_at (s->forks, c->function, *pc);
  return n;
}

static uint64_t times_of (const istats *s, uint32_t i) {
  uint32_t n;
  const uint64_t *tally = machine_tally (s->machine, &n);
  return tally && i < n ? tally[i] : is_covered (s->machine, i);
}

static const char *file_name (const istats *s, uint32_t file) {
  const char *name = file ? program_file (s->program, file) : "";
  return name[0] ? name : "???"; /* callgrind's word */
}

/* What was inlined is of another file than its function. */
static void put_file (const istats *s, const function *fn, uint32_t file,
                      FILE *f) {
  fprintf (f, "%s=%s\n", file == fn->file ? "fe" : "fi", file_name (s, file));
}

static void put_function (const istats *s, const code *c, FILE *f) {
  const function *fn = program_function (s->program, c->function);
  uint32_t n, origin = 0, pc = 0, file = fn->file;
  const uint32_t *line = assembly_lines (s->assembly, c->function, &n);
  fprintf (f, "fl=%s\nfn=%s\n", file_name (s, file), fn->name);
  for (uint32_t i = 0; i < c->n_blocks; i++) {
    const block *b = c->block + i;
    assert (b->first + b->n <= c->n_insns);
    bool is_here = is_covered (s->machine, b->index);
    unsigned long long times = times_of (s, b->index);
    for (uint32_t k = 0; k < b->weight && origin < n; k++, origin++) {
      place at = c->place[pc < c->n_insns ? pc : b->first];
      unsigned long long forks = forks_of (s, c, &pc, origin);
      if (at.file && at.file != file)
        put_file (s, fn, file = at.file, f);
      fprintf (f, "%u %u %d %llu %llu %d\n", line[origin], at.line, is_here,
               forks, times, !is_here);
    }
  }
}

void istats_write (const istats *s, FILE *f) {
  fprintf (f,
           "version: 1\ncreator: klee\npid: %ld\ncmd: %s\n\n\n"
           "positions: instr line\n"
           "event: Icov : CoveredInstructions\n"
           "event: Forks : Forks\n"
           "event: I : Instructions\n"
           "event: Iuncov : UncoveredInstructions\n"
           "events: Icov Forks I Iuncov\n"
           "ob=assembly.ll\n",
           (long) getpid (), s->input);
  for (uint32_t i = 0; i < program_count_functions (s->program); i++)
    if (program_has_code (s->program, i))
      put_function (s, program_code (s->program, i), f);
}
