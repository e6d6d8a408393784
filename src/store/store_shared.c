/* What all kinds of store share. A proof comes in, is encoded, and waits; after
 * a second, or when many wait, all are written together. A lookup first sees
 * what waits, then the vault; a record is checked, compared word by word with
 * the form, and believed or not.
 *
 *     store_put -> gathering -(1 s, or full)-> vault->write    thread, or owner
 *     store_find -> gathering, else vault->find -> spells? -> believed?
 *
 * One lock is around everything but what only reads the configuration.
 */

#include "base/clock.h"
#include "store/gathering.h"
#include "store/vault.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#define GATHER CLOCK_SECOND

struct store {
  store_config config;
  memory *mem;
  const logger *log;
  vault *vault;
  store_mode mode;
  store_trust trust;
  seal *own, *key;
  uint64_t max_size;
  store_stat counts;
  unsigned said; /* a bit for each status that was logged */
  record_view found;

  gathering pending;

  /* The thread that commits after a second. It touches nothing of the memory
   * account, which belongs to the owner of the store.
   */
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_t thread;
  bool has_thread, is_closing;
};

static void say (store *s, const trouble *t) {
  assert (t->code < ST_COUNT && ST_COUNT <= 32); /* a bit for each */
  unsigned bit = 1u << t->code;
  if (!t->code || s->said & bit)
    return;
  s->said |= bit;
  log_warning (s->log, "proof store: %s", trouble_text (t));
}

/* Committing. */

static void evict (store *s) {
  uint64_t records, bytes, dropped;
  trouble t = {0};
  if (!s->max_size)
    return;
  s->vault->class->count (s->vault, &records, &bytes);
  if (bytes > s->max_size &&
      s->vault->class->gc (s->vault, s->max_size, &dropped, &t))
    say (s, &t);
}

/* What cannot be written is lost: it costs time, and memory must not grow. */
static status commit (store *s) {
  trouble t = {0};
  const change_vec *c = gathering_changes (&s->pending);
  if (!c->len)
    return ST_OK;
  assert (s->mode == STORE_RW); /* else nothing is gathered */
  status st = s->vault->class->write (s->vault, c->len, c->data, &t);
  if (st) {
    s->counts.lost += gathering_puts (&s->pending);
    say (s, &t);
  }
  gathering_clear (&s->pending);
  if (!st)
    evict (s);
  return st;
}

static void wait_until (store *s, uint64_t time) {
  assert (gathering_puts (&s->pending)); /* something to wait for */
  struct timespec ts = {(time_t) (time / CLOCK_SECOND),
                        (long) (time % CLOCK_SECOND)};
  pthread_cond_timedwait (&s->wake, &s->lock, &ts);
}

static void *run_thread (void *state) {
  store *s = state;
  pthread_mutex_lock (&s->lock);
  while (!s->is_closing) {
    if (!gathering_puts (&s->pending))
      pthread_cond_wait (&s->wake, &s->lock);
    else if (clock_now () >= s->pending.first + GATHER)
      commit (s);
    else
      wait_until (s, s->pending.first + GATHER);
  }
  pthread_mutex_unlock (&s->lock);
  return NULL;
}

/* Signals are for the threads of the program. */
static void start_thread (store *s) {
  assert (!s->has_thread && !s->is_closing);
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  s->has_thread = !pthread_create (&s->thread, NULL, run_thread, s);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

static void stop_thread (store *s) {
  if (!s->has_thread)
    return;
  pthread_mutex_lock (&s->lock);
  s->is_closing = true;
  pthread_cond_signal (&s->wake);
  pthread_mutex_unlock (&s->lock);
  pthread_join (s->thread, NULL);
}

/* Believing. */

static uint8_t vouchers (store *s, const uint8_t *data, const record_view *v) {
  return (uint8_t) ((record_is_own (data, v, s->own) ? PROOF_OWN : 0) |
                    (record_is_signed (data, v, s->key) ? PROOF_SIGNED : 0));
}

static bool is_believed (store *s, const uint8_t *data, record_view *v) {
  assert (!v->proof.trust); /* no record says that it is to be trusted */
  if (v->proof.verdict == VERDICT_SAT || s->trust == TRUST_ALL)
    return true;
  if (record_is_own (data, v, s->own))
    v->proof.trust = PROOF_OWN;
  else if (s->trust == TRUST_SIGNED && record_is_signed (data, v, s->key))
    v->proof.trust = PROOF_SIGNED;
  return v->proof.trust;
}

static bool spells (const record_view *v, size_t n, const uint32_t *word) {
  return v->proof.n_words == n &&
         !memcmp (v->proof.word, word, n * sizeof *word);
}

static bool look_up (store *s, const record_key *k, proof_record *out,
                     bool *is_pending) {
  trouble t = {0};
  *is_pending = gathering_find (&s->pending, k, out);
  if (*is_pending)
    return true;
  bool found = s->vault->class->find (s->vault, k, &t, out);
  say (s, &t);
  return found;
}

/* Leaves the proof in 'found'. */
static bool read_found (store *s, const proof_record *r) {
  if (record_read (r->data, r->size, &s->found))
    return true;
  trouble t = {0};
  trouble_set (&t, ST_CORRUPT, "damaged records are ignored");
  say (s, &t);
  s->counts.refused++;
  return false;
}

static bool shared_find (store *s, hash128 digest, size_t n,
                         const uint32_t *word) {
  assert (s->vault && n);
  proof_record r;
  bool is_pending;
  record_key k = record_key_of (digest, n, word);
  if (!look_up (s, &k, &r, &is_pending) || !read_found (s, &r) ||
      !spells (&s->found, n, word))
    return false;
  if (!is_believed (s, r.data, &s->found)) {
    s->counts.refused++;
    return false;
  }
  s->found.proof.digest = digest;
  if (!is_pending && s->mode == STORE_RW)
    gathering_touch (&s->pending, &k);
  return true;
}

bool store_find (store *s, const form *f, proof *out) {
  pthread_mutex_lock (&s->lock);
  bool found = shared_find (s, f->digest, f->n_words, f->word);
  if (found)
    *out = s->found.proof;
  s->counts.hits += found;
  s->counts.misses += !found;
  pthread_mutex_unlock (&s->lock);
  return found;
}

/* Lists. */

bool store_has_lists (const store *s) { return s->vault->class->list; }

static size_t drop_own (const store *s, size_t n, listing *out) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!gathering_has_listed (&s->pending, out[i].digest))
      out[kept++] = out[i];
  return kept;
}

size_t store_list (store *s, listing_kind k, uint64_t label, size_t max,
                   listing *out) {
  trouble t = {0};
  if (!store_has_lists (s))
    return 0;
  pthread_mutex_lock (&s->lock);
  size_t n = s->vault->class->list (s->vault, (uint8_t) k, label, max, out, &t);
  say (s, &t);
  pthread_mutex_unlock (&s->lock);
  return drop_own (s, n, out);
}

static bool find_listed (store *s, uint64_t digest) {
  trouble t = {0};
  proof_record r;
  bool found = s->vault->class->find_listed (s->vault, digest, &t, &r);
  say (s, &t);
  if (!found || !read_found (s, &r) || !is_believed (s, r.data, &s->found))
    return false;
  proof *p = &s->found.proof;
  p->digest = form_digest (p->n_words, p->word);
  if (s->mode == STORE_RW)
    gathering_touch (&s->pending, &r.key);
  return true;
}

bool store_find_listed (store *s, const listing *l, proof *out) {
  assert (s->vault);
  if (!store_has_lists (s))
    return false;
  pthread_mutex_lock (&s->lock);
  bool found = find_listed (s, l->digest);
  if (found)
    *out = s->found.proof;
  pthread_mutex_unlock (&s->lock);
  return found;
}

/* Looking ahead. */

bool store_is_far (const store *s) { return s->vault->class->expect; }

void store_expect (store *s, const form *f) {
  if (!store_is_far (s))
    return;
  record_key k = record_key_of (f->digest, f->n_words, f->word);
  pthread_mutex_lock (&s->lock);
  s->vault->class->expect (s->vault, 1, &k);
  pthread_mutex_unlock (&s->lock);
}

/* What was written before, as far as that can be said at once. */
static bool look_here (store *s, const record_key *k, proof_record *out) {
  trouble t = {0};
  bool is_pending;
  if (!s->vault->class->find_here)
    return look_up (s, k, out, &is_pending);
  return gathering_find (&s->pending, k, out) ||
         s->vault->class->find_here (s->vault, k, &t, out);
}

static bool has_model (const record_view *v, const proof *p) {
  return v->proof.model_size == p->model_size &&
         (!p->model_size || !memcmp (v->proof.model, p->model, p->model_size));
}

/* Is there already one that says as much? */
static bool shared_is_known (store *s, const proof *p) {
  proof_record r;
  record_view v;
  record_key k = record_key_of (p->digest, p->n_words, p->word);
  if (!look_here (s, &k, &r) || !record_read (r.data, r.size, &v) ||
      !spells (&v, p->n_words, p->word))
    return false;
  if (p->verdict == VERDICT_UNKNOWN && v.proof.verdict)
    return is_believed (s, r.data, &v);
  if (v.proof.verdict != p->verdict)
    return false;
  if (p->verdict == VERDICT_UNKNOWN && v.proof.budget < p->budget)
    return false;
  if (p->verdict == VERDICT_SAT) /* another may be false: ours replaces it */
    return !(p->trust & PROOF_OWN) || has_model (&v, p);
  return !(p->trust & PROOF_OWN) || record_is_own (r.data, &v, s->own);
}

/* The first one that waits begins the second after which they are written. */
static void note_first (store *s) {
  assert (gathering_puts (&s->pending) && !s->is_closing);
  if (!s->has_thread)
    start_thread (s);
  else
    pthread_cond_signal (&s->wake);
}

static status shared_put (store *s, const proof *p) {
  assert (s->mode == STORE_RW && proof_is_valid (p));
  bool was_empty = !gathering_puts (&s->pending);
  bool is_sealed = p->trust & PROOF_OWN && p->verdict != VERDICT_SAT;
  if (shared_is_known (s, p))
    return ST_OK;
  status st = gathering_put (&s->pending, p, is_sealed ? s->own : NULL,
                             is_sealed ? s->key : NULL);
  if (was_empty && gathering_puts (&s->pending))
    note_first (s);
  return st ? st : gathering_is_full (&s->pending) ? commit (s) : ST_OK;
}

status store_put (store *s, const proof *p) {
  if (s->mode != STORE_RW)
    return ST_OK;
  pthread_mutex_lock (&s->lock);
  status st = shared_put (s, p);
  pthread_mutex_unlock (&s->lock);
  return st;
}

status store_flush (store *s) {
  pthread_mutex_lock (&s->lock);
  status st = commit (s);
  pthread_mutex_unlock (&s->lock);
  return st;
}

/* All of them. */

typedef struct segment_walk {
  store *store;
  proof_function *function;
  void *state;
} segment_walk;

static bool walk_record (void *state, const proof_record *r) {
  segment_walk *w = state;
  record_view *v = &w->store->found;
  if (!record_read (r->data, r->size, v))
    return true;
  v->proof.digest = form_digest (v->proof.n_words, v->proof.word);
  v->proof.trust = vouchers (w->store, r->data, v);
  return w->function (w->state, &v->proof);
}

status store_each (store *s, proof_function *f, void *state) {
  trouble t = {0};
  segment_walk w = {s, f, state};
  pthread_mutex_lock (&s->lock);
  status st = commit (s);
  if (!st)
    st = s->vault->class->each (s->vault, walk_record, &w, &t);
  say (s, &t);
  pthread_mutex_unlock (&s->lock);
  return st;
}

typedef struct segment_tally {
  store *store;
  store_stat *stat;
} segment_tally;

static bool count_record (void *state, const proof_record *r) {
  segment_tally *c = state;
  store_stat *out = c->stat;
  record_view v;
  if (!record_read (r->data, r->size, &v)) {
    out->damaged++;
    return true;
  }
  uint8_t trust = vouchers (c->store, r->data, &v);
  out->proofs++;
  out->sat += v.proof.verdict == VERDICT_SAT;
  out->unsat += v.proof.verdict == VERDICT_UNSAT;
  out->unknown += v.proof.verdict == VERDICT_UNKNOWN;
  out->counted += v.proof.verdict == PROOF_COUNTED;
  out->own += trust & PROOF_OWN;
  out->is_signed += (trust & PROOF_SIGNED) != 0;
  return true;
}

void store_get_stat (store *s, store_stat *out) {
  trouble t = {0};
  uint64_t records;
  segment_tally c = {s, out};
  pthread_mutex_lock (&s->lock);
  *out = s->counts;
  out->version = RECORD_VERSION;
  out->pending = gathering_puts (&s->pending);
  s->vault->class->each (s->vault, count_record, &c, &t);
  s->vault->class->count (s->vault, &records, &out->bytes);
  say (s, &t);
  pthread_mutex_unlock (&s->lock);
}

status store_gc (store *s, uint64_t max_size, uint64_t *dropped) {
  trouble t = {0};
  *dropped = 0;
  if (s->mode != STORE_RW)
    return ST_NOWRITE;
  pthread_mutex_lock (&s->lock);
  status st = commit (s);
  if (!st)
    st = s->vault->class->gc (s->vault, max_size, dropped, &t);
  say (s, &t);
  pthread_mutex_unlock (&s->lock);
  return st;
}

/* Life cycle. */

bool store_config_init (store_config *c, memory *mem, const logger *log,
                        const options *opts) {
  *c = (store_config) {.mem = mem,
                       .log = log,
                       .place = opts->store,
                       .mode = opts->store_mode,
                       .trust = opts->trust,
                       .key_file = opts->key_file,
                       .max_size = opts->store_size};
  return opts->store && strcmp (opts->store, "none");
}

bool store_is_server (const char *place) {
  return text_begins (place, "redis://") || text_begins (place, "rediss://");
}

const char *store_place_public (const char *place) {
  const char *at = store_is_server (place) ? strrchr (place, '@') : NULL;
  return at ? at + 1 : place;
}

/* Few runs have a server: what talks to one is a library of its own. */
static status open_redis (const store_config *c, trouble *t, vault **out) {
  void *library = dlopen (VAULT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  const vault_class *class = library ? dlsym (library, "vault_redis") : NULL;
  if (class)
    return class->open (c, t, out);
  return trouble_set (t, ST_NOFILE,
                      "the library for Redis cannot be loaded (%s); install "
                      "it beside reprise",
                      dlerror ());
}

static status open_vault (const store_config *c, trouble *t, vault **out) {
  return store_is_server (c->place) ? open_redis (c, t, out)
                                    : vault_lmdb.open (c, t, out);
}

static status open_keys (store *s, const store_config *c, trouble *t) {
  assert (!s->own && !s->key);
  const char *path = s->vault->class->secret_file
                         ? s->vault->class->secret_file (s->vault)
                         : NULL;
  status st = secret_load (s->mem, path, c->mode == STORE_RW, t, &s->own);
  if (!st && c->key_file)
    st = key_load (s->mem, c->key_file, t, &s->key);
  if (!st && c->trust == TRUST_SIGNED && !s->key)
    st = trouble_set (t, ST_USAGE, "--trust=signed needs --key-file");
  return st;
}

static void init_thread (store *s) {
  pthread_condattr_t attr;
  pthread_condattr_init (&attr);
  pthread_condattr_setclock (&attr, CLOCK_MONOTONIC);
  pthread_cond_init (&s->wake, &attr);
  pthread_condattr_destroy (&attr);
  pthread_mutex_init (&s->lock, NULL);
}

static void shared_release (store *s) {
  memory *mem = s->mem;
  if (s->vault)
    s->vault->class->close (s->vault);
  seal_free (mem, s->own);
  seal_free (mem, s->key);
  gathering_release (&s->pending);
  pthread_cond_destroy (&s->wake);
  pthread_mutex_destroy (&s->lock);
  memory_free (mem, s, sizeof *s);
}

status store_open (const store_config *c, trouble *t, store **out) {
  store *s = memory_zalloc (c->mem, sizeof *s);
  s->config = *c;
  s->mem = c->mem;
  s->log = c->log;
  s->mode = c->mode;
  s->trust = c->trust;
  s->max_size = c->max_size;
  gathering_init (&s->pending, c->mem);
  init_thread (s);
  status st = open_vault (c, t, &s->vault);
  if (!st)
    st = open_keys (s, c, t);
  if (st)
    shared_release (s);
  else
    *out = s;
  return st;
}

void store_choose_default (context *c) {
  options o = c->options;
  o.store = o.store ? o.store : STORE_DEFAULT_PLACE;
  context_take_options (c, &o);
}

status store_open_chosen (context *c, trouble *t, store **out) {
  store_config config;
  *out = NULL;
  return store_config_init (&config, &c->memory, &c->log, &c->options)
             ? store_open (&config, t, out)
             : ST_OK;
}

void store_close (store *s) {
  if (!s)
    return;
  stop_thread (s);
  commit (s);
  shared_release (s);
}

/* No commit is under way then, and nothing is half changed. */
void store_before_fork (store *s) { pthread_mutex_lock (&s->lock); }
void store_after_fork (store *s) { pthread_mutex_unlock (&s->lock); }

/* The vault of the parent is neither used nor closed: what it has open, files
 * and locks, is the parent's.
 */
status store_reopen (store *s, trouble *t) {
  assert (!s->is_closing);
  vault *parents = s->vault;
  init_thread (s);
  s->has_thread = false;
  gathering_clear (&s->pending);
  status st = open_vault (&s->config, t, &s->vault);
  if (st)
    s->vault = parents;
  return st;
}
