#include "base/clock.h"
#include "lab/query/query_ladder.h"
#include "random.h"
#include "redis_server.h"
#include "remote/redis/redis.h"
#include "remote/redis/redis_link.h"
#include "remote/redis/redis_priv.h"
#include "store/codec.h"
#include "test.h"

#include <poll.h>

#define N_WORDS 6

/* One server and one vault, and what was said. */
typedef struct rig {
  memory mem;
  redis_server server;
  vault *vault;
  logger log;
  char *said;
  size_t said_size;
} rig;

static void rig_log (rig *r) {
  r->log = (logger) {.file = open_memstream (&r->said, &r->said_size),
                     .level = LEVEL_INFO};
}

/* A busy machine may answer later than a run would wait: tests try again. */
#define TRIES 1000
#define rest() poll (NULL, 0, 10)

static vault *open_at (rig *r, const char *url) {
  vault *v = NULL;
  trouble tr = {0};
  store_config config = {.mem = &r->mem, .log = &r->log, .place = url};
  for (int i = 0; i < 20; i++) {
    trouble_clear (&tr);
    if (vault_redis.open (&config, &tr, &v) == ST_OK)
      return v;
  }
  FAIL ("%s", trouble_text (&tr));
}

/* False: there is no redis-server here. */
static bool rig_start_with (rig *r, const char *option, const char *value) {
  *r = (rig) {0};
  if (!redis_server_is_installed ()) {
    fprintf (stderr, "skipped: redis-server is not installed\n");
    return false;
  }
  if (!redis_server_start (&r->server, option, value))
    FAIL ("redis-server does not start");
  rig_log (r);
  return true;
}

static bool rig_start (rig *r) {
  if (!rig_start_with (r, NULL, NULL))
    return false;
  r->vault = open_at (r, r->server.url);
  return true;
}

static void rig_stop (rig *r) {
  if (r->vault)
    vault_redis.close (r->vault);
  redis_server_stop (&r->server);
  fclose (r->log.file);
  free (r->said);
  CHECK_EQ (r->mem.live, 0);
}

/* How often was this said? */
static unsigned said (rig *r, const char *text) {
  unsigned n = 0;
  fflush (r->log.file);
  for (const char *at = r->said; (at = strstr (at, text)); at++)
    n++;
  return n;
}

/* Record number i, about 'size' bytes. */
static change make_change (rig *r, byte_vec *out, unsigned i, verdict v,
                           unsigned size) {
  uint32_t word[N_WORDS] = {i, 2, 3, 4, 5, 6};
  char *bytes = memory_zalloc (&r->mem, size);
  proof p = {.digest = {hash_mix (i, 1), hash_mix (i, 2)},
             .n_words = N_WORDS,
             .word = word,
             .verdict = v,
             .solver = "bits 0.1.0",
             .model_size = size,
             .model = bytes,
             .time = 1000};
  vec_clear (out);
  CHECK (record_write (&r->mem, out, &p, NULL, NULL));
  memory_free (&r->mem, bytes, size);
  return (change) {.key = record_key_of (p.digest, N_WORDS, word),
                   .size = out->len,
                   .data = out->data};
}

static record_key key_of (rig *r, unsigned i) {
  byte_vec out = {0};
  record_key res = make_change (r, &out, i, VERDICT_SAT, 0).key;
  vec_release (&r->mem, &out);
  return res;
}

static void put_sized (rig *r, vault *v, unsigned i, verdict what,
                       unsigned size) {
  byte_vec out = {0};
  trouble tr = {0};
  change c = make_change (r, &out, i, what, size);
  CHECK_EQ (vault_redis.write (v, 1, &c, &tr), ST_OK);
  vec_release (&r->mem, &out);
}

static void put (rig *r, vault *v, unsigned i, verdict what) {
  put_sized (r, v, i, what, 100);
}

/* Records first .. first + n - 1 in one write. */
static void put_many (rig *r, vault *v, unsigned first, unsigned n) {
  byte_vec *out = memory_zalloc (&r->mem, n * sizeof *out);
  change *c = memory_alloc (&r->mem, n * sizeof *c);
  trouble tr = {0};
  for (unsigned i = 0; i < n; i++)
    c[i] = make_change (r, &out[i], first + i, VERDICT_SAT, 100);
  CHECK_EQ (vault_redis.write (v, n, c, &tr), ST_OK);
  for (unsigned i = 0; i < n; i++)
    vec_release (&r->mem, &out[i]);
  memory_free (&r->mem, out, n * sizeof *out);
  memory_free (&r->mem, c, n * sizeof *c);
}

/* -1: not found; else its verdict. What is found must be right. */
static int look (rig *r, vault *v, unsigned i) {
  proof_record got;
  record_view view;
  trouble tr = {0};
  record_key key = key_of (r, i);
  if (!vault_redis.find (v, &key, &tr, &got))
    return -1;
  CHECK (record_read (got.data, got.size, &view));
  CHECK_EQ (view.proof.n_words, N_WORDS);
  CHECK_EQ (view.proof.word[0], i);
  return (int) view.proof.verdict;
}

/* Until the server has all of it. */
static void settle (vault *v) {
  trouble tr = {0};
  for (int i = 0; i < TRIES && redis_queued ((redis_vault *) v); i++) {
    vault_redis.write (v, 0, NULL, &tr);
    rest ();
  }
  CHECK_EQ (redis_queued ((redis_vault *) v), 0);
}

static bool finds (rig *r, vault *v, unsigned i, verdict what) {
  for (int n = 0; n < TRIES; n++) {
    int got = look (r, v, i);
    if (got >= 0)
      return got == (int) what;
    rest ();
  }
  return false;
}

/* A second connection, to ask the server about itself. */
static redis_link *side_link (const char *url) {
  redis_url u;
  redis_link *l = NULL;
  trouble tr = {0};
  static const logger silent = {0};
  CHECK_EQ (redis_url_parse (url, &tr, &u), ST_OK);
  for (int i = 0; i < 20; i++) {
    trouble_clear (&tr);
    if (redis_link_open (&u, &silent, &tr, &l) == ST_OK)
      return l;
  }
  FAIL ("%s", trouble_text (&tr));
}

static const redis_reply *ask_server (redis_link *l, const char *words) {
  for (int i = 0; i < 20; i++) {
    redis_link_await (l, 1000);
    redis_link_say (l, words);
    const redis_reply *r = redis_link_answer (l);
    if (r)
      return r;
  }
  FAIL ("no answer to %s", words);
}

static void command (const char *url, const char *words) {
  redis_link *l = side_link (url);
  const redis_reply *r = ask_server (l, words);
  if (r->kind == REPLY_ERROR)
    FAIL ("%s: %s", words, r->text);
  redis_link_close (l);
}

/* A number out of INFO; 0 if it is not there. */
static long info (redis_link *l, const char *section, const char *field) {
  char words[64];
  snprintf (words, sizeof words, "INFO %s", section);
  const redis_reply *r = ask_server (l, words);
  CHECK_EQ (r->kind, REPLY_TEXT);
  const char *at = strstr (r->text, field);
  return at ? atol (at + strlen (field)) : 0;
}

TEST (url_is_taken_apart) {
  redis_url u;
  trouble tr = {0};
  CHECK_EQ (redis_url_parse ("redis://host", &tr, &u), ST_OK);
  CHECK_STR (u.host, "host");
  CHECK_STR (u.port, "6379");
  CHECK_STR (u.name, "host:6379");
  CHECK (!u.has_login && !u.db);
  CHECK_EQ (redis_url_parse ("redis://me:p%40s:s/@h.x:1/15", &tr, &u), ST_OK);
  CHECK_STR (u.user, "me");
  CHECK_STR (u.password, "p@s:s/");
  CHECK_STR (u.name, "h.x:1");
  CHECK_EQ (u.db, 15);
  CHECK_EQ (redis_url_parse ("redis://:pw@[::1]:99/", &tr, &u), ST_OK);
  CHECK_STR (u.user, "");
  CHECK_STR (u.password, "pw");
  CHECK_STR (u.host, "::1");
  CHECK_STR (u.name, "[::1]:99");
  CHECK_EQ (redis_url_parse ("redis://me@h/0", &tr, &u), ST_OK);
  CHECK (u.has_login);
  CHECK_STR (u.user, "me");
}

TEST (login_is_not_shown) {
  CHECK_STR (store_place_public ("redis://a:b@c@h:1/2"), "h:1/2");
  CHECK_STR (store_place_public ("redis://h:1/2"), "redis://h:1/2");
  CHECK_STR (store_place_public ("dir@x"), "dir@x");
}

TEST (wrong_urls_are_explained) {
  static const char *const wrong[] = {"redis://",
                                      "redis:///1",
                                      "redis://:secret@",
                                      "redis://h:0",
                                      "redis://h:65536",
                                      "redis://h:x",
                                      "redis://h:",
                                      "redis://h/x",
                                      "redis://h/1/2",
                                      "redis://h/-1",
                                      "redis://[::1",
                                      "redis://[::1]x",
                                      "rediss://h",
                                      "http://h",
                                      "redis://secret%4@h",
                                      "redis://a%00b@h",
                                      "redis://secret:%zz@h"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    redis_url u;
    trouble tr = {0};
    if (redis_url_parse (wrong[i], &tr, &u) != ST_USAGE)
      FAIL ("taken: %s", wrong[i]);
    CHECK (strlen (tr.text) > 20);
    CHECK (!strstr (tr.text, "secret"));
  }
  char *big = malloc (1000);
  memset (big, 'x', 999);
  big[999] = 0;
  memcpy (big, "redis://", 8);
  redis_url u;
  trouble tr = {0};
  CHECK_EQ (redis_url_parse (big, &tr, &u), ST_USAGE);
  free (big);
}

TEST (local_part_is_bounded_and_keeps_what_is_used) {
  memory mem = {0};
  redis_local *s = redis_local_new (&mem, 1 << 20);
  uint8_t data[100] = {0};
  record_key hot = {{1, 2, 3}}, twin = hot;
  twin.byte[16] = 9; /* same word, another key */
  redis_local_note (s, &hot, data, 50);
  redis_local_note (s, &twin, NULL, 0);
  CHECK (redis_local_find (s, &hot)->is_there);
  CHECK (!redis_local_find (s, &twin)->is_there);
  uint64_t seed = 1;
  for (unsigned i = 0; i < 50000; i++) {
    record_key key = {{0}};
    uint64_t word = random_next (&seed);
    memcpy (key.byte, &word, 8);
    redis_local_note (s, &key, i % 3 ? data : NULL, 100);
    CHECK (redis_local_find (s, &key)->is_there == (i % 3 != 0));
    const redis_memo *m = redis_local_find (s, &hot);
    CHECK (m && m->is_there && m->size == 50);
  }
  CHECK (!redis_local_find (s, &twin));
  CHECK (mem.peak < (4u << 20));
  redis_local_free (s);
  CHECK_EQ (mem.live, 0);
}

static void cannot_open (rig *r, const char *url, const char *word) {
  trouble tr = {0};
  store_config config = {.mem = &r->mem, .log = &r->log, .place = url};
  for (int i = 0; i < 20; i++) {
    vault *v = NULL;
    trouble_clear (&tr);
    CHECK (vault_redis.open (&config, &tr, &v) != ST_OK);
    CHECK (!v);
    CHECK (!strstr (tr.text, "sesame"));
    if (strstr (tr.text, word))
      return;
  }
  FAIL ("%s says: %s", url, tr.text);
}

TEST (failure_to_open_is_explained) {
  rig r;
  if (!rig_start_with (&r, "--requirepass", "sesame!"))
    return;
  char url[128];
  unsigned port = r.server.port;
  cannot_open (&r, r.server.url, "wants a password");
  snprintf (url, sizeof url, "redis://:sesame@127.0.0.1:%u", port);
  cannot_open (&r, url, "rejects user or password");
  snprintf (url, sizeof url, "redis://me:sesame!@127.0.0.1:%u", port);
  cannot_open (&r, url, "rejects user or password");
  snprintf (url, sizeof url, "redis://:sesame!@127.0.0.1:%u/16", port);
  cannot_open (&r, url, "no database 16");
  snprintf (url, sizeof url, "redis://127.0.0.1:%u", redis_server_free_port ());
  cannot_open (&r, url, "is not reachable (Connection refused)");
  cannot_open (&r, "redis://no-such-host.invalid", "is not reachable");
  cannot_open (&r, "redis://h:x", "port");
  CHECK_EQ (said (&r, "Redis"), 0);
  rig_stop (&r);
}

TEST (login_by_password_and_by_user) {
  rig r;
  if (!rig_start_with (&r, "--requirepass", "sesame!"))
    return;
  char url[128], limited[128];
  unsigned port = r.server.port;
  snprintf (url, sizeof url, "redis://:sesame%%21@127.0.0.1:%u/3", port);
  snprintf (limited, sizeof limited, "redis://ann:a%%3Ab@127.0.0.1:%u/3", port);
  command (url, "ACL SETUSER ann on >a:b ~reprise:* +get +mget +set +select");
  vault *a = open_at (&r, url), *b = open_at (&r, limited);
  put (&r, b, 1, VERDICT_UNSAT);
  settle (b);
  CHECK (finds (&r, a, 1, VERDICT_UNSAT));
  put (&r, a, 2, VERDICT_SAT);
  settle (a);
  CHECK (finds (&r, b, 2, VERDICT_SAT));
  CHECK_EQ (said (&r, "Redis"), 0);
  vault_redis.close (a);
  vault_redis.close (b);
  rig_stop (&r);
}

TEST (what_one_writes_the_other_finds) {
  rig r;
  if (!rig_start (&r))
    return;
  vault *other = open_at (&r, r.server.url);
  put_many (&r, r.vault, 0, 1000);
  settle (r.vault);
  for (unsigned i = 0; i < 1000; i++)
    CHECK (finds (&r, other, i, VERDICT_SAT));
  CHECK_EQ (look (&r, other, 1000), -1);
  put_sized (&r, other, 2000, VERDICT_SAT, 1 << 20);
  put_sized (&r, other, 2001, VERDICT_SAT, 10 << 20);
  settle (other);
  CHECK (finds (&r, r.vault, 2000, VERDICT_SAT));
  CHECK (finds (&r, r.vault, 2001, VERDICT_SAT));
  CHECK_EQ (said (&r, "Redis"), 0);
  vault_redis.close (other);
  rig_stop (&r);
}

TEST (no_answer_does_not_replace_an_answer) {
  rig r;
  if (!rig_start (&r))
    return;
  vault *other = open_at (&r, r.server.url);
  put (&r, r.vault, 1, VERDICT_UNKNOWN);
  put (&r, r.vault, 2, VERDICT_UNSAT);
  settle (r.vault);
  put (&r, other, 1, VERDICT_SAT);
  put (&r, other, 2, VERDICT_UNKNOWN);
  settle (other);
  CHECK (finds (&r, other, 2, VERDICT_UNSAT)); /* learned when writing */
  vault *third = open_at (&r, r.server.url);
  CHECK (finds (&r, third, 1, VERDICT_SAT));
  CHECK (finds (&r, third, 2, VERDICT_UNSAT));
  put (&r, third, 2, VERDICT_UNKNOWN);
  settle (third);
  CHECK (finds (&r, third, 2, VERDICT_UNSAT));
  vault_redis.close (other);
  vault_redis.close (third);
  rig_stop (&r);
}

TEST (round_trips_are_few) {
  rig r;
  if (!rig_start (&r))
    return;
  redis_link *l = side_link (r.server.url);
  const char *reads = "total_reads_processed:", *gets = "cmdstat_mget:calls=";
  long before = info (l, "stats", reads);
  put_many (&r, r.vault, 0, 2000);
  settle (r.vault);
  long writing = info (l, "stats", reads) - before;
  CHECK (writing < 200); /* 2000 commands */
  vault *other = open_at (&r, r.server.url);
  record_key key[100];
  for (unsigned i = 0; i < 100; i++)
    key[i] = key_of (&r, i + 1950); /* the last 50 are not there */
  long mgets = info (l, "commandstats", gets);
  vault_redis.expect (other, 100, key);
  CHECK_EQ (info (l, "commandstats", gets), mgets); /* waits for a lookup */
  for (unsigned i = 0; i < 50; i++)
    CHECK (finds (&r, other, i + 1950, VERDICT_SAT));
  CHECK_EQ (info (l, "commandstats", gets), mgets + 1);
  vault_redis.expect (other, 50, key);
  CHECK (info (l, "commandstats", gets) <= mgets + 5);
  before = info (l, "stats", reads);
  for (unsigned i = 0; i < 100; i++)
    CHECK (finds (&r, other, i, VERDICT_SAT));
  long single = info (l, "stats", reads) - before;
  CHECK (single > 100 && single < 120); /* one for each */
  for (unsigned i = 0; i < 100; i++)
    CHECK (finds (&r, other, i, VERDICT_SAT));
  CHECK (info (l, "commandstats", gets) < mgets + 120);
  redis_link_close (l);
  vault_redis.close (other);
  rig_stop (&r);
}

TEST (killed_and_restarted_in_mid_run) {
  rig r;
  if (!rig_start (&r))
    return;
  put_many (&r, r.vault, 0, 100);
  redis_server_kill (&r.server);
  for (unsigned i = 100; i < 200; i++) {
    CHECK_EQ (look (&r, r.vault, i), -1);
    put (&r, r.vault, i, VERDICT_UNSAT);
    CHECK (finds (&r, r.vault, i, VERDICT_UNSAT));
    CHECK (finds (&r, r.vault, i - 100, VERDICT_SAT));
    poll (NULL, 0, 3);
  }
  CHECK_EQ (said (&r, "is unavailable"), 1);
  CHECK_EQ (said (&r, "is available again"), 0);
  CHECK (redis_server_restart (&r.server, NULL, NULL));
  vault *other = open_at (&r, r.server.url);
  put (&r, other, 999, VERDICT_SAT);
  settle (other);
  CHECK (finds (&r, r.vault, 999, VERDICT_SAT));
  CHECK_EQ (said (&r, "is unavailable"), 1);
  CHECK_EQ (said (&r, "is available again"), 1);
  settle (r.vault);
  for (unsigned i = 100; i < 200; i++)
    CHECK (finds (&r, other, i, VERDICT_UNSAT));
  CHECK_EQ (look (&r, other, 5), -1); /* it kept nothing over the kill */
  vault_redis.close (other);
  rig_stop (&r);
}

/* In the middle of whatever goes on then. */
static pid_t kill_soon (const redis_server *s, unsigned us) {
  fflush (NULL);
  pid_t pid = fork ();
  if (pid)
    return pid;
  usleep (us);
  kill (s->pid, SIGKILL);
  _exit (0);
}

TEST (killed_at_random_moments) {
  rig r;
  if (!rig_start (&r))
    return;
  uint64_t seed = 7;
  unsigned n = 0;
  for (unsigned round = 0; round < (test_is_long () ? 200u : 10u); round++) {
    pid_t killer = kill_soon (&r.server, random_below (&seed, 10000));
    for (unsigned i = 0; i < 20; i++) {
      unsigned many = 1 + random_below (&seed, 50);
      put_many (&r, r.vault, n, many);
      n += many;
      CHECK_EQ (look (&r, r.vault, random_below (&seed, n)), VERDICT_SAT);
      CHECK_EQ (look (&r, r.vault, n), -1);
    }
    waitpid (killer, NULL, 0);
    redis_server_kill (&r.server);
    CHECK (redis_server_restart (&r.server, NULL, NULL));
  }
  settle (r.vault);
  put_many (&r, r.vault, n, 100);
  settle (r.vault);
  vault *other = open_at (&r, r.server.url);
  for (unsigned i = n; i < n + 100; i++)
    CHECK (finds (&r, other, i, VERDICT_SAT));
  vault_redis.close (other);
  rig_stop (&r);
}

TEST (closing_sends_what_is_queued) {
  rig r;
  if (!rig_start (&r))
    return;
  redis_server_kill (&r.server);
  for (unsigned i = 0; i < 10; i++)
    put (&r, r.vault, i, VERDICT_SAT);
  CHECK (redis_server_restart (&r.server, NULL, NULL));
  vault_redis.close (r.vault);
  r.vault = open_at (&r, r.server.url);
  for (unsigned i = 0; i < 10; i++)
    CHECK (finds (&r, r.vault, i, VERDICT_SAT));
  redis_server_kill (&r.server);
  put (&r, r.vault, 10, VERDICT_SAT);
  vault_redis.close (r.vault);
  r.vault = NULL;
  CHECK_EQ (said (&r, "1 proofs of this run did not reach Redis"), 1);
  rig_stop (&r);
}

/* How long 199 answers take, counted from the given one. */
static uint64_t work_a_while (rig *r, unsigned first) {
  uint64_t began = clock_now ();
  for (unsigned i = first; i < first + 199; i++) {
    CHECK_EQ (look (r, r->vault, i), -1);
    put (r, r->vault, i, VERDICT_UNSAT);
    CHECK (finds (r, r->vault, 0, VERDICT_SAT));
    poll (NULL, 0, 5);
  }
  return clock_now () - began;
}

TEST (a_server_that_hangs_does_not_hold_the_run) {
  rig r;
  if (!rig_start (&r))
    return;
  put (&r, r.vault, 0, VERDICT_SAT);
  uint64_t usual = work_a_while (&r, 1000);
  redis_server_signal (&r.server, SIGSTOP);
  uint64_t took = work_a_while (&r, 1);
  /* If each one waited, it would be 80 s more. */
  if (took > 5 * usual + 60 * CLOCK_SECOND)
    FAIL ("%f s", clock_seconds (took));
  CHECK_EQ (said (&r, "is unavailable"), 1);
  CHECK_EQ (said (&r, "no answer within"), 1);
  redis_server_signal (&r.server, SIGCONT);
  vault *other = open_at (&r, r.server.url);
  put (&r, other, 999, VERDICT_SAT);
  settle (other);
  CHECK (finds (&r, r.vault, 999, VERDICT_SAT));
  CHECK_EQ (said (&r, "is available again"), 1);
  settle (r.vault);
  for (unsigned i = 1; i < 200; i++)
    CHECK (finds (&r, other, i, VERDICT_UNSAT));
  vault_redis.close (other);
  rig_stop (&r);
}

TEST (a_full_server_is_still_read) {
  rig r;
  if (!rig_start (&r))
    return;
  put_many (&r, r.vault, 0, 50);
  settle (r.vault);
  vault *other = open_at (&r, r.server.url);
  command (r.server.url, "CONFIG SET maxmemory 1");
  for (unsigned i = 50; i < 80; i++)
    put (&r, r.vault, i, VERDICT_UNSAT);
  CHECK_EQ (said (&r, "takes no new proofs"), 1);
  for (unsigned i = 0; i < 50; i++)
    CHECK (finds (&r, other, i, VERDICT_SAT));
  CHECK (finds (&r, r.vault, 60, VERDICT_UNSAT));
  command (r.server.url, "CONFIG SET maxmemory 0");
  for (int n = 0; n < 1000 && !said (&r, "takes proofs again"); n++) {
    look (&r, r.vault, 0);
    rest ();
  }
  CHECK_EQ (said (&r, "takes proofs again"), 1);
  for (unsigned i = 50; i < 80; i++)
    CHECK (finds (&r, other, i, VERDICT_UNSAT));
  vault_redis.close (other);
  rig_stop (&r);
}

TEST (a_server_that_wants_a_password_later) {
  rig r;
  if (!rig_start (&r))
    return;
  put (&r, r.vault, 0, VERDICT_SAT);
  command (r.server.url, "ACL SETUSER default nocommands");
  CHECK_EQ (look (&r, r.vault, 1), -1);
  CHECK (finds (&r, r.vault, 0, VERDICT_SAT));
  CHECK_EQ (said (&r, "is unavailable (it refuses: NOPERM"), 1);
  for (unsigned i = 2; i < 50; i++)
    CHECK_EQ (look (&r, r.vault, i), -1);
  CHECK_EQ (said (&r, "is unavailable"), 1);
  rig_stop (&r);
}

typedef struct walked {
  unsigned n, stop;
  record_key last;
} walked;

static bool list (void *state, const proof_record *rec) {
  walked *s = state;
  record_view view;
  CHECK (!s->n || memcmp (&s->last, &rec->key, sizeof s->last) < 0);
  CHECK (record_read (rec->data, rec->size, &view));
  s->last = rec->key;
  return ++s->n != s->stop;
}

TEST (listing_counting_and_dropping) {
  rig r;
  if (!rig_start (&r))
    return;
  trouble tr = {0};
  uint64_t records, bytes, dropped;
  vault_redis.count (r.vault, &records, &bytes);
  CHECK_EQ (records, 0);
  put_many (&r, r.vault, 0, 3000);
  settle (r.vault);
  command (r.server.url, "SET somebody else");
  command (r.server.url, "SET reprise:1:odd else");
  walked all = {0}, some = {.stop = 10};
  CHECK_EQ (vault_redis.each (r.vault, list, &all, &tr), ST_OK);
  CHECK_EQ (all.n, 3000);
  CHECK_EQ (vault_redis.each (r.vault, list, &some, &tr), ST_OK);
  CHECK_EQ (some.n, 10);
  vault_redis.count (r.vault, &records, &bytes);
  CHECK (records > 2900 && records <= 3002); /* an estimate */
  CHECK (bytes > 3000 * 200 && bytes < 3000 * 600);
  CHECK_EQ (vault_redis.gc (r.vault, bytes * 2, &dropped, &tr), ST_OK);
  CHECK_EQ (dropped, 0);
  CHECK_EQ (vault_redis.gc (r.vault, bytes / 2, &dropped, &tr), ST_OK);
  CHECK (dropped > 1000 && dropped < 2000);
  all = (walked) {0};
  CHECK_EQ (vault_redis.each (r.vault, list, &all, &tr), ST_OK);
  CHECK_EQ (all.n + dropped, 3000);
  CHECK_EQ (vault_redis.gc (r.vault, 0, &dropped, &tr), ST_OK);
  vault_redis.count (r.vault, &records, &bytes);
  CHECK_EQ (records, 0);
  redis_server_kill (&r.server);
  CHECK_EQ (vault_redis.each (r.vault, list, &all, &tr), ST_NOFILE);
  CHECK (strstr (tr.text, "is unavailable"));
  CHECK_EQ (vault_redis.gc (r.vault, 0, &dropped, &tr), ST_NOFILE);
  vault_redis.count (r.vault, &records, &bytes);
  CHECK_EQ (records, 0);
  rig_stop (&r);
}

/* The whole store over it: the thread that commits, sealing, trust. */

static form form_number (uint32_t word[N_WORDS], unsigned i) {
  memcpy (word, (uint32_t[]) {i, 2, 3, 4, 5, 6}, N_WORDS * sizeof *word);
  return (form) {
      .digest = form_digest (N_WORDS, word), .n_words = N_WORDS, .word = word};
}

static store *open_store (rig *r, store_mode mode, store_trust trust) {
  store *s = NULL;
  trouble tr = {0};
  store_config config = {.mem = &r->mem,
                         .log = &r->log,
                         .place = r->server.url,
                         .mode = mode,
                         .trust = trust};
  for (int i = 0; i < 20; i++) {
    trouble_clear (&tr);
    if (store_open (&config, &tr, &s) == ST_OK)
      return s;
  }
  FAIL ("%s", trouble_text (&tr));
}

static void store_number (store *s, unsigned i, verdict v) {
  uint32_t word[N_WORDS];
  form f = form_number (word, i);
  proof p = {.digest = f.digest,
             .n_words = f.n_words,
             .word = f.word,
             .verdict = v,
             .solver = "bits 0.1.0",
             .trust = PROOF_OWN};
  CHECK_EQ (store_put (s, &p), ST_OK);
}

/* As 'look', through the store. */
static int ask_store (store *s, unsigned i) {
  uint32_t word[N_WORDS];
  form f = form_number (word, i);
  proof p;
  for (int n = 0; n < 100; n++) {
    if (store_find (s, &f, &p))
      return (int) p.verdict;
    rest ();
  }
  return -1;
}

static bool count_proof (void *state, const proof *p) {
  ++*(unsigned *) state;
  CHECK_EQ (p->n_words, N_WORDS);
  return true;
}

TEST (the_store_works_over_it) {
  rig r;
  if (!rig_start_with (&r, NULL, NULL))
    return;
  setenv ("XDG_STATE_HOME", r.server.dir, 1); /* where the secret is made */
  store *a = open_store (&r, STORE_RW, TRUST_OWN);
  for (unsigned i = 0; i < 100; i++)
    store_number (a, i, i % 2 ? VERDICT_UNSAT : VERDICT_SAT);
  CHECK_EQ (store_flush (a), ST_OK);
  store *b = open_store (&r, STORE_RO, TRUST_ALL);
  for (unsigned i = 0; i < 100; i++)
    CHECK_EQ (ask_store (b, i), i % 2 ? VERDICT_UNSAT : VERDICT_SAT);
  store_number (a, 100, VERDICT_UNSAT); /* committed by the thread */
  int got = -1;
  for (int i = 0; i < 10 && got < 0; i++)
    got = ask_store (b, 100);
  CHECK_EQ (got, VERDICT_UNSAT);
  unsigned n = 0;
  CHECK_EQ (store_each (b, count_proof, &n), ST_OK);
  CHECK_EQ (n, 101);
  redis_server_kill (&r.server);
  for (unsigned i = 101; i < 120; i++) {
    store_number (a, i, VERDICT_UNSAT);
    CHECK_EQ (ask_store (a, i), VERDICT_UNSAT);
  }
  CHECK (redis_server_restart (&r.server, NULL, NULL));
  store_close (a);
  for (unsigned i = 101; i < 120; i++)
    CHECK_EQ (ask_store (b, i), VERDICT_UNSAT);
  store_close (b);
  char command_line[128];
  snprintf (command_line, sizeof command_line, "rm -rf '%s'", r.server.dir);
  CHECK (!system (command_line));
  rig_stop (&r);
}

/* The ladder over it. */

typedef struct run {
  context context;
  terms *ts;
  store *store;
  query_ladder *ladder;
} run;

static void run_start (run *r, const char *url) {
  context_init (&r->context);
  r->context.log.file = NULL;
  r->context.draft.store = url;
  r->context.draft.rung_enumerate = false; /* the solver is counted */
  r->ts = terms_new (&r->context.memory);
  store_config config;
  CHECK (store_config_init (&config, &r->context.memory, &r->context.log,
                            &r->context.options));
  CHECK_EQ (store_open (&config, &r->context.trouble, &r->store), ST_OK);
  r->ladder = query_ladder_new (&r->context, r->ts, r->store);
}

static void run_stop (run *r) {
  query_ladder_free (r->ladder);
  store_close (r->store);
  terms_free (r->ts);
  context_release (&r->context);
  CHECK_EQ (r->context.memory.live, 0);
}

/* x * x * x = i + 2 for each of n variables: as many slices, all different.
 * There is a solution for odd numbers only. 'last' of the last one.
 */
enum { SLICES = 8 };

static void make_query (run *r, uint64_t last, term *out) {
  terms *ts = r->ts;
  for (unsigned i = 0; i < SLICES; i++) {
    char name[2] = {'x', (char) ('0' + i)};
    term x = term_var (ts, name, 2, sort_bv (8));
    term y =
        term_binary (ts, KIND_BV_MUL, x, term_binary (ts, KIND_BV_MUL, x, x));
    uint64_t value = i == SLICES - 1 ? last : 2 * i + 3;
    out[i] = term_equal (ts, y, term_bv (ts, 8, value));
  }
}

static verdict ask_ladder (run *r, uint64_t last) {
  term query[SLICES];
  make_query (r, last, query);
  return query_ladder_ask (r->ladder, SLICES, query, 0);
}

/* One lookup far away for all slices of a query. */
TEST (a_query_is_one_round_trip) {
  rig r;
  if (!rig_start_with (&r, NULL, NULL))
    return;
  setenv ("XDG_STATE_HOME", r.server.dir, 1);
  redis_link *l = side_link (r.server.url);
  const char *gets = "cmdstat_mget:calls=";
  run a;
  run_start (&a, r.server.url);
  CHECK_EQ (ask_ladder (&a, 35), VERDICT_SAT);
  CHECK_EQ (ask_ladder (&a, 36), VERDICT_UNSAT);
  CHECK_EQ (info (l, "commandstats", gets), 2);
  CHECK (a.context.stats.rung[RUNG_SOLVER].asked);
  run_stop (&a);

  long before = info (l, "commandstats", gets);
  run_start (&a, r.server.url);
  CHECK_EQ (ask_ladder (&a, 35), VERDICT_SAT);
  CHECK_EQ (ask_ladder (&a, 36), VERDICT_UNSAT);
  CHECK_EQ (info (l, "commandstats", gets), before + 2);
  CHECK_EQ (a.context.stats.rung[RUNG_SOLVER].asked, 0);
  run_stop (&a);
  redis_link_close (l);
  char command_line[128];
  snprintf (command_line, sizeof command_line, "rm -rf '%s'", r.server.dir);
  CHECK (!system (command_line));
  rig_stop (&r);
}

/* A server that greets and then answers everything with the same bytes. */

static void serve_one (int fd, const char *reply, size_t size) {
  char buffer[4096];
  const char *greeting = "$-1\r\n";
  bool is_greeted = false;
  while (recv (fd, buffer, sizeof buffer, 0) > 0) {
    const char *text = is_greeted ? reply : greeting;
    if (send (fd, text, is_greeted ? size : 5, MSG_NOSIGNAL) < 0)
      break;
    if (is_greeted && !size)
      break; /* hangs up */
    is_greeted = true;
  }
  close (fd);
}

static pid_t serve (const char *reply, size_t size, unsigned *port) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  socklen_t len = sizeof a;
  a.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  CHECK (!bind (fd, (struct sockaddr *) &a, sizeof a) && !listen (fd, 8));
  CHECK (!getsockname (fd, (struct sockaddr *) &a, &len));
  *port = ntohs (a.sin_port);
  fflush (NULL);
  pid_t pid = fork ();
  if (pid) {
    close (fd);
    return pid;
  }
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (int client; (client = accept (fd, NULL, NULL)) >= 0;)
    serve_one (client, reply, size);
  _exit (0);
}

static void meet (const char *reply, size_t size) {
  rig r = {0};
  char url[64];
  trouble tr = {0};
  uint64_t records, bytes, dropped;
  walked all = {0};
  rig_log (&r);
  unsigned port;
  pid_t pid = serve (reply, size, &port);
  snprintf (url, sizeof url, "redis://127.0.0.1:%u", port);
  vault *v = open_at (&r, url);
  for (unsigned i = 0; i < 3; i++) {
    proof_record got;
    record_view view;
    record_key key = key_of (&r, i);
    if (vault_redis.find (v, &key, &tr, &got))
      CHECK (!record_read (got.data, got.size, &view));
  }
  put (&r, v, 1, VERDICT_SAT);
  CHECK (finds (&r, v, 1, VERDICT_SAT));
  vault_redis.each (v, list, &all, &tr);
  CHECK_EQ (all.n, 0);
  vault_redis.count (v, &records, &bytes);
  vault_redis.gc (v, 0, &dropped, &tr);
  vault_redis.close (v);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  fclose (r.log.file);
  free (r.said);
  CHECK_EQ (r.mem.live, 0);
}

TEST (hostile_replies_are_misses) {
  static const char *const reply[] = {
      "",
      "+OK\r\n",
      "*1\r\n:5\r\n",
      "*1\r\n+short\r\n",
      "*1\r\n$3\r\nRPR\r\n",
      "*1\r\n*1\r\n*1\r\n:1\r\n",
      "*2\r\n$-1\r\n$-1\r\n",
      "*0\r\n",
      "*-1\r\n",
      "*2000000000\r\n",
      "*4294967297\r\n:1\r\n",
      "*-5\r\n",
      "*1\r\n$9223372036854775807\r\n",
      "*1\r\n$-7\r\n",
      ":99999999999999999999999\r\n",
      "-ERR \033[31m evil\r\n",
      "*2\r\n$1\r\n7\r\n*1\r\n$45\r\nreprise:1:"
      "0123456789abcdef0123456789abcdef:"
      "00\r\n",
      "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      "*1\r\n$5\r\nab",
  };
  size_t n = sizeof reply / sizeof *reply;
  for (size_t i = 0; i < n; i++) { /* at the same time: mostly they wait */
    fflush (NULL);
    pid_t pid = fork ();
    CHECK (pid >= 0);
    if (pid)
      continue;
    meet (reply[i], strlen (reply[i]));
    exit (0);
  }
  for (size_t i = 0; i < n; i++) {
    int how;
    CHECK (wait (&how) > 0);
    CHECK_EQ (how, 0);
  }
}
