/* A run on a trie that lies, with good checksums: whatever it says, the run
 * stays within it, and ends. What it finds then is another matter: who can
 * write the store is believed (reprise certify believes nobody).
 */

#include "memo/trie.h"
#include "random.h"
#include "run/run.h"
#include "run/subject.h"
#include "run/trie_place.h"
#include "store/seal.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* A decision in a callee, one of three, a fault of an object that was made. */
#define SOURCE \
  "@name = private constant [2 x i8] c\"x\\00\"\n" \
  "declare void @klee_make_symbolic(ptr, i64, ptr)\n" \
  "declare ptr @malloc(i64)\n" \
  "define i32 @look(i8 %%v) {\n" \
  "  %%c = icmp ugt i8 %%v, %d\n" \
  "  br i1 %%c, label %%yes, label %%no\n" \
  "yes:\n" \
  "  %%d = icmp ult i8 %%v, 60\n" \
  "  br i1 %%d, label %%no, label %%end\n" \
  "no:\n" \
  "  ret i32 1\n" \
  "end:\n" \
  "  ret i32 2\n" \
  "}\n" \
  "define i32 @main() {\n" \
  "  %%x = alloca [2 x i8]\n" \
  "  call void @klee_make_symbolic(ptr %%x, i64 2, ptr @name)\n" \
  "  %%a = load i8, ptr %%x\n" \
  "  %%p = getelementptr i8, ptr %%x, i64 1\n" \
  "  %%b = load i8, ptr %%p\n" \
  "  %%c = icmp ult i8 %%a, 100\n" \
  "  br i1 %%c, label %%low, label %%high\n" \
  "low:\n" \
  "  %%r = call i32 @look(i8 %%b)\n" \
  "  ret i32 %%r\n" \
  "high:\n" \
  "  switch i8 %%b, label %%low [i8 1, label %%one\n" \
  "                            i8 2, label %%two]\n" \
  "one:\n" \
  "  ret i32 3\n" \
  "two:\n" \
  "  %%h = call ptr @malloc(i64 4)\n" \
  "  %%q = getelementptr i8, ptr %%h, i64 4\n" \
  "  store i8 0, ptr %%q\n" \
  "  ret i32 4\n" \
  "}\n"

typedef struct lab {
  context context;
  char dir[64], input[80], out[80], store[80];
  char_vec path, file, lie; /* the trie, as it is and as it is told */
} lab;

static void write_bytes (const char *path, const char *data, size_t n) {
  FILE *f = fopen (path, "wb");
  CHECK (f != NULL);
  CHECK_EQ (fwrite (data, 1, n, f), n);
  fclose (f);
}

static void write_source (lab *l, int bound) {
  char text[2048];
  int n = snprintf (text, sizeof text, SOURCE, bound);
  write_bytes (l->input, text, (size_t) n);
}

static void explore (lab *l, uint64_t *paths) {
  run *r;
  report rep;
  run_request q = {.input = l->input};
  CHECK_EQ (run_open (&l->context, &q, &r), ST_OK);
  CHECK_EQ (run_explore (r, &rep), ST_OK);
  *paths = rep.explored.complete + rep.explored.error + rep.explored.cut;
  run_free (r);
}

static void load (lab *l) {
  char part[4096];
  FILE *f = fopen (l->path.data, "rb");
  CHECK (f != NULL);
  for (size_t n; (n = fread (part, 1, sizeof part, f)) > 0;)
    text_add (&l->context.memory, &l->file, part, n);
  fclose (f);
}

static void lab_open (lab *l, int depth) {
  uint64_t paths;
  subject s;
  memset (l, 0, sizeof *l);
  context_init (&l->context);
  l->context.log.level = LEVEL_ERROR;
  strcpy (l->dir, "/tmp/reprise-past-XXXXXX");
  CHECK (mkdtemp (l->dir) != NULL);
  snprintf (l->input, sizeof l->input, "%s/x.ll", l->dir);
  snprintf (l->out, sizeof l->out, "%s/out", l->dir);
  snprintf (l->store, sizeof l->store, "%s/store", l->dir);
  options *o = &l->context.draft;
  o->out = l->out;
  o->store = l->store;
  o->libc = LIBC_NONE;
  o->progress = PROGRESS_NONE;
  o->backend = BACKEND_BITS;
  o->max_depth = depth;
  write_source (l, 50);
  explore (l, &paths);
  CHECK (paths > 3);
  subject_init (&s, &l->context, l->input, 0, NULL);
  CHECK (trie_place_find (&s, NULL, &l->path));
  subject_release (&s);
  load (l);
}

static void lab_close (lab *l) {
  char command[100];
  vec_release (&l->context.memory, &l->path);
  vec_release (&l->context.memory, &l->file);
  vec_release (&l->context.memory, &l->lie);
  snprintf (command, sizeof command, "rm -rf '%s'", l->dir);
  CHECK_EQ (system (command), 0);
  CHECK_EQ (l->context.memory.live, 0);
  context_release (&l->context);
}

/* docs/formats/trie.md */
#define AT_SEAL 8
#define AT_CHECKSUM 40
#define AT_NODES 64
#define AT_COUNT 72
#define AT_SUITE 80
#define AFTER_MAGIC 48

static uint64_t word_at (const lab *l, size_t at) {
  uint64_t value;
  memcpy (&value, l->file.data + at, sizeof value);
  return value;
}

/* Checksums of the tests, then of all: as somebody who knows the secret. */
static void seal_lie (lab *l) {
  char *data = l->lie.data;
  size_t n = l->lie.len;
  for (size_t at = word_at (l, AT_SUITE) + 8; at + 8 <= n;) {
    uint32_t size;
    memcpy (&size, data + at, sizeof size);
    if (size > n - at - 8)
      break;
    uint32_t sum = (uint32_t) XXH3_64bits (data + at + 8, size);
    memcpy (data + at + 4, &sum, sizeof sum);
    at += 8 + size;
  }
  uint64_t sum = XXH3_64bits (data + AFTER_MAGIC, n - AFTER_MAGIC);
  memcpy (data + AT_CHECKSUM, &sum, sizeof sum);
  CHECK (file_seal (&l->context.memory, l->path.data, data + AT_CHECKSUM,
                    n - AT_CHECKSUM, (uint8_t *) data + AT_SEAL));
}

/* A number in the part of nodes, or a byte anywhere, is another one. */
static void tell_lie (lab *l, uint64_t *seed) {
  size_t nodes = word_at (l, AT_NODES);
  unsigned n_words = (unsigned) word_at (l, AT_COUNT) * 2;
  if (random_below (seed, 3) == 0) {
    uint32_t value = random_below (seed, n_words + 3);
    memcpy (l->lie.data + nodes + 4 * (size_t) random_below (seed, n_words),
            &value, sizeof value);
    return;
  }
  size_t room = l->lie.len - AFTER_MAGIC;
  char *byte = l->lie.data + AFTER_MAGIC + random_below (seed, (unsigned) room);
  if (random_below (seed, 2))
    *byte ^= (char) (1u << random_below (seed, 8));
  else
    *byte = (char) random_below (seed, 12);
}

static void survive (int depth, int depth_then, uint64_t seed, unsigned n) {
  lab l;
  uint64_t paths;
  lab_open (&l, depth);
  for (unsigned i = 0; i < n; i++) {
    vec_clear (&l.lie);
    text_add (&l.context.memory, &l.lie, l.file.data, l.file.len);
    for (unsigned k = 1 + random_below (&seed, 3); k; k--)
      tell_lie (&l, &seed);
    seal_lie (&l);
    write_bytes (l.path.data, l.lie.data, l.lie.len);
    write_source (&l, random_below (&seed, 2) ? 50 : 70);
    l.context.draft.max_depth = depth_then;
    explore (&l, &paths);
  }
  lab_close (&l);
}

TEST (lies_about_all_paths) { survive (0, 0, 1, test_is_long () ? 5000 : 100); }

TEST (lies_about_limits) { survive (2, 3, 2, test_is_long () ? 5000 : 60); }
