/* The Redis vault: a shared store, seen through what this process knows.
 *
 * A lookup is answered from the local part or costs one round trip; what is
 * said to be looked up soon ('expect') goes along with it.
 * Writes are queued and sent in pipelines. While the server is away, lookups
 * are answered by the local part alone and the queue grows, up to a bound.
 */

#include "remote/redis/redis.h"

#include "base/clock.h"
#include "remote/redis/redis_priv.h"
#include "store/codec.h"

#define LOCAL_MAX ((size_t) 64 << 20)
#define MANY 256          /* keys fetched together */
#define CLOSE_TIME 5000   /* ms to send what is left */
#define FIND_SEND_TIME 10 /* ms that a lookup gives to what is queued */

/* How long a memo holds without asking again. An answer holds for ever. */
#define MISS_TIME CLOCK_SECOND
#define UNKNOWN_TIME (10 * CLOCK_SECOND)

static void put_hex (char *out, uint8_t byte) {
  static const char digit[] = "0123456789abcdef";
  out[0] = digit[byte >> 4];
  out[1] = digit[byte & 15];
}

static int digit_value (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

redis_name redis_key_name (const record_key *key) {
  redis_name res = {REDIS_KEYS_PREFIX};
  char *at = res.text + strlen (REDIS_KEYS_PREFIX);
  for (size_t i = 0; i < RECORD_KEY_SIZE; i++, at += 2) {
    if (i == RECORD_KEY_SIZE - 1)
      *at++ = ':';
    put_hex (at, key->byte[i]);
  }
  *at = 0;
  return res;
}

bool redis_key_parse (const char *text, size_t len, record_key *out) {
  size_t at = strlen (REDIS_KEYS_PREFIX);
  if (len != REDIS_KEY_LEN || memcmp (text, REDIS_KEYS_PREFIX, at))
    return false;
  for (size_t i = 0; i < RECORD_KEY_SIZE; i++, at += 2) {
    if (i == RECORD_KEY_SIZE - 1 && text[at++] != ':')
      return false;
    int high = digit_value (text[at]), low = digit_value (text[at + 1]);
    if (high < 0 || low < 0)
      return false;
    out->byte[i] = (uint8_t) (high << 4 | low);
  }
  return true;
}

bool redis_is_record (const redis_reply *r) {
  return r->kind == REPLY_TEXT && r->len <= RECORD_MAX;
}

const redis_reply *redis_get_many (redis_vault *s, size_t n,
                                   const record_key *key) {
  redis_name name[MANY];
  redis_word word[MANY + 1] = {{"MGET", 4}};
  assert (n <= MANY);
  for (size_t i = 0; i < n; i++) {
    name[i] = redis_key_name (&key[i]);
    word[i + 1] = (redis_word) {name[i].text, REDIS_KEY_LEN};
  }
  redis_link_ask (s->link, n + 1, word);
  const redis_reply *r = redis_link_answer (s->link);
  if (r && r->kind == REPLY_LIST && r->len == n)
    return r;
  if (r)
    redis_link_drop (s->link, r->kind == REPLY_ERROR
                                  ? r->text
                                  : "a reply that does not fit the question");
  return NULL;
}

static bool holds (const redis_memo *m) {
  uint64_t age = clock_now () - m->time;
  if (!m->is_there)
    return age < MISS_TIME;
  return record_verdict (m->data, m->size) != VERDICT_UNKNOWN ||
         age < UNKNOWN_TIME;
}

/* What the server does not have may still be known here. */
static void redis_note (redis_vault *s, const record_key *key,
                        const redis_reply *r) {
  const redis_memo *m = redis_local_find (s->local, key);
  if (redis_is_record (r))
    redis_local_note (s->local, key, (const uint8_t *) r->text, r->len);
  else if (m && m->is_there)
    redis_local_note (s->local, key, m->data, m->size);
  else
    redis_local_note (s->local, key, NULL, 0);
}

static void fetch (redis_vault *s, size_t n, const record_key *key) {
  assert (n <= MANY);
  if (!n || !redis_link_is_up (s->link))
    return;
  const redis_reply *r = redis_get_many (s, n, key);
  for (size_t i = 0; r && i < n; i++)
    redis_note (s, &key[i], r->element[i]);
}

static bool redis_is_known (redis_vault *s, const record_key *key) {
  const redis_memo *m = redis_local_find (s->local, key);
  assert (!m || !m->is_there || m->data);
  return m && holds (m);
}

static void expect_one (redis_vault *s, const record_key *key) {
  assert (s->expected.len < MANY);
  vec_push (&s->mem, &s->expected, *key);
  if (s->expected.len < MANY)
    return;
  fetch (s, MANY, s->expected.data);
  vec_clear (&s->expected);
}

static void expect (vault *v, size_t n, const record_key *key) {
  redis_vault *s = (redis_vault *) v;
  for (size_t i = 0; i < n; i++)
    if (!redis_is_known (s, &key[i]))
      expect_one (s, &key[i]);
}

/* The key comes last: what is noted last is not dropped. */
static void fetch_expected (redis_vault *s, const record_key *key) {
  size_t n = 0;
  for (size_t i = 0; i < s->expected.len; i++)
    if (memcmp (&s->expected.data[i], key, sizeof *key))
      s->expected.data[n++] = s->expected.data[i];
  s->expected.len = n;
  vec_push (&s->mem, &s->expected, *key);
  fetch (s, s->expected.len, s->expected.data);
  vec_clear (&s->expected);
}

static bool find_here (vault *v, const record_key *key, trouble *tr,
                       proof_record *out) {
  redis_vault *s = (redis_vault *) v;
  const redis_memo *m = redis_local_find (s->local, key);
  (void) tr; /* the link tells the user */
  if (!m || !m->is_there)
    return false;
  /* A copy, for the thread of store.c may write, and so age the local part,
   * while this is still in use. */
  vec_clear (&s->found);
  vec_reserve (&s->mem, &s->found, m->size);
  memcpy (s->found.data, m->data, m->size);
  *out = (proof_record) {.key = *key, .size = m->size, .data = s->found.data};
  return true;
}

static bool redis_find (vault *v, const record_key *key, trouble *tr,
                        proof_record *out) {
  redis_vault *s = (redis_vault *) v;
  if (redis_queued (s))
    redis_send_queued (s, FIND_SEND_TIME);
  if (!redis_is_known (s, key))
    fetch_expected (s, key);
  return find_here (v, key, tr, out);
}

static void close_vault (vault *v) {
  redis_vault *s = (redis_vault *) v;
  if (redis_queued (s) && redis_link_await (s->link, REDIS_CONNECT))
    redis_send_queued (s, CLOSE_TIME);
  if (redis_queued (s))
    log_warning (s->log, "%zu proofs of this run did not reach Redis at %s",
                 redis_queued (s), redis_link_name (s->link));
  redis_drop_queue (s);
  vec_release (&s->mem, &s->found, &s->expected);
  redis_local_free (s->local);
  redis_link_close (s->link);
  assert (!s->mem.live);
  memory_free (NULL, s, sizeof *s);
}

static status open_vault (const store_config *config, trouble *tr,
                          vault **out) {
  redis_url url;
  redis_link *l = NULL;
  status st;
  *out = NULL;
  TRY (redis_url_parse (config->place, tr, &url));
  TRY (redis_link_open (&url, config->log, tr, &l));
  redis_vault *s = memory_zalloc (NULL, sizeof *s);
  s->base.class = &vault_redis;
  s->log = config->log;
  s->link = l;
  s->local = redis_local_new (&s->mem, LOCAL_MAX);
  *out = &s->base;
out:
  return st;
}

/* Secrets do not belong on a shared server. */
static const char *secret_file (const vault *v) {
  (void) v;
  return NULL;
}

const vault_class vault_redis = {
    .name = "redis",
    .open = open_vault,
    .close = close_vault,
    .find = redis_find,
    .find_here = find_here,
    .expect = expect,
    .write = redis_write,
    .each = redis_each,
    .count = redis_count,
    .gc = redis_gc,
    .secret_file = secret_file,
};
