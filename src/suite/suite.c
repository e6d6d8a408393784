#include "suite/suite.h"

#include "suite/end_pack.h"
#include "suite/outcome_pack.h"
#include "suite/suite_priv.h"
#include "suite/type_pack.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

typedef struct test_record {
  const uint8_t *body;
  uint32_t n;
  uint32_t outcome; /* of a test: its number from 1, 0: none */
} test_record;

struct suite {
  memory *mem;
  const uint8_t *data;
  size_t size;
  size_t first; /* offset of the first test */
  bool is_mapped;
  suite_facts facts;
  datatypes *types;
  VEC (const char *) args;
  VEC (test_record) tests;
  VEC (test_record) outcomes;
  map outcome_at;         /* digest -> number, from 1 */
  arena arena;            /* of the outcome last given */
  VEC (testinput) inputs; /* of the test last given */
  source_places calls;    /* the same */
};

static uint32_t get_u32 (const uint8_t *at) {
  return at[0] | (uint32_t) at[1] << 8 | (uint32_t) at[2] << 16 |
         (uint32_t) at[3] << 24;
}

/* The record at 'at'; false at the end or where the file was cut off. */
static bool next_record (const suite *s, size_t *at, test_record *out) {
  assert (*at <= s->size);
  if (s->size - *at < SUITE_HEAD)
    return false;
  const uint8_t *head = s->data + *at;
  uint32_t n = get_u32 (head);
  if (s->size - *at - SUITE_HEAD < n ||
      (uint32_t) XXH3_64bits (head + SUITE_HEAD, n) != get_u32 (head + 4))
    return false;
  *out = (test_record) {head + SUITE_HEAD, n, 0};
  *at += SUITE_HEAD + n;
  return true;
}

static bool read_facts (suite *s, test_record r) {
  unpacker u = {.at = r.body, .end = r.body + r.n};
  suite_facts *f = &s->facts;
  assert (!s->args.len); /* once */
  f->input = unpack_text (&u);
  f->given = unpack_text (&u);
  f->directory = unpack_text (&u);
  f->entry = unpack_text (&u);
  f->cflags = unpack_text (&u);
  f->compile_commands = unpack_text (&u);
  f->buffer_size = unpack_number (&u);
  f->keep_branches = unpack_number (&u) != 0;
  f->options = unpack_text (&u);
  f->n_args = (uint32_t) unpack_number (&u);
  for (uint32_t i = 0; i < f->n_args && !u.is_bad; i++)
    vec_push (s->mem, &s->args, unpack_text (&u));
  f->args = s->args.data;
  assert (u.is_bad || f->n_args == s->args.len);
  if (!u.is_bad && u.at < u.end) /* older ones have none */
    f->types = s->types = types_unpack (s->mem, &u);
  return !u.is_bad;
}

/* Outcomes: a 0, where tests have a number; the digest. */

static unpacker open_outcome (test_record r, hash128 *digest) {
  unpacker u = {.at = r.body, .end = r.body + r.n};
  unpack_number (&u);
  unpack_raw (&u, digest, sizeof *digest);
  return u;
}

static bool is_outcome (test_record r) { return r.n && !r.body[0]; }

static void note_outcome (suite *s, test_record r) {
  hash128 digest;
  outcome o;
  unpacker u = open_outcome (r, &digest);
  arena_reset (&s->arena);
  outcome_unpack (&u, &s->arena, &o);
  if (u.is_bad)
    return;
  vec_push (s->mem, &s->outcomes, r);
  map_put (&s->outcome_at, digest.lo | 1, s->outcomes.len);
}

/* What is kept by its digest is found by half of it. */
static uint32_t find_outcome (const suite *s, hash128 digest) {
  hash128 found;
  uint64_t i = map_get (&s->outcome_at, digest.lo | 1, 0);
  if (!i)
    return 0;
  open_outcome (s->outcomes.data[i - 1], &found);
  return hash128_eq (digest, found) ? (uint32_t) i : 0;
}

const uint8_t *suite_outcome (const suite *s, uint32_t index, hash128 *digest,
                              size_t *size) {
  assert (index < s->tests.len);
  uint32_t i = s->tests.data[index].outcome;
  if (!i)
    return NULL;
  test_record r = s->outcomes.data[i - 1];
  open_outcome (r, digest);
  *size = r.n + SUITE_HEAD;
  return r.body - SUITE_HEAD;
}

static bool read_test (suite *s, test_record *r, testcase *t) {
  unpacker u = {.at = r->body, .end = r->body + r->n};
  *t = (testcase) {.number = (uint32_t) unpack_number (&u),
                   .types = s->facts.types};
  t->is_repeated = unpack_number (&u) != 0;
  end_unpack (s->mem, &u, &s->calls, &t->end);
  unpack_raw (&u, &t->path, sizeof t->path);
  uint64_t n = unpack_number (&u);
  vec_clear (&s->inputs);
  for (uint64_t i = 0; i < n && !u.is_bad; i++) {
    testinput in = {.name = unpack_text (&u)};
    in.what = (uint8_t) unpack_number (&u);
    in.bytes = unpack_bytes (&u, &in.size);
    vec_push (s->mem, &s->inputs, in);
  }
  t->n_inputs = (uint32_t) s->inputs.len;
  t->input = s->inputs.data;
  hash128 digest;
  bool has_outcome = unpack_number (&u);
  if (has_outcome && !u.is_bad) {
    unpack_raw (&u, &digest, sizeof digest);
    r->outcome = find_outcome (s, digest);
  }
  return !u.is_bad;
}

static status map_file (suite *s, const char *path, trouble *t) {
  mapped_file f = {0};
  bool is_there = whole_file_map (path, &f) || errno == EINVAL; /* empty */
  if (!is_there)
    return trouble_set (
        t, ST_NOFILE,
        "there are no tests at '%s' (%s): 'reprise run' writes them", path,
        strerror (errno));
  if (!f.size)
    return trouble_set (t, ST_CORRUPT, "'%s' is empty or unreadable", path);
  s->data = f.bytes;
  s->size = f.size;
  s->is_mapped = true;
  return ST_OK;
}

static status suite_read_all (suite *s, const char *path, trouble *t) {
  size_t at = SUITE_MAGIC_SIZE;
  test_record r;
  testcase test;
  if (s->size < SUITE_MAGIC_SIZE ||
      memcmp (s->data, SUITE_MAGIC, SUITE_MAGIC_SIZE - 1))
    return trouble_set (t, ST_CORRUPT, "'%s' is not a suite of tests", path);
  if (s->data[SUITE_MAGIC_SIZE - 1] != SUITE_MAGIC[SUITE_MAGIC_SIZE - 1])
    return trouble_set (t, ST_VERSION,
                        "'%s' was written by another version of reprise: run "
                        "the program again",
                        path);
  if (!next_record (s, &at, &r) || !read_facts (s, r))
    return trouble_set (t, ST_CORRUPT, "'%s' is damaged at its start", path);
  s->first = at;
  assert (!s->tests.len && s->first <= s->size);
  while (next_record (s, &at, &r))
    if (is_outcome (r))
      note_outcome (s, r);
    else if (read_test (s, &r, &test))
      vec_push (s->mem, &s->tests, r);
  return ST_OK;
}

static suite *suite_new (memory *mem) {
  suite *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  map_init (&s->outcome_at, mem);
  arena_init (&s->arena, mem);
  return s;
}

static suite *open_path (memory *mem, const char *path, trouble *t) {
  suite *s = suite_new (mem);
  if (!map_file (s, path, t) && !suite_read_all (s, path, t))
    return s;
  suite_free (s);
  return NULL;
}

suite *suite_open (memory *mem, const char *dir, trouble *t) {
  struct stat st;
  char_vec path = {0};
  bool is_file = !stat (dir, &st) && S_ISREG (st.st_mode);
  text_puts (mem, &path, dir);
  if (!is_file)
    text_printf (mem, &path, "/%s", SUITE_FILE);
  suite *s = open_path (mem, text_c (mem, &path), t);
  vec_release (mem, &path);
  return s;
}

suite *suite_open_before (memory *mem, const char *dir, trouble *t) {
  char_vec path = {0};
  suite *s = NULL;
  text_printf (mem, &path, "%s/%s", dir, SUITE_BEFORE);
  if (!access (text_c (mem, &path), F_OK))
    s = open_path (mem, path.data, t);
  else
    trouble_set (t, ST_NOFILE,
                 "there is no earlier suite in '%s': there was only one run",
                 dir);
  vec_release (mem, &path);
  return s;
}

bool suite_map (memory *mem, const char *dir, mapped_file *out) {
  char_vec path = {0};
  text_printf (mem, &path, "%s/%s", dir, SUITE_FILE);
  bool is_there = whole_file_map (text_c (mem, &path), out);
  vec_release (mem, &path);
  return is_there;
}

suite *suite_open_at (memory *mem, const uint8_t *data, size_t size) {
  trouble ignored = {0};
  suite *s = suite_new (mem);
  s->data = data;
  s->size = size;
  if (!suite_read_all (s, "", &ignored))
    return s;
  suite_free (s);
  return NULL;
}

void suite_free (suite *s) {
  if (!s)
    return;
  if (s->is_mapped)
    whole_file_unmap (&(mapped_file) {s->data, s->size});
  datatypes_free (s->types);
  vec_release (s->mem, &s->args, &s->tests, &s->outcomes);
  map_release (&s->outcome_at);
  arena_release (&s->arena);
  vec_release (s->mem, &s->inputs, &s->calls);
  memory_free (s->mem, s, sizeof *s);
}

const suite_facts *suite_about (const suite *s) { return &s->facts; }
uint32_t suite_count (const suite *s) { return (uint32_t) s->tests.len; }

uint64_t suite_digest_of (const void *bytes, size_t n) {
  return XXH3_64bits (bytes, n) | 1;
}

uint64_t suite_digest_in (memory *mem, const char *dir) {
  mapped_file f;
  if (!suite_map (mem, dir, &f))
    return 0;
  uint64_t digest = suite_digest_of (f.bytes, f.size);
  whole_file_unmap (&f);
  return digest;
}

uint64_t suite_digest (const suite *s) {
  return suite_digest_of (s->data, s->size);
}

const uint8_t *suite_record (const suite *s, uint32_t index, size_t *size) {
  assert (index < s->tests.len);
  test_record r = s->tests.data[index];
  *size = r.n + SUITE_HEAD;
  return r.body - SUITE_HEAD;
}

void suite_pick (const suite *s, size_t n, const uint32_t *index, memory *mem,
                 char_vec *out) {
  if (!out->len)
    text_add (mem, out, (const char *) s->data, s->first);
  assert (out->len >= s->first); /* facts come before tests */
  map has;
  map_init (&has, mem);
  for (size_t i = 0; i < n; i++) {
    size_t size;
    hash128 digest;
    const uint8_t *bytes = suite_outcome (s, index[i], &digest, &size);
    uint64_t *at = bytes ? map_at (&has, digest.lo | 1) : NULL;
    if (at && !(*at)++)
      text_add (mem, out, (const char *) bytes, size);
    bytes = suite_record (s, index[i], &size);
    text_add (mem, out, (const char *) bytes, size);
  }
  map_release (&has);
}

void suite_get (suite *s, uint32_t index, testcase *out) {
  assert (index < s->tests.len);
  test_record *r = s->tests.data + index;
  bool is_good = read_test (s, r, out);
  assert (is_good); /* others were left out when the suite was opened */
  (void) is_good;
  if (!r->outcome)
    return;
  hash128 digest;
  unpacker u = open_outcome (s->outcomes.data[r->outcome - 1], &digest);
  arena_reset (&s->arena);
  outcome_unpack (&u, &s->arena, &out->outcome);
}
