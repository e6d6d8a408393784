/* Commands are words; what must happen at once is a script. Every message is a
 * line of words with its tag in front:
 *
 *     TAG KIND RUN words...
 */

#include "remote/exchange.h"

#include "base/clock.h"
#include "base/keyed.h"
#include "remote/redis/redis_link.h"
#include "remote/redis/redis_url.h"
#include "store/seal.h"

#include <inttypes.h>
#include <unistd.h>

#define ROOT "reprise:fleet"
#define PATIENCE (30 * CLOCK_SECOND) /* without Redis */
#define TOLD (CLOCK_SECOND)          /* the same, for who was told to end */
#define AWAIT 250                    /* ms, at a time */
#define CHUNK ((size_t) 512 << 10)   /* of a blob */
#define SILENT "5000"                /* ms, then a member is taken for dead */
#define LIVES "30"  /* seconds: a run whose leader died, a member */
#define BLOCK "100" /* ms, for a unit */
#define HOST_MAX 32

struct exchange {
  context *context;
  memory *mem;
  redis_url url;
  redis_link *link;
  seal *seal;
  char run[EXCHANGE_NAME], self[EXCHANGE_NAME];
  char last[EXCHANGE_NAME]; /* piece that was taken */
  uint64_t n_blobs;
  char_vec keys; /* names of what is asked, each with its NUL */
  const volatile sig_atomic_t *is_told; /* to end, or NULL */
  bool is_lost;
};

/* Words. */

typedef struct redis_words {
  size_t n;
  redis_word word[24];
} redis_words;

static void add_bytes (redis_words *w, const void *data, size_t size) {
  assert (w->n < sizeof w->word / sizeof *w->word);
  w->word[w->n++] = (redis_word) {data, size};
}

static void add_word (redis_words *w, const char *text) {
  add_bytes (w, text, strlen (text));
}

/* Several, separated by spaces. */
static void add_several (redis_words *w, const char *text) {
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = strchrnul (text, ' ');
    add_bytes (w, text, (size_t) (end - text));
  }
}

typedef struct key {
  char text[192];
} key;

static key name_key (const exchange *x, const char *what) {
  key k;
  assert (*x->run);
  snprintf (k.text, sizeof k.text, ROOT ":%s:%s", x->run, what);
  return k;
}

/* The reply; NULL: Redis is gone. All commands may be given twice. */
static const redis_reply *ask (exchange *x, const redis_words *w) {
  uint64_t since = clock_now ();
  while (!x->is_lost) {
    if (redis_link_await (x->link, AWAIT)) {
      redis_link_ask (x->link, w->n, w->word);
      const redis_reply *r = redis_link_answer (x->link);
      if (r)
        return r;
    }
    uint64_t patience = x->is_told && *x->is_told ? TOLD : PATIENCE;
    x->is_lost = clock_now () - since > patience;
  }
  return NULL;
}

static bool told (exchange *x, const redis_words *w) {
  const redis_reply *r = ask (x, w);
  return r && r->kind != REPLY_ERROR;
}

static const char *text_of (const redis_reply *r) {
  return r && r->kind == REPLY_TEXT ? r->text : NULL;
}

/* Tags. */

static void tag_of (exchange *x, size_t n, const seal_part *part,
                    char out[33]) {
  uint8_t bytes[SEAL_SIZE];
  seal_sign (x->seal, n, part, bytes);
  for (int i = 0; i < 16; i++)
    sprintf (out + 2 * i, "%02x", bytes[i]);
}

static void sign (exchange *x, char_vec *message, const char *line) {
  char tag[33];
  tag_of (x, 1, &(seal_part) {line, strlen (line)}, tag);
  text_printf (x->mem, message, "%s %s", tag, line);
  text_c (x->mem, message);
}

/* What follows the tag, kind and run; NULL: it is none of ours. */
static const char *believe (exchange *x, const char *kind,
                            const char *message) {
  char tag[33], head[EXCHANGE_NAME + 16];
  if (!message || strlen (message) < 34 || message[32] != ' ')
    return NULL;
  const char *line = message + 33;
  tag_of (x, 1, &(seal_part) {line, strlen (line)}, tag);
  int n = snprintf (head, sizeof head, "%s %s ", kind, x->run);
  unsigned differs = 0; /* in constant time */
  for (int i = 0; i < 32; i++)
    differs |= (unsigned) (tag[i] ^ message[i]);
  return !differs && !strncmp (line, head, (size_t) n) ? line + n : NULL;
}

/* Life. */

static bool is_near (const char *host) {
  return !strcmp (host, "localhost") || !strcmp (host, "::1") ||
         !strncmp (host, "127.", 4);
}

static status take_key (exchange *x) {
  context *c = x->context;
  if (c->options.key_file)
    return key_load (x->mem, c->options.key_file, &c->trouble, &x->seal);
  if (!is_near (x->url.host))
    return trouble_set (&c->trouble, ST_USAGE,
                        "a fleet of several machines needs a key that all of "
                        "them have: --key-file=FILE");
  x->seal = seal_new (x->mem, ROOT, strlen (ROOT));
  return ST_OK;
}

static void name_self (exchange *x) {
  char host[HOST_MAX + 1] = "";
  if (gethostname (host, HOST_MAX))
    strcpy (host, "host");
  snprintf (x->self, sizeof x->self, "%s-%ld", host, (long) getpid ());
}

status exchange_open (context *c, const char *url, exchange **out) {
  exchange *x = memory_zalloc (&c->memory, sizeof *x);
  x->context = c;
  x->mem = &c->memory;
  status st = redis_url_parse (url, &c->trouble, &x->url);
  if (!st)
    st = take_key (x);
  if (!st)
    st = redis_link_open (&x->url, &c->log, &c->trouble, &x->link);
  name_self (x);
  if (st) {
    exchange_close (x);
    return st;
  }
  *out = x;
  return ST_OK;
}

void exchange_listen (exchange *x, const volatile sig_atomic_t *is_told) {
  x->is_told = is_told;
}

void exchange_close (exchange *x) {
  if (!x)
    return;
  redis_link_close (x->link);
  seal_free (x->mem, x->seal);
  vec_release (x->mem, &x->keys);
  memory_free (x->mem, x, sizeof *x);
}

bool exchange_reopen (exchange *x) {
  trouble why = {0};
  redis_link_close (x->link); /* our copy of the socket */
  x->link = NULL;
  name_self (x);
  x->is_lost = redis_link_open (&x->url, &x->context->log, &why, &x->link) != 0;
  return !x->is_lost;
}

const char *exchange_run (const exchange *x) { return x->run; }
const char *exchange_self (const exchange *x) { return x->self; }

/* Runs. */

void exchange_name_run (exchange *x) {
  hash128 h = keyed_seed ();
  snprintf (x->run, sizeof x->run, "%016" PRIx64, h.lo);
  strcpy (x->last, "0-0");
}

bool exchange_begin (exchange *x, const char *text) {
  char_vec line = {0}, message = {0};
  assert (*x->run);
  text_printf (x->mem, &line, "run %s %s", x->run, text);
  sign (x, &message, text_c (x->mem, &line));
  key run = name_key (x, "run"), units = name_key (x, "units");
  redis_words group = {0}, set = {0}, list = {0};
  add_several (&group, "XGROUP CREATE");
  add_word (&group, units.text);
  add_several (&group, "all 0 MKSTREAM");
  ask (x, &group); /* it may be there, from a command that was given twice */
  add_word (&set, "SET");
  add_word (&set, run.text);
  add_bytes (&set, message.data, message.len);
  add_several (&set, "EX " LIVES);
  add_several (&list, "SADD " ROOT);
  add_word (&list, x->run);
  bool is_set = told (x, &set) && told (x, &list);
  vec_release (x->mem, &line, &message);
  return is_set;
}

bool exchange_renew (exchange *x) {
  key run = name_key (x, "run");
  redis_words w = {0};
  add_word (&w, "EXPIRE");
  add_word (&w, run.text);
  add_word (&w, LIVES);
  const redis_reply *r = ask (x, &w);
  return r && r->kind == REPLY_NUMBER && r->number == 1;
}

static void forget_run (exchange *x, const char *run) {
  redis_words w = {0};
  add_several (&w, "SREM " ROOT);
  add_word (&w, run);
  told (x, &w);
}

void exchange_call_off (exchange *x) {
  key run = name_key (x, "run");
  redis_words w = {0};
  add_word (&w, "UNLINK");
  add_word (&w, run.text);
  forget_run (x, x->run);
  told (x, &w);
}

/* All of its keys. */
static const char end_script[] =
    "local at = '0' repeat local r = redis.call('SCAN', at, 'MATCH', ARGV[1], "
    "'COUNT', 1000) at = r[1] for _, k in ipairs(r[2]) do redis.call('UNLINK', "
    "k) end until at == '0' return 1";

void exchange_end (exchange *x) {
  key all = name_key (x, "*");
  redis_words w = {0};
  forget_run (x, x->run);
  add_word (&w, "EVAL");
  add_word (&w, end_script);
  add_word (&w, "0");
  add_word (&w, all.text);
  told (x, &w);
  *x->run = 0;
}

static bool read_run (exchange *x, char_vec *text) {
  key run = name_key (x, "run");
  redis_words w = {0};
  add_word (&w, "GET");
  add_word (&w, run.text);
  const redis_reply *r = ask (x, &w);
  const char *found = believe (x, "run", text_of (r));
  if (r && r->kind == REPLY_NIL)
    forget_run (x, x->run);
  if (found && text) {
    vec_clear (text);
    text_puts (x->mem, text, found);
    text_c (x->mem, text);
  }
  return found;
}

static bool take_run (exchange *x, const char *run, char_vec *text) {
  if (strlen (run) >= sizeof x->run || strspn (run, "0123456789abcdef") < 16)
    return false;
  strcpy (x->run, run);
  return read_run (x, text);
}

bool exchange_join (exchange *x, char_vec *text) {
  char now[EXCHANGE_NAME];
  char_vec all = {0};
  redis_words w = {0};
  add_several (&w, "SORT " ROOT " ALPHA");
  const redis_reply *r = ask (x, &w);
  for (size_t i = 0; r && r->kind == REPLY_LIST && i < r->len; i++)
    if (text_of (r->element[i]))
      text_add (x->mem, &all, r->element[i]->text, r->element[i]->len + 1);
  strcpy (now, x->run);
  bool is_found = false;
  for (int round = 0; round < 2 && !is_found; round++)
    EACH_TEXT (at, &all)
  if (!is_found && (strcmp (at, now) > 0) == !round)
    is_found = take_run (x, at, text);
  if (!is_found)
    *x->run = 0;
  vec_release (x->mem, &all);
  return is_found;
}

bool exchange_goes_on (exchange *x) { return *x->run && read_run (x, NULL); }

/* The leader has removed everything, and nobody would again. */
#define UNLESS_OVER "if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end "

/* To be followed by the name of the field, and its value. */
static void set_field (exchange *x, const char *hash, redis_words *w,
                       key k[2]) {
  k[0] = name_key (x, hash);
  k[1] = name_key (x, "units");
  add_word (w, "EVAL");
  add_word (w,
            UNLESS_OVER "return redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])");
  add_word (w, "2");
  add_word (w, k[0].text);
  add_word (w, k[1].text);
}

/* Blobs. */

static key blob_key (const exchange *x, const blob *b) {
  char name[EXCHANGE_NAME + 8];
  snprintf (name, sizeof name, "blob:%s", b->name);
  return name_key (x, name);
}

static void tag_blob (exchange *x, const blob *b, const void *bytes, size_t n,
                      char out[33]) {
  char head[2 * EXCHANGE_NAME + 8];
  int len = snprintf (head, sizeof head, "blob %s %s ", x->run, b->name);
  tag_of (x, 2, (seal_part[]) {{head, (size_t) len}, {bytes, n}}, out);
}

bool exchange_put (exchange *x, const void *bytes, size_t n, blob *out) {
  *out = (blob) {.size = n};
  snprintf (out->name, sizeof out->name, "%.40s-%" PRIu64, x->self,
            x->n_blobs++);
  tag_blob (x, out, bytes, n, out->tag);
  key k = blob_key (x, out);
  bool is_there = true;
  for (size_t at = 0; is_there && at < n; at += CHUNK) {
    char offset[24];
    redis_words w = {0};
    snprintf (offset, sizeof offset, "%zu", at);
    add_word (&w, "SETRANGE");
    add_word (&w, k.text);
    add_word (&w, offset);
    add_bytes (&w, (const char *) bytes + at, n - at < CHUNK ? n - at : CHUNK);
    is_there = told (x, &w);
  }
  return is_there;
}

bool exchange_get (exchange *x, const blob *b, char_vec *out) {
  key k = blob_key (x, b);
  char tag[33];
  vec_clear (out);
  while (out->len < b->size) {
    char from[24], to[24];
    redis_words w = {0};
    snprintf (from, sizeof from, "%zu", out->len);
    snprintf (to, sizeof to, "%zu", out->len + CHUNK - 1);
    add_word (&w, "GETRANGE");
    add_word (&w, k.text);
    add_word (&w, from);
    add_word (&w, to);
    const redis_reply *r = ask (x, &w);
    if (!text_of (r) || !r->len || r->len > b->size - out->len)
      return false;
    text_add (x->mem, out, r->text, r->len);
  }
  tag_blob (x, b, out->data, out->len, tag);
  return !strcmp (tag, b->tag);
}

void exchange_drop (exchange *x, const blob *b) {
  key k = blob_key (x, b);
  redis_words w = {0};
  add_word (&w, "UNLINK");
  add_word (&w, k.text);
  told (x, &w);
}

/* Messages. */

#define BLOB_PRINT "%s %" PRIu64 " %s"
#define BLOB_SCAN "%63s %" SCNu64 " %32s"
#define BLOB_GIVE(B) (B).name, (B).size, (B).tag
#define BLOB_TAKE(B) (B).name, &(B).size, (B).tag

static void write_unit (exchange *x, const fleet_unit *u, char_vec *message) {
  char line[4 * EXCHANGE_NAME + 64];
  snprintf (line, sizeof line, "unit %s " BLOB_PRINT " %u %u %u", x->run,
            BLOB_GIVE (u->base), u->from, u->to, u->patience);
  vec_clear (message);
  sign (x, message, line);
}

static bool read_unit (exchange *x, const char *message, fleet_unit *u) {
  const char *line = believe (x, "unit", message);
  return line && sscanf (line, BLOB_SCAN " %u %u %u", BLOB_TAKE (u->base),
                         &u->from, &u->to, &u->patience) == 6;
}

static void write_piece (exchange *x, const piece *p, char_vec *message) {
  char line[6 * EXCHANGE_NAME + 160];
  const labour *l = &p->labour;
  const blob none = {.name = "-", .tag = "-"};
  const blob *found = *p->found.name ? &p->found : &none;
  snprintf (line, sizeof line,
            "piece %s " BLOB_PRINT " " BLOB_PRINT " %u %" PRIu64 " %" PRIu64
            " %" PRIu64 " %" PRIu64,
            x->run, BLOB_GIVE (p->base), BLOB_GIVE (*found), p->n_left, l->time,
            l->instructions, l->queries, l->solved);
  vec_clear (message);
  sign (x, message, line);
}

static bool read_piece (exchange *x, const char *message, piece *p) {
  labour *l = &p->labour;
  const char *line = believe (x, "piece", message);
  bool is_whole = line && sscanf (line,
                                  BLOB_SCAN " " BLOB_SCAN " %u %" SCNu64
                                            " %" SCNu64 " %" SCNu64 " %" SCNu64,
                                  BLOB_TAKE (p->base), BLOB_TAKE (p->found),
                                  &p->n_left, &l->time, &l->instructions,
                                  &l->queries, &l->solved) == 11;
  if (is_whole && !strcmp (p->found.name, "-"))
    p->found = (blob) {0};
  return is_whole;
}

/* Of an entry of a stream, [id, [field, value]]: the value. */
static const char *entry_text (const redis_reply *entry, char id[]) {
  if (entry->kind != REPLY_LIST || entry->len != 2 ||
      !text_of (entry->element[0]) || entry->element[0]->len >= EXCHANGE_NAME ||
      entry->element[1]->kind != REPLY_LIST || entry->element[1]->len < 2)
    return NULL;
  strcpy (id, entry->element[0]->text);
  return text_of (entry->element[1]->element[1]);
}

/* The first entry of what XREAD and XREADGROUP give, or NULL. */
static const redis_reply *first_entry (const redis_reply *r) {
  if (!r || r->kind != REPLY_LIST || !r->len)
    return NULL;
  r = r->element[0];
  if (r->kind != REPLY_LIST || r->len != 2)
    return NULL;
  r = r->element[1];
  return r->kind == REPLY_LIST && r->len ? r->element[0] : NULL;
}

/* Units. */

bool exchange_give (exchange *x, const fleet_unit *u) {
  key units = name_key (x, "units");
  char_vec message = {0};
  redis_words w = {0};
  write_unit (x, u, &message);
  add_word (&w, "XADD");
  add_word (&w, units.text);
  add_several (&w, "* unit");
  add_bytes (&w, message.data, message.len);
  bool is_given = told (x, &w);
  vec_release (x->mem, &message);
  return is_given;
}

/* Nobody understands it: it is not one. */
static void discard (exchange *x, const char *id) {
  key units = name_key (x, "units");
  static const char *const how[] = {"XACK", "XDEL"};
  for (int i = 0; i < 2; i++) {
    redis_words w = {0};
    add_word (&w, how[i]);
    add_word (&w, units.text);
    if (!i)
      add_word (&w, "all");
    add_word (&w, id);
    told (x, &w);
  }
}

static bool take_entry (exchange *x, const redis_reply *entry, fleet_unit *u) {
  if (!entry)
    return false;
  *u = (fleet_unit) {0};
  const char *text = entry_text (entry, u->id);
  bool is_ours = text && read_unit (x, text, u);
  if (text && !is_ours) {
    char id[EXCHANGE_NAME];
    strcpy (id, u->id);
    discard (x, id);
  }
  return is_ours;
}

static bool take_new (exchange *x, fleet_unit *u) {
  key units = name_key (x, "units");
  redis_words w = {0};
  add_several (&w, "XREADGROUP GROUP all");
  add_word (&w, x->self);
  add_several (&w, "COUNT 1 BLOCK " BLOCK " STREAMS");
  add_word (&w, units.text);
  add_word (&w, ">");
  return take_entry (x, first_entry (ask (x, &w)), u);
}

/* Of a member that is dead. */
static bool take_over (exchange *x, fleet_unit *u) {
  key units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "XAUTOCLAIM");
  add_word (&w, units.text);
  add_word (&w, "all");
  add_word (&w, x->self);
  add_several (&w, SILENT " 0 COUNT 1");
  const redis_reply *r = ask (x, &w);
  if (!r || r->kind != REPLY_LIST || r->len < 2 ||
      r->element[1]->kind != REPLY_LIST || !r->element[1]->len)
    return false;
  bool is_taken = take_entry (x, r->element[1]->element[0], u);
  u->tries = is_taken;
  return is_taken;
}

/* How often it was begun; at most some, then it is given up. */
static void count_tries (exchange *x, fleet_unit *u) {
  key tries = name_key (x, "tries");
  redis_words w = {0};
  add_word (&w, "HINCRBY");
  add_word (&w, tries.text);
  add_word (&w, u->id);
  add_word (&w, "1");
  const redis_reply *r = ask (x, &w);
  u->tries = r && r->kind == REPLY_NUMBER ? (uint32_t) r->number : 1;
}

bool exchange_take (exchange *x, fleet_unit *u) {
  if (take_new (x, u))
    return true;
  if (!take_over (x, u))
    return false;
  count_tries (x, u);
  return true;
}

void exchange_keep (exchange *x, const fleet_unit *u) {
  key units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "XCLAIM");
  add_word (&w, units.text);
  add_word (&w, "all");
  add_word (&w, x->self);
  add_word (&w, "0");
  add_word (&w, u->id);
  add_word (&w, "JUSTID");
  told (x, &w);
}

void exchange_note (exchange *x, const fleet_unit *u, const blob *b) {
  key k[2];
  char line[4 * EXCHANGE_NAME];
  char_vec message = {0};
  redis_words w = {0};
  snprintf (line, sizeof line, "note %s %s " BLOB_PRINT, x->run, u->id,
            BLOB_GIVE (*b));
  sign (x, &message, line);
  set_field (x, "notes", &w, k);
  add_word (&w, u->id);
  add_bytes (&w, message.data, message.len);
  told (x, &w);
  vec_release (x->mem, &message);
}

bool exchange_noted (exchange *x, const fleet_unit *u, blob *b) {
  key notes = name_key (x, "notes");
  char id[EXCHANGE_NAME];
  redis_words w = {0};
  add_word (&w, "HGET");
  add_word (&w, notes.text);
  add_word (&w, u->id);
  const char *line = believe (x, "note", text_of (ask (x, &w)));
  return line && sscanf (line, "%63s " BLOB_SCAN, id, BLOB_TAKE (*b)) == 4 &&
         !strcmp (id, u->id);
}

/* KEYS: units, pieces, notes, tries; ARGV: unit, piece, units that are left. */
static const char finish_script[] =
    "if redis.call('XACK', KEYS[1], 'all', ARGV[1]) == 0 then return 0 end "
    "redis.call('XDEL', KEYS[1], ARGV[1]) "
    "redis.call('HDEL', KEYS[3], ARGV[1]) redis.call('HDEL', KEYS[4], ARGV[1]) "
    "redis.call('XADD', KEYS[2], '*', 'piece', ARGV[2]) "
    "for i = 3, #ARGV do redis.call('XADD', KEYS[1], '*', 'unit', ARGV[i]) end "
    "return 1";

/* The first try may have been heard though its reply was not: then the second
 * is late, and what it brings is there already.
 */
finished exchange_finish (exchange *x, const fleet_unit *u, const piece *p,
                          size_t n, const fleet_unit *left) {
  key k[] = {name_key (x, "units"), name_key (x, "pieces"),
             name_key (x, "notes"), name_key (x, "tries")};
  char_vec what = {0}, rest[UNITS_LEFT] = {{0}};
  redis_words w = {0};
  assert (n <= UNITS_LEFT && n == p->n_left);
  add_word (&w, "EVAL");
  add_word (&w, finish_script);
  add_word (&w, "4");
  for (int i = 0; i < 4; i++)
    add_word (&w, k[i].text);
  add_word (&w, u->id);
  write_piece (x, p, &what);
  add_bytes (&w, what.data, what.len);
  for (size_t i = 0; i < n; i++) {
    write_unit (x, left + i, rest + i);
    add_bytes (&w, rest[i].data, rest[i].len);
  }
  const redis_reply *r = ask (x, &w);
  for (size_t i = 0; i < n; i++)
    vec_release (x->mem, rest + i);
  vec_release (x->mem, &what);
  return !r || r->kind != REPLY_NUMBER ? FINISH_LOST
         : r->number                   ? FINISH_DONE
                                       : FINISH_LATE;
}

/* Pieces. */

bool exchange_next_piece (exchange *x, piece *p) {
  key pieces = name_key (x, "pieces");
  for (;;) {
    redis_words w = {0};
    add_several (&w, "XREAD COUNT 1 STREAMS");
    add_word (&w, pieces.text);
    add_word (&w, x->last);
    const redis_reply *entry = first_entry (ask (x, &w));
    if (!entry)
      return false;
    char id[EXCHANGE_NAME];
    const char *text = entry_text (entry, id);
    if (!text)
      return false;
    strcpy (x->last, id);
    *p = (piece) {0};
    if (read_piece (x, text, p))
      return true;
  }
}

bool exchange_is_done (exchange *x) {
  key units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "XLEN");
  add_word (&w, units.text);
  const redis_reply *r = ask (x, &w);
  return r && r->kind == REPLY_NUMBER && !r->number;
}

bool exchange_is_quiet (exchange *x) {
  key units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "XPENDING");
  add_word (&w, units.text);
  add_word (&w, "all");
  const redis_reply *r = ask (x, &w);
  return r && r->kind == REPLY_LIST && r->len &&
         r->element[0]->kind == REPLY_NUMBER && !r->element[0]->number;
}

/* Who waits. Times are those of Redis. */

static const char wait_script[] = UNLESS_OVER
    "redis.call('ZADD', KEYS[1], redis.call('TIME')[1], ARGV[1]) return 1";

static const char relieve_script[] =
    "redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', redis.call('TIME')[1] - "
    "2) "
    "if redis.call('XLEN', KEYS[2]) > redis.call('XPENDING', KEYS[2], "
    "'all')[1] then return 0 end "
    "local m = redis.call('ZPOPMIN', KEYS[1]) return #m > 0 and 1 or 0";

void exchange_wait (exchange *x) {
  key idle = name_key (x, "idle"), units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "EVAL");
  add_word (&w, wait_script);
  add_word (&w, "2");
  add_word (&w, idle.text);
  add_word (&w, units.text);
  add_word (&w, x->self);
  told (x, &w);
}

bool exchange_relieve (exchange *x) {
  key idle = name_key (x, "idle"), units = name_key (x, "units");
  redis_words w = {0};
  add_word (&w, "EVAL");
  add_word (&w, relieve_script);
  add_word (&w, "2");
  add_word (&w, idle.text);
  add_word (&w, units.text);
  const redis_reply *r = ask (x, &w);
  return r && r->kind == REPLY_NUMBER && r->number;
}

/* For people. */

void exchange_tell (exchange *x, const char *what) {
  key k[2];
  char text[128];
  redis_words w = {0};
  snprintf (text, sizeof text, "%lld %s", (long long) time (NULL), what);
  set_field (x, "members", &w, k);
  add_word (&w, x->self);
  add_word (&w, text);
  told (x, &w);
}

static int64_t number_of (exchange *x, const char *command, const char *what) {
  key k = name_key (x, what);
  redis_words w = {0};
  add_word (&w, command);
  add_word (&w, k.text);
  const redis_reply *r = ask (x, &w);
  return r && r->kind == REPLY_NUMBER ? r->number : 0;
}

static void show_member (FILE *out, const char *name, const char *text) {
  char shown[EXCHANGE_NAME + 64];
  char *what;
  long long since = strtoll (text, &what, 10), now = (long long) time (NULL);
  redis_quote (name, shown, EXCHANGE_NAME);
  fprintf (out, "  %-32s ", shown);
  redis_quote (*what ? what + 1 : what, shown, sizeof shown);
  fprintf (out, "%s", shown);
  if (now - since > 5)
    fprintf (out, "; not heard of for %lld s", now - since);
  fprintf (out, "\n");
}

static void show_members (exchange *x, FILE *out) {
  key members = name_key (x, "members");
  redis_words w = {0};
  add_word (&w, "HGETALL");
  add_word (&w, members.text);
  const redis_reply *r = ask (x, &w);
  for (size_t i = 0; r && r->kind == REPLY_LIST && i + 1 < r->len; i += 2)
    if (text_of (r->element[i]) && text_of (r->element[i + 1]))
      show_member (out, r->element[i]->text, r->element[i + 1]->text);
}

status exchange_show (exchange *x, FILE *out) {
  char_vec text = {0};
  char first[EXCHANGE_NAME] = "";
  size_t n = 0;
  while (exchange_join (x, &text) && strcmp (x->run, first)) {
    if (!n++)
      strcpy (first, x->run);
    fprintf (out, "run %s: %lld units waiting or being explored, %lld done\n",
             x->run, (long long) number_of (x, "XLEN", "units"),
             (long long) number_of (x, "XLEN", "pieces"));
    show_members (x, out);
  }
  if (!n)
    fprintf (out, "no run is waiting for workers\n");
  vec_release (x->mem, &text);
  return x->is_lost ? trouble_set (&x->context->trouble, ST_NOFILE,
                                   "Redis at %s has gone away",
                                   redis_link_name (x->link))
                    : ST_OK;
}
