#include "lab/cache/durable.h"

#include "base/hash.h"
#include "base/whole_file.h"
#include "context/context.h"
#include "lab/cache/term_bytes.h"
#include "store/seal.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "published"
#define MAGIC "RPUB"
#define VERSION 1
#define HEAD_SIZE 16   /* of the file: magic, version, which kinds there are */
#define RECORD_HEAD 12 /* size and checksum of what follows */
#define TAG_SIZE 16    /* at the end of a record */
#define MOST ((size_t) 64 << 20)

typedef struct durable {
  rung base;
  memory *mem;
  bench *bench;
  rung *cache;
  const char *name;
  seal *own;
  bool believes_all;
  int file; /* to be written; -1: it is not */
  char_vec record;
} durable;

static void durable_free (rung *r) {
  durable *k = (durable *) r;
  rung_free (k->cache);
  if (k->file >= 0)
    close (k->file);
  seal_free (k->mem, k->own);
  vec_release (k->mem, &k->record);
  memory_free (k->mem, k, sizeof *k);
}

static verdict durable_ask (rung *r, problem *p, finding *out) {
  rung *cache = ((durable *) r)->cache;
  return cache->class->ask (cache, p, out);
}

static size_t durable_count (const rung *r) {
  const rung *cache = ((const durable *) r)->cache;
  return cache->class->count (cache);
}

/* Records. */

static uint64_t checksum (const void *bytes, size_t n) {
  return hash_bytes (bytes, n).lo;
}

/* Under the name of the cache: a record means nothing elsewhere. */
static void tag_of (durable *k, const void *body, size_t n, uint8_t *out) {
  uint8_t whole[SEAL_SIZE] = {0};
  const seal_part part[] = {{k->name, strlen (k->name) + 1}, {body, n}};
  if (k->own)
    seal_sign (k->own, 2, part, whole);
  memcpy (out, whole, TAG_SIZE);
}

static bool is_of_store (durable *k, const uint8_t *body, size_t n) {
  const seal_part part[] = {{k->name, strlen (k->name) + 1}, {body, n}};
  return k->own && seal_verify (k->own, 2, part, body + n, TAG_SIZE);
}

/* The body: answer, conjuncts and leaves, and the values of these. */
static bool write_body (durable *k, problem *p, const finding *f) {
  size_t n_leaves;
  const term *leaf = problem_leaves (p, &n_leaves);
  const terms *ts = bench_terms (k->bench);
  term_vec all = {0};
  for (size_t i = 0; i < p->n; i++)
    vec_push (k->mem, &all, p->given[i]);
  for (size_t i = 0; i < n_leaves; i++)
    vec_push (k->mem, &all, leaf[i]);
  bytes_put (k->mem, &k->record, f->verdict, 1);
  bytes_put (k->mem, &k->record, p->n, 4);
  bool ok = term_bytes_write (k->mem, &k->record, ts, all.len, all.data);
  if (ok && f->verdict == VERDICT_SAT)
    value_bytes_write (k->mem, &k->record, ts, f->model, n_leaves, leaf);
  vec_release (k->mem, &all);
  return ok;
}

static bool write_record (durable *k, problem *p, const finding *f) {
  uint8_t tag[TAG_SIZE] = {0};
  vec_clear (&k->record);
  bytes_put (k->mem, &k->record, 0, RECORD_HEAD - 8);
  bytes_put (k->mem, &k->record, 0, 8);
  if (!write_body (k, p, f))
    return false;
  char *body = k->record.data + RECORD_HEAD;
  if (f->verdict == VERDICT_UNSAT)
    tag_of (k, body, k->record.len - RECORD_HEAD, tag);
  text_add (k->mem, &k->record, (const char *) tag, TAG_SIZE);
  size_t n = k->record.len - RECORD_HEAD;
  uint32_t size = (uint32_t) n;
  uint64_t sum = checksum (k->record.data + RECORD_HEAD, n);
  memcpy (k->record.data, &size, sizeof size);
  memcpy (k->record.data + sizeof size, &sum, sizeof sum);
  return n <= MOST;
}

static void append (durable *k) {
  flock (k->file, LOCK_EX);
  off_t before = lseek (k->file, 0, SEEK_END);
  ssize_t n = write (k->file, k->record.data, k->record.len);
  if (n != (ssize_t) k->record.len && before >= 0 &&
      ftruncate (k->file, before))
    k->record.len = 0; /* what is torn is dropped by the next run */
  flock (k->file, LOCK_UN);
}

static void durable_learn (rung *r, problem *p, problem *core,
                           const finding *f) {
  durable *k = (durable *) r;
  k->cache->class->learn (k->cache, p, core, f);
  if (k->file >= 0 && f->verdict != VERDICT_UNKNOWN && write_record (k, p, f))
    append (k);
}

/* The past. */

/* False: the record is none. */
static bool retell (durable *k, const uint8_t *body, size_t n, model *m) {
  byte_reader r = {.at = body, .end = body + n};
  term_vec all = {0};
  verdict v = (verdict) bytes_get (&r, 1);
  size_t n_conjuncts = bytes_get (&r, 4);
  bool ok = (v == VERDICT_SAT || v == VERDICT_UNSAT) &&
            term_bytes_read (k->mem, &r, bench_terms (k->bench), &all) &&
            n_conjuncts && n_conjuncts <= all.len;
  for (size_t i = 0; ok && i < n_conjuncts; i++)
    ok = sort_is_bool (term_sort (bench_terms (k->bench), all.data[i])) &&
         !term_is_const (bench_terms (k->bench), all.data[i]);
  model_clear (m);
  if (ok && v == VERDICT_SAT)
    ok = value_bytes_read (k->mem, &r, bench_terms (k->bench),
                           all.len - n_conjuncts, all.data + n_conjuncts, m);
  ok = ok && r.at == r.end;
  if (ok && (v == VERDICT_SAT || k->believes_all || is_of_store (k, body, n))) {
    problem *p = problem_new (k->bench, n_conjuncts, all.data);
    finding f = {.verdict = v, .model = m};
    k->cache->class->learn (k->cache, p, v == VERDICT_UNSAT ? p : NULL, &f);
    bench_clear (k->bench);
  }
  vec_release (k->mem, &all);
  return ok;
}

/* How many bytes are good. */
static size_t retell_all (durable *k, const uint8_t *bytes, size_t size) {
  model *m = model_new (k->mem, bench_terms (k->bench));
  size_t at = HEAD_SIZE;
  while (at + RECORD_HEAD + TAG_SIZE <= size) {
    uint32_t n;
    uint64_t sum;
    memcpy (&n, bytes + at, sizeof n);
    memcpy (&sum, bytes + at + sizeof n, sizeof sum);
    const uint8_t *body = bytes + at + RECORD_HEAD;
    if (n < TAG_SIZE || n > MOST || n > size - at - RECORD_HEAD ||
        checksum (body, n) != sum || !retell (k, body, n - TAG_SIZE, m))
      break;
    at += RECORD_HEAD + n;
  }
  model_free (m);
  return at;
}

/* Kinds of terms are numbers in a record, so another list of them is another
 * version.
 */
static void head_of (memory *mem, char_vec *out) {
  uint64_t kinds = KIND_COUNT;
  for (unsigned i = 0; i < KIND_COUNT; i++)
    kinds = hash_mix (
        kinds, checksum (kind_table[i].name, strlen (kind_table[i].name)));
  text_puts (mem, out, MAGIC);
  bytes_put (mem, out, VERSION, 4);
  bytes_put (mem, out, kinds, 8);
}

/* The file with nothing but what is good. */
static void mend (durable *k, size_t good, const char_vec *head) {
  if (good < HEAD_SIZE) {
    if (ftruncate (k->file, 0) ||
        write (k->file, head->data, head->len) != (ssize_t) head->len) {
      close (k->file);
      k->file = -1;
    }
  } else if (ftruncate (k->file, (off_t) good)) {
    close (k->file);
    k->file = -1;
  }
}

static void durable_open (durable *k, const char *path) {
  mapped_file old;
  char_vec head = {0};
  size_t good = 0, size = 0;
  head_of (k->mem, &head);
  if (k->file >= 0)
    flock (k->file, LOCK_EX);
  if (whole_file_map (path, &old)) {
    size = old.size;
    if (size >= HEAD_SIZE && !memcmp (old.bytes, head.data, HEAD_SIZE))
      good = retell_all (k, old.bytes, size);
    whole_file_unmap (&old);
  }
  if (k->file >= 0 && (good < size || !size))
    mend (k, good, &head);
  if (k->file >= 0)
    flock (k->file, LOCK_UN);
  vec_release (k->mem, &head);
}

static const char *place_of (memory *mem, char_vec *out, const char *top,
                             const char *name) {
  vec_clear (out);
  text_printf (mem, out, "%s/%s", top, name);
  return text_c (mem, out);
}

static int open_file (memory *mem, char_vec *path, const char *top,
                      const char *name) {
  if (mkdir (place_of (mem, path, top, FOLDER), 0777) && errno != EEXIST)
    return -1;
  text_printf (mem, path, "/%s", name);
  return open (text_c (mem, path), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC,
               0666);
}

static void durable_find (durable *k, const context *c) {
  const options *o = &c->options;
  char_vec path = {0};
  trouble ignored = {0};
  (void) secret_load (k->mem, place_of (k->mem, &path, o->store, "secret"),
                      false, &ignored, &k->own);
  k->believes_all = o->trust == TRUST_ALL;
  k->file = -1;
  if (o->store_mode == STORE_RW) {
    k->file = open_file (k->mem, &path, o->store, k->name);
    if (k->file < 0)
      log_warning (&c->log, "cannot write '%s': this run keeps no answers",
                   text_c (k->mem, &path));
  } else {
    (void) place_of (k->mem, &path, o->store, FOLDER);
    text_printf (k->mem, &path, "/%s", k->name);
  }
  durable_open (k, text_c (k->mem, &path));
  vec_release (k->mem, &path);
}

rung *rung_new_durable (const rung_site *site, const char *name, rung *cache) {
  static const rung_class class = {.free = durable_free,
                                   .ask = durable_ask,
                                   .learn = durable_learn,
                                   .count = durable_count};
  const context *c = site->context;
  if (!site->store || !c || !c->options.store ||
      store_is_server (c->options.store))
    return cache;
  durable *k = memory_zalloc (site->mem, sizeof *k);
  k->base.class = &class;
  k->mem = site->mem;
  k->bench = site->bench;
  k->cache = cache;
  k->name = name;
  durable_find (k, c);
  return &k->base;
}
