/* What can happen to the files of a store. */

#include "proofs.h"

#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { N = 400 };

static void path_in (const place *p, const char *name, char out[128]) {
  snprintf (out, 128, "%s/%s", p->path, name);
}

static void fill (place *p, unsigned n) {
  store *s = place_open (p);
  for (unsigned i = 0; i < n; i++) {
    sample a;
    sample_make (&a, i, 1);
    CHECK_EQ (store_put (s, &a.proof), ST_OK);
    if (i % 100 == 0)
      CHECK_EQ (store_flush (s), ST_OK);
  }
  store_close (s);
}

static size_t load (const char *path, char **out) {
  struct stat st;
  int fd = open (path, O_RDONLY);
  CHECK (fd >= 0 && !fstat (fd, &st));
  *out = malloc ((size_t) st.st_size);
  CHECK_EQ (read (fd, *out, (size_t) st.st_size), st.st_size);
  close (fd);
  return (size_t) st.st_size;
}

static void save (const char *path, const char *data, size_t size) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  CHECK (fd >= 0);
  CHECK_EQ (write (fd, data, size), size);
  close (fd);
}

/* Everything one does with a store; exits with 0 unless an answer is wrong. */
static void use_store (place *p) {
  store *s;
  trouble t = {0};
  p->mem = (memory) {0};
  store_stat st;
  if (store_open (&p->config, &t, &s))
    _exit (t.text[0] ? 0 : 2);
  for (unsigned i = 0; i < N; i++) {
    sample a;
    proof found;
    sample_make (&a, i, 1);
    if (store_find (s, &a.form, &found) && !sample_is (&a, &found))
      _exit (1);
  }
  for (unsigned i = 0; i < SAMPLE_LABELS; i++) {
    listing list[N];
    proof found;
    size_t n = store_list (s, LISTED_SAT_BY_NAME, i, N, list);
    for (size_t k = 0; k < n; k++)
      store_find_listed (s, list + k, &found);
  }
  for (unsigned i = N; i < N + 20; i++) {
    sample a;
    sample_make (&a, i, 1);
    store_put (s, &a.proof);
  }
  store_get_stat (s, &st);
  store_close (s);
  _exit (0);
}

static int use_in_child (place *p) {
  pid_t child = fork ();
  if (!child) {
    alarm (20);
    use_store (p);
  }
  int how;
  CHECK_EQ (waitpid (child, &how, 0), child);
  return how;
}

static void forget_others (const place *p) {
  static const char *const name[] = {"lock.mdb", "lock.mdb.damaged",
                                     "data.mdb.damaged"};
  char path[128];
  for (int i = 0; i < 3; i++) {
    path_in (p, name[i], path);
    unlink (path);
  }
}

static void damage (place *p, const char *what, char *data, size_t size) {
  char path[128];
  path_in (p, "data.mdb", path);
  forget_others (p);
  save (path, data, size);
  int how = use_in_child (p);
  if (!WIFEXITED (how) || WEXITSTATUS (how)) {
    FAIL ("%s: %s %d", what, WIFEXITED (how) ? "exit" : "signal",
          WIFEXITED (how) ? WEXITSTATUS (how) : WTERMSIG (how));
  }
}

/* Half of the bits in what LMDB itself reads: heads of pages. */
static size_t random_offset (uint64_t *seed, size_t size) {
  size_t page = random_below (seed, (unsigned) (size / 4096));
  if (random_below (seed, 8) == 0)
    page = random_below (seed, 2);
  unsigned most = random_below (seed, 2) ? 152 : 4096;
  return 4096 * page + random_below (seed, most);
}

static void flip_bits (store_mode mode) {
  place p;
  uint64_t seed = 23 + mode;
  char path[128], *good;
  place_init (&p);
  fill (&p, N);
  p.config.mode = mode;
  path_in (&p, "data.mdb", path);
  size_t size = load (path, &good);
  char *bad = malloc (size);
  for (int i = 0; i < (test_is_long () ? 3000 : 200); i++) {
    char what[64];
    memcpy (bad, good, size);
    unsigned n = 1 + random_below (&seed, 3);
    size_t at = 0;
    for (unsigned k = 0; k < n; k++) {
      at = random_offset (&seed, size);
      bad[at] ^= (char) (1 << random_below (&seed, 8));
    }
    snprintf (what, sizeof what, "round %d, last flip at %zu", i, at);
    damage (&p, what, bad, size);
  }
  free (bad);
  free (good);
  place_remove (&p);
}

TEST (flipped_bits) { flip_bits (STORE_RW); }

TEST (flipped_bits_read_only) { flip_bits (STORE_RO); }

TEST (truncated) {
  place p;
  uint64_t seed = 29;
  char path[128], *good;
  place_init (&p);
  fill (&p, N);
  path_in (&p, "data.mdb", path);
  size_t size = load (path, &good);
  for (int i = 0; i < 60; i++) {
    char what[64];
    size_t left =
        i < 20 ? 4096 * (size_t) i : random_below (&seed, (unsigned) size);
    snprintf (what, sizeof what, "truncated to %zu", left);
    damage (&p, what, good, left);
  }
  free (good);
  place_remove (&p);
}

TEST (zeroed_and_random_pages) {
  place p;
  uint64_t seed = 31;
  char path[128], *good;
  place_init (&p);
  fill (&p, N);
  path_in (&p, "data.mdb", path);
  size_t size = load (path, &good);
  char *bad = malloc (size);
  for (int i = 0; i < 100; i++) {
    char what[64];
    memcpy (bad, good, size);
    size_t page = random_below (&seed, (unsigned) (size / 4096));
    size_t from = random_below (&seed, (unsigned) (size / 4096));
    if (i % 3 == 0)
      memset (bad + 4096 * page, 0, 4096);
    else if (i % 3 == 1)
      memcpy (bad + 4096 * page, good + 4096 * from, 4096);
    else
      for (unsigned k = 0; k < 4096; k++)
        bad[4096 * page + k] = (char) random_next (&seed);
    snprintf (what, sizeof what, "page %zu in way %d", page, i % 3);
    damage (&p, what, bad, size);
  }
  free (bad);
  free (good);
  place_remove (&p);
}

/* A damaged store is put aside, and a new one works. */
TEST (starts_anew) {
  place p;
  sample a;
  proof found;
  char path[128], *good;
  place_init (&p);
  fill (&p, N);
  path_in (&p, "data.mdb", path);
  size_t size = load (path, &good);
  memset (good + 2 * 4096, 0xff, size - 2 * 4096);
  save (path, good, size);
  free (good);
  fill (&p, N);
  store *s = place_open (&p);
  sample_make (&a, 5, 1);
  CHECK (store_find (s, &a.form, &found) && sample_is (&a, &found));
  store_close (s);
  path_in (&p, "data.mdb.damaged", path);
  CHECK_EQ (access (path, F_OK), 0);
  place_remove (&p);
}

static status open_status (place *p) {
  store *s = NULL;
  trouble t = {0};
  status st = store_open (&p->config, &t, &s);
  CHECK (st == ST_OK || t.text[0]);
  store_close (s);
  return st;
}

TEST (not_a_store) {
  place p;
  char path[128], text[5000];
  place_init (&p);
  memset (text, 'x', sizeof text);
  path_in (&p, "data.mdb", path);
  save (path, text, sizeof text);
  CHECK_EQ (open_status (&p), ST_BADINPUT);
  CHECK_EQ (access (path, F_OK), 0);
  char *same;
  CHECK_EQ (load (path, &same), sizeof text); /* not touched */
  CHECK (!memcmp (same, text, sizeof text));
  free (same);
  p.config.place = path; /* a file where a directory should be */
  CHECK (open_status (&p) != ST_OK);
  place_remove (&p);
}

TEST (newer_version) {
  place p;
  place_init (&p);
  fill (&p, 10);
  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi dbi;
  uint32_t version = RECORD_VERSION + 1;
  char name[] = "reprise";
  CHECK (!mdb_env_create (&env) && !mdb_env_open (env, p.path, 0, 0666));
  CHECK (!mdb_txn_begin (env, NULL, 0, &txn));
  CHECK (!mdb_dbi_open (txn, NULL, 0, &dbi));
  CHECK (!mdb_put (txn, dbi, &(MDB_val) {7, name},
                   &(MDB_val) {sizeof version, &version}, 0));
  CHECK (!mdb_txn_commit (txn));
  mdb_env_close (env);
  CHECK_EQ (open_status (&p), ST_VERSION);
  p.config.mode = STORE_RO;
  CHECK_EQ (open_status (&p), ST_VERSION);
  place_remove (&p);
}

/* The disk is full: a limit on the size of files is as good. */

static void fill_disk (place *p) {
  struct rlimit limit = {300000, 300000};
  p->mem = (memory) {0};
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &limit);
  store *s = place_open (p);
  unsigned refused = 0;
  for (unsigned i = N; i < N + 3000; i++) {
    sample a;
    sample_make (&a, i, 1);
    refused += store_put (s, &a.proof) != ST_OK;
    refused += i % 50 == 0 && store_flush (s) != ST_OK;
  }
  for (unsigned i = 0; i < N; i++) {
    sample a;
    proof found;
    sample_make (&a, i, 1);
    if (!store_find (s, &a.form, &found) || !sample_is (&a, &found))
      _exit (1);
  }
  store_close (s);
  _exit (refused ? 0 : 2);
}

TEST (full_disk) {
  place p;
  place_init (&p);
  fill (&p, N);
  pid_t child = fork ();
  if (!child)
    fill_disk (&p);
  int how;
  CHECK_EQ (waitpid (child, &how, 0), child);
  CHECK (WIFEXITED (how));
  CHECK_EQ (WEXITSTATUS (how), 0);
  fill (&p, N + 3000); /* and works again */
  store *s = place_open (&p);
  for (unsigned i = 0; i < N + 3000; i++) {
    sample a;
    proof found;
    sample_make (&a, i, 1);
    CHECK (store_find (s, &a.form, &found) && sample_is (&a, &found));
  }
  store_close (s);
  place_remove (&p);
}

/* More than the first map, seen by another process that has it open. */
TEST (map_grows) {
  enum { LARGE = 80, WORDS = 1 << 18 };
  place p, q;
  place_init (&p);
  store *s = place_open (&p);
  q = p;
  q.mem = (memory) {0};
  q.config.mem = &q.mem;
  store *other = place_open (&q);
  uint32_t *word = calloc (WORDS, sizeof *word);
  for (uint32_t i = 0; i < LARGE; i++) {
    word[3] = i;
    proof large = {.n_words = WORDS,
                   .word = word,
                   .digest = form_digest (WORDS, word),
                   .verdict = VERDICT_UNSAT,
                   .trust = PROOF_OWN};
    CHECK_EQ (store_put (s, &large), ST_OK);
  }
  CHECK_EQ (store_flush (s), ST_OK);
  for (uint32_t i = 0; i < LARGE; i++) {
    proof found;
    word[3] = i;
    form f = {
        .digest = form_digest (WORDS, word), .n_words = WORDS, .word = word};
    CHECK (store_find (s, &f, &found));
    CHECK (store_find (other, &f, &found));
  }
  free (word);
  store_close (other);
  store_close (s);
  CHECK_EQ (q.mem.live, 0);
  place_remove (&p);
}

/* Format version 1, written once; its secret is beside it. */
TEST (golden_file) {
  place p;
  char command[256];
  place_init (&p);
  snprintf (command, sizeof command, "cp tests/store/v1/* '%s'/", p.path);
  CHECK_EQ (system (command), 0);
  for (int mode = STORE_RO; mode >= STORE_RW; mode--) {
    p.config.mode = (store_mode) mode;
    store *s = place_open (&p);
    for (unsigned i = 0; i < 20; i++) {
      sample a;
      proof found;
      sample_make (&a, i, 1);
      CHECK (store_find (s, &a.form, &found) && sample_is (&a, &found));
    }
    store_close (s);
  }
  place_remove (&p);
}
