/* Work on all records of a Redis server: listing, counting, eviction.
 *
 * SCAN may give a key twice and in any order, so keys are gathered, sorted
 * and made unique first. All loops end also with a server that never does.
 */

#include "remote/redis/redis_priv.h"

#define SCAN_STEP 1000
#define KEYS_MAX ((size_t) 1 << 27)
#define TOGETHER 64 /* records fetched at a time */
#define SAMPLE 256  /* records looked at without fetching */

static status away (redis_vault *s, trouble *tr) {
  return trouble_set (tr, ST_NOFILE,
                      "Redis at %s is unavailable; try again later",
                      redis_link_name (s->link));
}

static int compare_keys (const void *a, const void *b) {
  return memcmp (a, b, sizeof (record_key));
}

typedef struct redis_cursor {
  char text[24]; /* digits */
  size_t len;
} redis_cursor;

static bool read_cursor (const redis_reply *r, redis_cursor *out) {
  if (r->kind != REPLY_TEXT || !r->len || r->len >= sizeof out->text ||
      strspn (r->text, "0123456789") != r->len)
    return false;
  memcpy (out->text, r->text, r->len + 1);
  out->len = r->len;
  return true;
}

static bool scan_step (redis_vault *s, redis_cursor *at, const char *pattern,
                       record_key_vec *keys, size_t *n_seen) {
  char step[8];
  int step_len = snprintf (step, sizeof step, "%d", SCAN_STEP);
  redis_word word[] = {{"SCAN", 4},  {at->text, at->len},
                       {"MATCH", 5}, {pattern, strlen (pattern)},
                       {"COUNT", 5}, {step, (size_t) step_len}};
  redis_link_ask (s->link, 6, word);
  const redis_reply *r = redis_link_answer (s->link);
  if (!r)
    return false;
  if (r->kind != REPLY_LIST || r->len != 2 ||
      !read_cursor (r->element[0], at) || r->element[1]->kind != REPLY_LIST) {
    redis_link_drop (s->link,
                     r->kind == REPLY_ERROR ? r->text : "SCAN gives no list");
    return false;
  }
  const redis_reply *list = r->element[1];
  *n_seen += list->len;
  for (size_t i = 0; i < list->len; i++) {
    record_key key;
    const redis_reply *e = list->element[i];
    if (e->kind == REPLY_TEXT && redis_key_parse (e->text, e->len, &key))
      vec_push (&s->mem, keys, key);
  }
  return true;
}

static uint64_t scan_number_of (const redis_reply *r) {
  return r && r->kind == REPLY_NUMBER && r->number > 0 ? (uint64_t) r->number
                                                       : 0;
}

static uint64_t all_keys (redis_vault *s) {
  if (!redis_link_await (s->link, REDIS_CONNECT))
    return 0;
  redis_link_say (s->link, "DBSIZE");
  return scan_number_of (redis_link_answer (s->link));
}

/* A table has at most ten times as many places as keys, or it is small; a
 * server that is not at the end then, or not moving, will never be.
 */
static bool scan (redis_vault *s, record_key_vec *keys) {
  redis_cursor at = {"0", 1}, before;
  uint64_t all = all_keys (s);
  size_t n_seen = 0;
  if (!redis_link_is_up (s->link))
    return false;
  uint64_t rounds = (all < KEYS_MAX ? all : KEYS_MAX) / SCAN_STEP * 16 + 10000;
  do {
    before = at;
    if (!scan_step (s, &at, REDIS_KEYS_PREFIX "*", keys, &n_seen))
      return false;
  } while (strcmp (at.text, "0") && strcmp (at.text, before.text) && --rounds &&
           keys->len < KEYS_MAX);
  vec_unite (keys, compare_keys);
  return true;
}

status redis_each (vault *v, record_function *function, void *state,
                   trouble *tr) {
  redis_vault *s = (redis_vault *) v;
  record_key_vec keys = {0};
  bool is_wanted = true;
  status st = scan (s, &keys) ? ST_OK : away (s, tr);
  for (size_t i = 0; st == ST_OK && is_wanted && i < keys.len; i += TOGETHER) {
    size_t n = keys.len - i < TOGETHER ? keys.len - i : TOGETHER;
    const redis_reply *r = redis_get_many (s, n, &keys.data[i]);
    if (!r)
      st = away (s, tr);
    for (size_t j = 0; r && is_wanted && j < n; j++)
      if (redis_is_record (r->element[j]))
        is_wanted = function (
            state,
            &(proof_record) {.key = keys.data[i + j],
                             .size = r->element[j]->len,
                             .data = (const uint8_t *) r->element[j]->text});
  }
  vec_release (&s->mem, &keys);
  return st;
}

/* What the server keeps for one record: bytes, and since when unread. None
 * of this counts as reading.
 */
typedef struct upkeep {
  record_key key;
  uint64_t size, idle;
} upkeep;

static bool get_upkeep (redis_vault *s, size_t n, const record_key *key,
                        upkeep *out) {
  assert (n && n <= SAMPLE);
  for (size_t i = 0; i < n; i++) {
    redis_name name = redis_key_name (&key[i]);
    redis_link_ask (s->link, 3,
                    (redis_word[]) {{"OBJECT", 6},
                                    {"IDLETIME", 8},
                                    {name.text, REDIS_KEY_LEN}});
    redis_link_ask (s->link, 3,
                    (redis_word[]) {{"MEMORY", 6},
                                    {"USAGE", 5},
                                    {name.text, REDIS_KEY_LEN}});
  }
  for (size_t i = 0; i < n; i++) {
    const redis_reply *idle = redis_link_answer (s->link);
    const redis_reply *size = redis_link_answer (s->link);
    if (!idle || !size)
      return false;
    out[i] = (upkeep) {key[i], scan_number_of (size), scan_number_of (idle)};
  }
  return true;
}

/* From one step of a scan, so that it may be asked often: the share of our
 * keys, and what a few of them take.
 */
void redis_count (vault *v, uint64_t *records, uint64_t *bytes) {
  redis_vault *s = (redis_vault *) v;
  record_key_vec keys = {0};
  redis_cursor at = {"0", 1};
  upkeep sample[SAMPLE];
  size_t n_seen = 0;
  uint64_t all = all_keys (s), sum = 0;
  *records = *bytes = 0;
  if (all && redis_link_is_up (s->link))
    scan_step (s, &at, "*", &keys, &n_seen);
  if (keys.len && n_seen <= all)
    *records = (uint64_t) ((double) all * (double) keys.len / (double) n_seen);
  size_t n = keys.len < SAMPLE ? keys.len : SAMPLE;
  if (*records && get_upkeep (s, n, keys.data, sample)) {
    for (size_t i = 0; i < n; i++)
      sum += sample[i].size;
    *bytes = (uint64_t) ((double) sum / (double) n * (double) *records);
  }
  vec_release (&s->mem, &keys);
}

static int compare_idle (const void *a, const void *b) {
  const upkeep *x = a, *y = b;
  if (x->idle != y->idle)
    return x->idle > y->idle ? -1 : 1;
  return compare_keys (&x->key, &y->key);
}

/* Removes the first until what remains is small enough; a little more, so
 * that it is not needed again soon.
 */
static bool evict (redis_vault *s, size_t n, const upkeep *list, uint64_t max,
                   uint64_t *dropped) {
  uint64_t total = 0;
  for (size_t i = 0; i < n; i++)
    total += list[i].size;
  if (total > max)
    max -= max / 10;
  for (size_t i = 0; i < n && total > max;) {
    size_t asked = 0;
    for (; i < n && total > max && asked < SAMPLE; i++, asked++) {
      redis_name name = redis_key_name (&list[i].key);
      redis_link_ask (
          s->link, 2,
          (redis_word[]) {{"UNLINK", 6}, {name.text, REDIS_KEY_LEN}});
      total -= list[i].size;
    }
    for (; asked; asked--) {
      const redis_reply *r = redis_link_answer (s->link);
      if (r && r->kind != REPLY_NUMBER)
        redis_link_drop (
            s->link, "it does not delete keys"); /* with the replies to come */
      if (!r || r->kind != REPLY_NUMBER)
        return false;
      *dropped += scan_number_of (r);
    }
  }
  return true;
}

status redis_gc (vault *v, uint64_t max_size, uint64_t *dropped, trouble *tr) {
  redis_vault *s = (redis_vault *) v;
  record_key_vec keys = {0};
  VEC (upkeep) list = {0};
  *dropped = 0;
  bool is_done = scan (s, &keys);
  vec_reserve (&s->mem, &list, keys.len);
  for (size_t i = 0; is_done && i < keys.len; i += SAMPLE) {
    size_t n = keys.len - i < SAMPLE ? keys.len - i : SAMPLE;
    is_done = get_upkeep (s, n, &keys.data[i], list.data + i);
    list.len += n;
  }
  if (is_done && list.len) {
    vec_sort (&list, compare_idle);
    is_done = evict (s, list.len, list.data, max_size, dropped);
  }
  vec_release (&s->mem, &list, &keys);
  return is_done ? ST_OK : away (s, tr);
}
