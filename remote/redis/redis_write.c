/* Writing to Redis.
 *
 * A record is sent with SET NX: mostly it is new, for it was looked for just
 * before. Those that are there already are fetched and replaced only if the
 * new one is better. Between the two another client may write; then the later
 * wins, which at worst costs solving again.
 *
 * A record leaves the queue when the server has acknowledged it. After a loss
 * it is sent again, which does no harm.
 */

#include "base/clock.h"
#include "remote/redis/redis_priv.h"

#define MS (CLOCK_SECOND / 1000)
#define QUEUE_MAX ((size_t) 64 << 20)
#define BATCH_MAX 256
#define BATCH_SIZE ((size_t) 256 << 10)
#define WRITE_TIME 250 /* ms; the rest goes with later calls */
#define FAILURES_MAX 5

size_t redis_queued (const redis_vault *s) {
  return s->queue.len - s->queue_head;
}

static const change *queued (const redis_vault *s, size_t i) {
  return &s->queue.data[s->queue_head + i];
}

static void pipeline_pop (redis_vault *s, size_t n) {
  assert (n <= redis_queued (s));
  for (size_t i = 0; i < n; i++) {
    change *c = &s->queue.data[s->queue_head++];
    s->queue_size -= c->size;
    memory_free (&s->mem, (void *) c->data, c->size);
  }
  size_t left = redis_queued (s);
  assert (left || !s->queue_size);
  if (s->queue_head <= left)
    return;
  memcpy (s->queue.data, s->queue.data + s->queue_head,
          left * sizeof *s->queue.data);
  s->queue.len = left;
  s->queue_head = 0;
}

void redis_drop_queue (redis_vault *s) {
  pipeline_pop (s, redis_queued (s));
  vec_release (&s->mem, &s->queue);
}

static void overflow (redis_vault *s) {
  if (!s->is_overflowing)
    log_warning (s->log,
                 "too many proofs wait for Redis at %s; new ones stay in this "
                 "run until it takes them",
                 redis_link_name (s->link));
  s->is_overflowing = true;
}

static void enqueue (redis_vault *s, const change *c) {
  if (s->queue_size + c->size > QUEUE_MAX) {
    overflow (s);
    return;
  }
  uint8_t *copy = memory_alloc (&s->mem, c->size);
  memcpy (copy, c->data, c->size);
  change mine = *c;
  mine.data = copy;
  vec_push (&s->mem, &s->queue, mine);
  s->queue_size += c->size;
}

/* The server is there but refuses to write: out of memory, a replica, not
 * permitted. Lookups go on.
 */
static void pipeline_refuse (redis_vault *s, const char *text) {
  char quote[120];
  redis_quote (text, quote, sizeof quote);
  if (!s->is_refusing)
    log_warning (s->log,
                 "Redis at %s takes no new proofs (%s); the run continues and "
                 "keeps trying",
                 redis_link_name (s->link), quote);
  if (!s->is_refusing)
    s->pause = REDIS_PAUSE_MIN * MS;
  s->is_refusing = true;
  s->next_try = clock_now () + s->pause;
  if (s->pause < REDIS_PAUSE_MAX * MS)
    s->pause *= 2;
}

static void accept (redis_vault *s) {
  if (s->is_refusing)
    log_info (s->log, "Redis at %s takes proofs again",
              redis_link_name (s->link));
  s->is_refusing = s->is_overflowing = false;
  s->failures = 0;
}

static size_t batch_of (const redis_vault *s) {
  size_t n = 0, size = 0, max = s->failures ? 1 : BATCH_MAX;
  while (n < redis_queued (s) && n < max && (!n || size < BATCH_SIZE))
    size += queued (s, n++)->size;
  return n;
}

static void ask_set (redis_vault *s, const change *c, bool only_new) {
  redis_name name = redis_key_name (&c->key);
  redis_word word[] = {
      {"SET", 3}, {name.text, REDIS_KEY_LEN}, {c->data, c->size}, {"NX", 2}};
  redis_link_ask (s->link, only_new ? 4 : 3, word);
}

typedef enum redis_outcome { DONE, LOST, REFUSED } redis_outcome;

/* Takes the replies to 'n' SETs; the indices of those that were not new are
 * gathered.
 */
static redis_outcome hear_sets (redis_vault *s, size_t n, size_t *n_there,
                                uint16_t there[]) {
  redis_outcome res = DONE;
  assert (n <= BATCH_MAX); /* 'there' has room for so many */
  for (size_t i = 0; i < n; i++) {
    const redis_reply *r = redis_link_answer (s->link);
    if (!r)
      return LOST;
    if (r->kind == REPLY_ERROR && res == DONE) {
      pipeline_refuse (s, r->text);
      res = REFUSED;
    } else if (r->kind == REPLY_NIL)
      there[(*n_there)++] = (uint16_t) i;
  }
  return res;
}

/* Those that are there already: which are better now? What is better there
 * is worth knowing here. */
static redis_outcome replace (redis_vault *s, size_t n, const uint16_t *there) {
  record_key key[BATCH_MAX];
  bool is_better[BATCH_MAX];
  size_t n_better = 0, none = 0;
  for (size_t i = 0; i < n; i++)
    key[i] = queued (s, there[i])->key;
  const redis_reply *r = redis_get_many (s, n, key);
  if (!r)
    return LOST;
  for (size_t i = 0; i < n; i++) {
    const change *c = queued (s, there[i]);
    const redis_reply *old = r->element[i];
    const uint8_t *data = (const uint8_t *) old->text;
    is_better[i] = !redis_is_record (old) ||
                   record_may_replace (data, old->len, c->data, c->size);
    if (!is_better[i])
      redis_local_note (s->local, &c->key, data, old->len);
    n_better += is_better[i];
  }
  for (size_t i = 0; i < n; i++)
    if (is_better[i])
      ask_set (s, queued (s, there[i]), false);
  uint16_t unused[BATCH_MAX];
  return hear_sets (s, n_better, &none, unused);
}

static bool send_batch (redis_vault *s) {
  size_t n = batch_of (s), n_there = 0;
  uint16_t there[BATCH_MAX];
  for (size_t i = 0; i < n; i++)
    ask_set (s, queued (s, i), true);
  redis_outcome res = hear_sets (s, n, &n_there, there);
  if (res == DONE && n_there)
    res = replace (s, n_there, there);
  if (res == DONE) {
    pipeline_pop (s, n);
    accept (s);
  } else if (res == LOST && n && ++s->failures > FAILURES_MAX) {
    pipeline_pop (
        s, 1); /* it may be this very record that the server cannot bear */
    s->failures = 0;
  }
  return res == DONE;
}

bool redis_send_queued (redis_vault *s, unsigned ms) {
  uint64_t now = clock_now (), end = now + ms * MS;
  if (s->is_refusing && now < s->next_try)
    return false;
  while (redis_queued (s) && clock_now () < end && redis_link_is_up (s->link) &&
         send_batch (s))
    continue;
  return !redis_queued (s);
}

/* Kept until the server takes it, so that it never fails. */
status redis_write (vault *v, size_t n, const change *c, trouble *tr) {
  redis_vault *s = (redis_vault *) v;
  (void) tr;
  for (size_t i = 0; i < n; i++) {
    if (!c[i].data)
      continue; /* uses: Redis itself knows when a key was read */
    const redis_memo *m = redis_local_find (s->local, &c[i].key);
    if (!m || !m->is_there ||
        record_may_replace (m->data, m->size, c[i].data, c[i].size))
      redis_local_note (s->local, &c[i].key, c[i].data, c[i].size);
    enqueue (s, &c[i]);
  }
  redis_send_queued (s, WRITE_TIME);
  return ST_OK;
}
