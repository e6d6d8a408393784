#include "suite/suite.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Suites: what is written is read again; of a file that was cut off or
 * damaged, the records before the damage are.
 */

typedef struct lab {
  memory mem;
  trouble trouble;
  char dir[64], path[80];
} lab;

static void lab_open (lab *l) {
  *l = (lab) {0};
  strcpy (l->dir, "/tmp/reprise-suite-XXXXXX");
  CHECK (mkdtemp (l->dir) != NULL);
  snprintf (l->path, sizeof l->path, "%s/suite", l->dir);
}

static void lab_close (lab *l) {
  unlink (l->path);
  rmdir (l->dir);
  CHECK_EQ (l->mem.live, 0);
}

static const char *const args[] = {"-v", "", "a b"};

static const suite_facts facts = {.input = "/nowhere/a.c",
                                  .given = "a.c",
                                  .directory = "/nowhere",
                                  .entry = "f",
                                  .cflags = "-DX",
                                  .compile_commands = "",
                                  .buffer_size = 300,
                                  .keep_branches = true,
                                  .options = "max-loop=3",
                                  .n_args = 3,
                                  .args = args};

static end_record exits (int result) {
  return (end_record) {.kind = END_EXIT, .status = result, .at = {"", "", 0}};
}

static end_record faults (uint32_t n) {
  static const source_place calls[] = {{"f", "a (2) b.c", 3}, {"main", "", 0}};
  return (end_record) {.kind = END_FAULT,
                       .fault = FAULT_REPORTED,
                       .limit = LIMIT_LOOP,
                       .at = {"f", "a (2) b.c", n},
                       .cause = {.reason = WHY_SUM_TOO_LARGE,
                                 .form = {VALUE_SIGNED, VALUE_ADDRESS},
                                 .text = {"x > 0", NULL},
                                 .value = {(uint64_t) -5, UINT64_MAX}},
                       .suffix = n % 2 ? NULL : "its/kind",
                       .object = {.origin = ORIGIN_GLOBAL,
                                  .is_most = n % 2,
                                  .has_symbolic_size = n % 2 == 0,
                                  .is_guessed = true,
                                  .name = "table",
                                  .size = n,
                                  .access = 4,
                                  .offset = -7},
                       .n_related = 2,
                       .related = {{"g", "b.c", 1}, {"h", "c.c", 2}},
                       .n_calls = 2,
                       .call = calls,
                       .identity = {n + 1, ~(uint64_t) n}};
}

/* Tests of one remainder have the same. */
static outcome answers (uint32_t n) {
  static const outcome_pointer to = {8, POINTEE_GLOBAL, 0, "g", -3};
  static const symbyte never[16] = {[1] = {{UINT32_MAX}, 0},
                                    [2] = {{UINT32_MAX}, 0},
                                    [7] = {{UINT32_MAX}, 0}};
  static const outcome_part part[] = {
      {.what = OUTCOME_RETURN,
       .name = "",
       .size = 16,
       .n = 16,
       .bytes = (const uint8_t *) "a\0\0bcde\0\0\0\0\0\0\0\0",
       .symbol = never,
       .n_pointers = 1,
       .pointer = &to},
      {.what = OUTCOME_OUTPUT,
       .name = "stdout",
       .size = 9000,
       .n = 2,
       .rest = 77,
       .bytes = (const uint8_t *) "hi"},
      {.what = OUTCOME_ARGUMENT, .name = "p", .is_freed = true}};
  return (outcome) {n % 4, part, n % 2};
}

/* Test number n; 'bytes' has room for 64. */
static testcase make (uint32_t n, testinput *in, uint8_t *bytes) {
  for (int i = 0; i < 64; i++)
    bytes[i] = (uint8_t) (n * 31 + (uint32_t) i);
  in[0] = (testinput) {"x", SYMBOLIC_OBJECT, 4, bytes};
  in[1] = (testinput) {"", SYMBOLIC_NONDET, n % 40, bytes + 4};
  testcase t = {.number = n,
                .end = n % 3 ? exits (-(int) n) : faults (n),
                .is_repeated = n % 2,
                .path = {n, ~(uint64_t) n},
                .n_inputs = n % 3,
                .input = in,
                .outcome = answers (n % 4 == 1 ? 2 : n)};
  return t;
}

static void check_place (const source_place *a, const source_place *b) {
  CHECK_STR (a->function, b->function);
  CHECK_STR (a->file, b->file);
  CHECK_EQ (a->line, b->line);
}

static void check_object (const end_object *a, const end_object *b) {
  CHECK_EQ (a->origin, b->origin);
  CHECK_EQ (a->is_most, b->is_most);
  CHECK_EQ (a->has_symbolic_size, b->has_symbolic_size);
  CHECK_EQ (a->is_guessed, b->is_guessed);
  CHECK (a->name == b->name || !strcmp (a->name, b->name));
  CHECK_EQ (a->size, b->size);
  CHECK_EQ (a->access, b->access);
  CHECK_EQ (a->offset, b->offset);
}

static void check_same_end (const end_record *a, const end_record *b) {
  CHECK_EQ (a->kind, b->kind);
  CHECK_EQ (a->fault, b->fault);
  CHECK_EQ (a->limit, b->limit);
  CHECK_EQ (a->status, b->status);
  check_place (&a->at, &b->at);
  CHECK (cause_is_same (&a->cause, &b->cause));
  CHECK (a->suffix == b->suffix || !strcmp (a->suffix, b->suffix));
  check_object (&a->object, &b->object);
  CHECK_EQ (a->n_related, b->n_related);
  for (uint32_t i = 0; i < a->n_related; i++)
    check_place (a->related + i, b->related + i);
  CHECK_EQ (a->n_calls, b->n_calls);
  for (uint32_t i = 0; i < a->n_calls; i++)
    check_place (a->call + i, b->call + i);
  CHECK_EQ (a->identity.place, b->identity.place);
  CHECK_EQ (a->identity.error, b->identity.error);
}

static void check_equal (const testcase *a, const testcase *b) {
  CHECK_EQ (a->number, b->number);
  CHECK_EQ (a->is_repeated, b->is_repeated);
  check_same_end (&a->end, &b->end);
  CHECK (hash128_eq (a->path, b->path));
  CHECK (outcome_is_same (&a->outcome, &b->outcome));
  CHECK (!a->outcome.n || a->outcome.is_partial == b->outcome.is_partial);
  CHECK_EQ (a->n_inputs, b->n_inputs);
  for (uint32_t i = 0; i < a->n_inputs; i++) {
    CHECK_STR (a->input[i].name, b->input[i].name);
    CHECK_EQ (a->input[i].what, b->input[i].what);
    CHECK_EQ (a->input[i].size, b->input[i].size);
    CHECK (!memcmp (a->input[i].bytes, b->input[i].bytes, a->input[i].size));
  }
}

/* All tests that a suite has are the first ones that were written. */
static void check_prefix (suite *s) {
  uint8_t bytes[64];
  testinput in[2];
  for (uint32_t i = 0; i < suite_count (s); i++) {
    testcase got, want = make (i + 1, in, bytes);
    suite_get (s, i, &got);
    check_equal (&want, &got);
  }
}

static void write_suite (lab *l, uint32_t n) {
  uint8_t bytes[64];
  testinput in[2];
  suite_writer *w = suite_create (&l->mem, l->dir, &facts, &l->trouble);
  CHECK (w != NULL);
  for (uint32_t i = 1; i <= n; i++) {
    testcase t = make (i, in, bytes);
    CHECK_EQ (suite_add (w, &t, &l->trouble), ST_OK);
  }
  CHECK_EQ (suite_close (w, &l->trouble), ST_OK);
}

static size_t load (const lab *l, uint8_t *data, size_t cap) {
  FILE *f = fopen (l->path, "r");
  CHECK (f != NULL);
  size_t n = fread (data, 1, cap, f);
  CHECK (n < cap);
  fclose (f);
  return n;
}

static void save (const lab *l, const uint8_t *data, size_t n) {
  FILE *f = fopen (l->path, "w");
  CHECK (f && fwrite (data, 1, n, f) == n);
  fclose (f);
}

TEST (round_trip) {
  lab l;
  lab_open (&l);
  write_suite (&l, 500);
  suite *s = suite_open (&l.mem, l.dir, &l.trouble);
  CHECK (s != NULL);
  CHECK_EQ (suite_count (s), 500);
  check_prefix (s);
  const suite_facts *f = suite_about (s);
  CHECK_STR (f->input, facts.input);
  CHECK_STR (f->given, facts.given);
  CHECK_STR (f->directory, facts.directory);
  CHECK_STR (f->entry, facts.entry);
  CHECK_STR (f->cflags, facts.cflags);
  CHECK_STR (f->options, facts.options);
  CHECK_EQ (f->buffer_size, 300);
  CHECK (f->keep_branches);
  CHECK_EQ (f->n_args, 3);
  for (int i = 0; i < 3; i++)
    CHECK_STR (f->args[i], args[i]);
  suite_free (s);
  lab_close (&l);
}

TEST (cut_at_every_byte) {
  lab l;
  uint8_t data[8192];
  uint32_t last = 0;
  lab_open (&l);
  write_suite (&l, 12);
  size_t n = load (&l, data, sizeof data);
  for (size_t cut = 0; cut <= n; cut++) {
    trouble t = {0};
    save (&l, data, cut);
    suite *s = suite_open (&l.mem, l.dir, &t);
    if (!s) {
      CHECK (t.text[0] && !last);
      continue;
    }
    CHECK (suite_count (s) >= last);
    last = suite_count (s);
    check_prefix (s);
    suite_free (s);
  }
  CHECK_EQ (last, 12);
  lab_close (&l);
}

TEST (flipped_bits) {
  lab l;
  uint8_t data[8192];
  lab_open (&l);
  write_suite (&l, 12);
  size_t n = load (&l, data, sizeof data);
  for (size_t i = 0; i < n; i++) {
    trouble t = {0};
    data[i] ^= (uint8_t) (1u << i % 8);
    save (&l, data, n);
    suite *s = suite_open (&l.mem, l.dir, &t);
    CHECK (s || t.text[0]);
    if (s) {
      CHECK (suite_count (s) < 12);
      check_prefix (s);
    }
    suite_free (s);
    data[i] ^= (uint8_t) (1u << i % 8);
  }
  lab_close (&l);
}

/* Equal outcomes are in the file once, and go along with copies. */
TEST (copied_outcomes) {
  lab l;
  lab_open (&l);
  write_suite (&l, 40);
  suite *s = suite_open (&l.mem, l.dir, &l.trouble);
  uint32_t all[40];
  char_vec picked = {0};
  for (uint32_t i = 0; i < 40; i++)
    all[i] = i;
  suite_pick (s, 40, all, &l.mem, &picked);
  uint8_t data[8192];
  CHECK_EQ (picked.len, load (&l, data, sizeof data));
  suite *copy = suite_open_at (&l.mem, (uint8_t *) picked.data, picked.len);
  CHECK_EQ (suite_count (copy), 40);
  check_prefix (copy);
  suite_free (copy);
  unlink (l.path);
  suite_writer *w = suite_create (&l.mem, l.dir, &facts, &l.trouble);
  for (uint32_t i = 0; i < 40; i++)
    CHECK_EQ (suite_copy (w, s, i, &l.trouble), ST_OK);
  CHECK_EQ (suite_close (w, &l.trouble), ST_OK);
  CHECK (load (&l, data, sizeof data) == picked.len &&
         !memcmp (data, picked.data, picked.len));
  vec_release (&l.mem, &picked);
  suite_free (s);
  lab_close (&l);
}

TEST (no_suite) {
  memory mem = {0};
  trouble t = {0};
  CHECK (!suite_open (&mem, "/nowhere/at/all", &t));
  CHECK_EQ (t.code, ST_NOFILE);
  CHECK_EQ (mem.live, 0);
}
