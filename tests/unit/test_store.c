/* The store against a plain table; kills, writers, readers. */

#include "proofs.h"

#include <signal.h>
#include <sys/wait.h>

#define N_FORMS 200

/* What the store must say: the version put last, or nothing. An unknown does
 * not replace an answer.
 */
typedef struct reference {
  unsigned version[N_FORMS]; /* 0 = none */
} reference;

static void put (store *s, reference *r, unsigned n, unsigned version) {
  sample old, new;
  sample_make (&new, n, version);
  CHECK_EQ (store_put (s, &new.proof), ST_OK);
  if (r->version[n]) {
    sample_make (&old, n, r->version[n]);
    if (new.proof.verdict == VERDICT_UNKNOWN &&
        (old.proof.verdict || old.proof.budget >= new.proof.budget))
      return;
    if (new.proof.verdict == VERDICT_UNSAT &&
        old.proof.verdict == VERDICT_UNSAT)
      return; /* known already; of two models the last is kept */
  }
  r->version[n] = version;
}

static void check_find (store *s, const reference *r, unsigned n) {
  sample expected;
  proof found;
  sample_make (&expected, n, r->version[n]);
  bool is_found = store_find (s, &expected.form, &found);
  CHECK_EQ (is_found, r->version[n] != 0);
  if (is_found)
    CHECK (sample_is (&expected, &found));
}

static bool count_one (void *state, const proof *p) {
  (void) p;
  ++*(unsigned *) state;
  return true;
}

TEST (random_against_table) {
  place p;
  reference r = {{0}};
  uint64_t seed = 3;
  unsigned puts = 0;
  place_init (&p);
  store *s = place_open (&p);
  for (int i = 0; i < (test_is_long () ? 200000 : 20000); i++) {
    unsigned how = random_below (&seed, 1000);
    unsigned n = random_below (&seed, N_FORMS);
    if (how < 500)
      put (s, &r, n, ++puts);
    else if (how < 990)
      check_find (s, &r, n);
    else if (how < 995)
      CHECK_EQ (store_flush (s), ST_OK);
    else {
      store_close (s);
      s = place_open (&p);
    }
  }
  unsigned seen = 0, expected = 0;
  for (unsigned n = 0; n < N_FORMS; n++) {
    check_find (s, &r, n);
    expected += r.version[n] != 0;
  }
  CHECK_EQ (store_each (s, count_one, &seen), ST_OK);
  CHECK_EQ (seen, expected);
  store_stat st;
  store_get_stat (s, &st);
  CHECK_EQ (st.proofs, expected);
  CHECK_EQ (st.own, expected - st.sat); /* a model needs no trust */
  CHECK_EQ (st.damaged, 0);
  store_close (s);
  place_remove (&p);
}

/* Written after a second even if nobody calls. */
TEST (commits_by_itself) {
  place p, q;
  sample a;
  proof found;
  place_init (&p);
  store *s = place_open (&p);
  sample_make (&a, 1, 1);
  CHECK_EQ (store_put (s, &a.proof), ST_OK);
  q = p;
  q.mem = (memory) {0};
  q.config.mem = &q.mem;
  store *other = place_open (&q);
  bool seen = false;
  for (int i = 0; i < 3000 && !seen; i++) {
    seen = store_find (other, &a.form, &found);
    usleep (100000);
  }
  CHECK (seen);
  store_close (other);
  store_close (s);
  CHECK_EQ (q.mem.live, 0);
  place_remove (&p);
}

/* Trust. */

static bool is_believed (place *p, store_trust trust, const char *key,
                         const sample *a) {
  proof found;
  p->config.trust = trust;
  p->config.key_file = key;
  store *s = place_open (p);
  bool res = store_find (s, &a->form, &found);
  store_close (s);
  return res;
}

static void write_key (const char *path, const char *text) {
  FILE *f = fopen (path, "w");
  CHECK (f && fputs (text, f) >= 0);
  fclose (f);
}

TEST (trust) {
  place p;
  sample own, foreign, sat;
  char key[128], wrong[128], secret[128];
  place_init (&p);
  snprintf (key, sizeof key, "%s/key", p.path);
  snprintf (wrong, sizeof wrong, "%s/wrong", p.path);
  snprintf (secret, sizeof secret, "%s/secret", p.path);
  write_key (key, "a long enough key");
  write_key (wrong, "another long key.");
  sample_make (&own, 1, 1);
  sample_make (&foreign, 2, 1);
  sample_make (&sat, 3, 1);
  own.proof.verdict = foreign.proof.verdict = VERDICT_UNSAT;
  own.proof.model_size = foreign.proof.model_size = 0;
  sat.proof.verdict = VERDICT_SAT;
  foreign.proof.trust = sat.proof.trust = 0;
  p.config.key_file = key;
  store *s = place_open (&p);
  CHECK_EQ (store_put (s, &own.proof), ST_OK);
  CHECK_EQ (store_put (s, &foreign.proof), ST_OK);
  CHECK_EQ (store_put (s, &sat.proof), ST_OK);
  store_close (s);
  CHECK (is_believed (&p, TRUST_OWN, NULL, &own));
  CHECK (is_believed (&p, TRUST_OWN, NULL, &sat));
  CHECK (!is_believed (&p, TRUST_OWN, NULL, &foreign));
  CHECK (!is_believed (&p, TRUST_SIGNED, key, &foreign));
  CHECK (is_believed (&p, TRUST_ALL, NULL, &foreign));
  CHECK_EQ (unlink (secret), 0); /* as if the file came from elsewhere */
  CHECK (!is_believed (&p, TRUST_OWN, key, &own));
  CHECK (is_believed (&p, TRUST_SIGNED, key, &own));
  CHECK (!is_believed (&p, TRUST_SIGNED, wrong, &own));
  CHECK (is_believed (&p, TRUST_SIGNED, wrong, &sat));
  place_remove (&p);
}

/* A lie that is not believed is replaced by a proof of one's own. */
TEST (lies_are_replaced) {
  place p;
  sample a;
  proof found;
  place_init (&p);
  store *s = place_open (&p);
  sample_make (&a, 1, 1);
  a.proof.verdict = VERDICT_UNSAT;
  a.proof.model_size = 0;
  a.proof.trust = 0;
  store_put (s, &a.proof);
  store_flush (s);
  CHECK (!store_find (s, &a.form, &found));
  a.proof.trust = PROOF_OWN;
  store_put (s, &a.proof);
  CHECK (store_find (s, &a.form, &found));
  store_flush (s);
  CHECK (store_find (s, &a.form, &found));
  CHECK_EQ (found.verdict, VERDICT_UNSAT);
  store_close (s);
  place_remove (&p);
}

TEST (modes) {
  place p;
  sample a, b;
  proof found;
  store *s;
  trouble t = {0};
  place_init (&p);
  p.config.mode = STORE_RO;
  CHECK (store_open (&p.config, &t, &s) != ST_OK); /* there is none */
  p.config.mode = STORE_RW;
  s = place_open (&p);
  sample_make (&a, 1, 1);
  sample_make (&b, 2, 1);
  CHECK_EQ (store_put (s, &a.proof), ST_OK);
  store_close (s);
  p.config.mode = STORE_RO;
  s = place_open (&p);
  CHECK (store_find (s, &a.form, &found));
  CHECK_EQ (store_put (s, &b.proof), ST_OK);
  CHECK (!store_find (s, &b.form, &found));
  store_close (s);
  place_remove (&p);
}

/* Lists have what was put under their label, and nothing else. */
TEST (lists) {
  enum { N = 2000, MOST = N / SAMPLE_LABELS };
  place p;
  place_init (&p);
  store *s = place_open (&p);
  unsigned expected[SAMPLE_LABELS] = {0};
  for (unsigned i = 0; i < N; i++) {
    sample a;
    sample_make (&a, i, 1);
    a.proof.time = 1000 + i;
    CHECK_EQ (store_put (s, &a.proof), ST_OK);
    expected[i % SAMPLE_LABELS] += a.proof.verdict == VERDICT_SAT;
  }
  CHECK_EQ (store_flush (s), ST_OK);
  listing own[5];
  CHECK_EQ (store_list (s, LISTED_SAT_BY_NAME, 3, 5, own), 0);
  store_close (s);
  s = place_open (&p);
  for (unsigned i = 0; i < SAMPLE_LABELS; i++) {
    listing list[MOST];
    size_t n = store_list (s, LISTED_SAT_BY_NAME, i, MOST, list);
    CHECK_EQ (n, expected[i]);
    for (size_t k = 0; k < n; k++) {
      sample a;
      proof found;
      sample_make (&a, list[k].bits, 1);
      CHECK (store_find_listed (s, list + k, &found));
      CHECK (sample_is (&a, &found));
      CHECK (hash128_eq (found.digest, a.proof.digest));
      CHECK_EQ (list[k].label, i);
      CHECK_EQ (list[k].low, a.listing.low);
      CHECK_EQ (list[k].high, a.listing.high);
      CHECK (!k || list[k].bits < list[k - 1].bits); /* newest first */
    }
    CHECK_EQ (store_list (s, LISTED_SAT_BY_NAME, i, 5, list), 5);
    CHECK_EQ (store_list (s, LISTED_UNSAT_BY_NAME, i, 5, list), 0);
  }
  store_close (s);
  place_remove (&p);
}

/* Is all that is listed there? */
static void check_lists (store *s) {
  static listing list[4000];
  for (unsigned i = 0; i < SAMPLE_LABELS; i++)
    for (listing_kind k = 0; k < N_LISTING_KINDS; k++) {
      proof found;
      size_t n = store_list (s, k, i, 4000, list);
      for (size_t j = 0; j < n; j++)
        CHECK (store_find_listed (s, list + j, &found));
    }
}

/* Eviction keeps what was used. */
TEST (gc_keeps_the_useful) {
  enum { N = 3000, USED = 50 };
  place p;
  sample a;
  proof found;
  uint64_t dropped;
  store_stat st;
  place_init (&p);
  store *s = place_open (&p);
  for (unsigned i = 0; i < N; i++) {
    sample_make (&a, i, 1);
    CHECK_EQ (store_put (s, &a.proof), ST_OK);
  }
  CHECK_EQ (store_flush (s), ST_OK);
  for (unsigned round = 0; round < 3; round++)
    for (unsigned i = 0; i < USED; i++) {
      sample_make (&a, 7 * i, 1);
      CHECK (store_find (s, &a.form, &found));
    }
  store_close (s);
  s = place_open (&p);
  sample_make (&a, 7, 1);
  CHECK (store_find (s, &a.form, &found));
  CHECK_EQ (found.uses, 3);
  store_get_stat (s, &st);
  CHECK_EQ (store_gc (s, st.bytes / 2, &dropped), ST_OK);
  CHECK (dropped > N / 3 && dropped < N - USED);
  for (unsigned i = 0; i < USED; i++) {
    sample_make (&a, 7 * i, 1);
    CHECK (store_find (s, &a.form, &found));
  }
  store_get_stat (s, &st);
  CHECK_EQ (st.proofs, N - dropped);
  check_lists (s);
  store_close (s);
  place_remove (&p);
}

TEST (size_is_kept) {
  place p;
  sample a;
  store_stat st;
  place_init (&p);
  p.config.max_size = 1 << 20;
  store *s = place_open (&p);
  for (unsigned i = 0; i < 10000; i++) {
    sample_make (&a, i, 1);
    CHECK_EQ (store_put (s, &a.proof), ST_OK);
  }
  CHECK_EQ (store_flush (s), ST_OK);
  store_get_stat (s, &st);
  CHECK (st.bytes <= p.config.max_size);
  CHECK (st.proofs > 500);
  store_close (s);
  place_remove (&p);
}

/* kill -9. The child tells through a pipe what was acknowledged. */

static void write_until_killed (place *p, int fd, unsigned first) {
  store *s = place_open (p);
  uint64_t seed = first;
  for (unsigned n = first;; n++) {
    sample a;
    sample_make (&a, n, 1);
    store_put (s, &a.proof);
    if (random_below (&seed, 20))
      continue;
    if (store_flush (s) || write (fd, &n, sizeof n) != (ssize_t) sizeof n)
      _exit (1);
  }
}

/* The number acknowledged last, or 'last'. Every other kill comes after the
 * first acknowledgement, however busy the machine is.
 */
static unsigned kill_writer (place *p, uint64_t *seed, unsigned last, int i) {
  int fd[2];
  CHECK_EQ (pipe (fd), 0);
  pid_t child = fork ();
  if (!child) {
    close (fd[0]);
    p->mem = (memory) {0};
    write_until_killed (p, fd[1], last + 1);
  }
  close (fd[1]);
  unsigned n;
  if (i % 2 && read (fd[0], &n, sizeof n) == (ssize_t) sizeof n)
    last = n;
  usleep (1000 + random_below (seed, 40000));
  CHECK_EQ (kill (child, SIGKILL), 0);
  int how;
  CHECK_EQ (waitpid (child, &how, 0), child);
  CHECK (WIFSIGNALED (how));
  while (read (fd[0], &n, sizeof n) == (ssize_t) sizeof n)
    last = n;
  close (fd[0]);
  return last;
}

TEST (kills) {
  place p;
  uint64_t seed = 17;
  unsigned last = 0;
  place_init (&p);
  for (int i = 0; i < (test_is_long () ? 250 : 40); i++) {
    last = kill_writer (&p, &seed, last, i);
    store *s = place_open (&p);
    store_stat st;
    store_get_stat (s, &st);
    CHECK_EQ (st.damaged, 0);
    CHECK (st.proofs >= last);
    for (unsigned n = 1; n <= last; n++) {
      sample a;
      proof found;
      sample_make (&a, n, 1);
      if (!store_find (s, &a.form, &found) || !sample_is (&a, &found))
        FAIL ("proof %u of %u is lost after kill %d", n, last, i);
    }
    store_close (s);
  }
  CHECK (last > 0);
  CHECK (access (p.path, F_OK) == 0);
  char aside[128];
  snprintf (aside, sizeof aside, "%s/data.mdb.damaged", p.path);
  CHECK (access (aside, F_OK) != 0);
  place_remove (&p);
}

/* Several writers and readers at once. */

static int in_child (place *p, void (*run) (place *, unsigned), unsigned arg) {
  pid_t child = fork ();
  if (!child) {
    p->mem = (memory) {0};
    run (p, arg);
    _exit (0);
  }
  return child;
}

static void join (int child) {
  int how;
  CHECK_EQ (waitpid (child, &how, 0), child);
  CHECK (WIFEXITED (how) && WEXITSTATUS (how) == 0);
}

enum { PER_WRITER = 2000 };

static void write_many (place *p, unsigned who) {
  store *s = place_open (p);
  for (unsigned n = 0; n < PER_WRITER; n++) {
    sample a;
    sample_make (&a, who * PER_WRITER + n, 1);
    if (store_put (s, &a.proof) || (n % 97 == 0 && store_flush (s)))
      _exit (1);
  }
  store_close (s);
}

static void read_many (place *p, unsigned who) {
  store *s = place_open (p);
  uint64_t seed = who;
  for (unsigned i = 0; i < 20000; i++) {
    sample a;
    proof found;
    sample_make (&a, random_below (&seed, 2 * PER_WRITER), 1);
    if (store_find (s, &a.form, &found) && !sample_is (&a, &found))
      _exit (1);
  }
  store_close (s);
}

TEST (writers_and_readers) {
  place p;
  place_init (&p);
  store_close (place_open (&p));
  int child[4];
  for (unsigned i = 0; i < 4; i++)
    child[i] = in_child (&p, i < 2 ? write_many : read_many, i);
  for (unsigned i = 0; i < 4; i++)
    join (child[i]);
  store *s = place_open (&p);
  for (unsigned n = 0; n < 2 * PER_WRITER; n++) {
    sample a;
    proof found;
    sample_make (&a, n, 1);
    CHECK (store_find (s, &a.form, &found) && sample_is (&a, &found));
  }
  store_close (s);
  place_remove (&p);
}
