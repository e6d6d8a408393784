#include "klee/zesti.h"

#include "klee/ktest_gen.h"

#include <sys/stat.h>
#include <unistd.h>

typedef struct given {
  zesti *out;
  memory *mem;
  arena *texts;
  VEC (char *) seed; /* the command line of ktest-gen */
  int n_files;
  uint64_t largest; /* of them */
} given;

static void add_word (given *g, const char *text) {
  vec_push (g->mem, &g->out->words, arena_printf (g->texts, "%s", text));
}

static void add_count (given *g, uint64_t n) {
  vec_push (g->mem, &g->out->words,
            arena_printf (g->texts, "%llu", (unsigned long long) n));
}

static void seed_with (given *g, const char *option, char *file) {
  vec_push (g->mem, &g->seed, arena_printf (g->texts, "%s", option));
  vec_push (g->mem, &g->seed, file);
}

static bool is_file (const char *path, uint64_t *size) {
  struct stat info;
  bool is_one = !stat (path, &info) && S_ISREG (info.st_mode);
  *size = is_one ? (uint64_t) info.st_size : 0;
  return is_one;
}

/* Files are named A, B, ... as --sym-files names them. */
static void add_argument (given *g, char *argument) {
  uint64_t size;
  if (!is_file (argument, &size)) {
    add_word (g, "--sym-arg");
    add_count (g, strlen (argument));
    vec_push (g->mem, &g->seed, argument);
    return;
  }
  const char name[] = {(char) ('A' + g->n_files++), 0};
  g->largest = size > g->largest ? size : g->largest;
  add_word (g, name);
  seed_with (g, "--sym-file", argument);
}

static void add_input (given *g) {
  uint64_t size;
  if (!is_file ("/dev/stdin", &size) || !size)
    return;
  seed_with (g, "--sym-stdin", (char *) "/dev/stdin");
  add_word (g, "--sym-stdin");
  add_count (g, size);
}

/* Where the options of klee end, the program is. */
static int find_program (int argc, char **argv) {
  int at = 0;
  while (at < argc && argv[at][0] == '-')
    at++;
  return at;
}

static status make_seed (given *g, context *c) {
  char_vec *path = &g->out->ktest;
  const char *where = getenv ("TMPDIR");
  text_printf (g->mem, path, "%s/zesti-XXXXXX", where ? where : "/tmp");
  int fd = mkstemp (path->data);
  if (fd < 0) {
    vec_clear (path);
    return trouble_set (&c->trouble, ST_NOWRITE, "cannot write the seed");
  }
  close (fd);
  vec_push (g->mem, &g->seed, (char *) "--bout-file");
  vec_push (g->mem, &g->seed, path->data);
  if (ktest_gen (c, (int) g->seed.len, g->seed.data))
    return trouble_set (&c->trouble, ST_NOWRITE, "cannot write the seed");
  return ST_OK;
}

status zesti_make (zesti *z, context *c, arena *texts, int argc, char **argv) {
  given g = {.out = z, .mem = &c->memory, .texts = texts};
  status st = ST_OK;
  *z = (zesti) {0};
  int program = find_program (argc, argv);
  if (program == argc)
    TRY (trouble_set (&c->trouble, ST_USAGE,
                      "usage: klee-zesti [options of klee] FILE.bc "
                      "[arguments of the program]"));
  for (int i = 0; i < program; i++)
    add_word (&g, argv[i]);
  size_t seed_at = z->words.len;
  add_word (&g, "");
  add_word (&g, argv[program]);
  for (int i = program + 1; i < argc; i++)
    add_argument (&g, argv[i]);
  if (g.n_files) {
    add_word (&g, "--sym-files");
    add_count (&g, (uint64_t) g.n_files);
    add_count (&g, g.largest);
  }
  add_input (&g);
  TRY (make_seed (&g, c));
  z->words.data[seed_at] =
      arena_printf (texts, "--seed-file=%s", z->ktest.data);
out:
  vec_release (g.mem, &g.seed);
  return st;
}

void zesti_release (zesti *z, memory *mem) {
  if (z->ktest.len)
    unlink (z->ktest.data);
  vec_release (mem, &z->ktest, &z->words);
}
