/* One socket that never blocks but in a bounded wait. Commands are written into
 * a buffer; the first wait for a reply sends it and reads until hiredis' reader
 * has one. Any failure ends the connection, and all replies that were expected
 * are lost with it.
 */

#include "remote/redis/redis_link.h"

#include "base/clock.h"
#include "store/vault.h"

#include <errno.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <unistd.h>

#define MS (CLOCK_SECOND / 1000)
#define READ_SIZE ((size_t) 64 << 10)
#define LIST_MAX (1 << 16)
#define REPLIES_MAX (RECORD_MAX + ((size_t) 4 << 20)) /* bytes at a time */
#define KEPT_MAX ((size_t) 4 << 20) /* of work space, between exchanges */
#define QUIET (60 * CLOCK_SECOND)   /* between messages about the same thing */

typedef enum link_state {
  LINK_AWAY,
  LINK_CONNECTING,
  LINK_GREETING,
  LINK_UP
} link_state;

struct redis_link {
  redis_url url;
  const logger *log;
  memory mem; /* own account: see threads in vault.h */

  link_state state;
  int fd;                /* or -1 */
  struct addrinfo *all;  /* addresses of the host */
  struct addrinfo *turn; /* the one to try next */
  uint64_t deadline;     /* of connecting and greeting */
  uint64_t retry, pause; /* when to try again, and how long then to wait */
  bool is_proven;        /* a command was answered since the greeting */
  bool is_missed;        /* the user was told that it is away */
  uint64_t told;         /* when, or 0 */
  char why[160];         /* it went away */
  status why_code;       /* ST_OK: network; else the server refuses us */

  redisReplyObjectFunctions makers;
  redisReader *reader;
  arena replies;
  size_t reply_bytes;
  char_vec out;
  size_t sent; /* of 'out' */
  unsigned unanswered;
  uint64_t began; /* when the oldest of these was asked */
  char *input;    /* READ_SIZE bytes */
};

/* Replies, made by hiredis' reader in our arena. */

static redis_reply *make (const redisReadTask *task, reply_kind what,
                          size_t bytes) {
  redis_link *l = task->privdata;
  l->reply_bytes += bytes + sizeof (redis_reply);
  if (l->reply_bytes > REPLIES_MAX)
    return NULL;
  redis_reply *res = arena_alloc (&l->replies, sizeof *res);
  *res = (redis_reply) {.kind = what};
  if (task->parent)
    ((redis_reply *) task->parent->obj)->element[task->idx] = res;
  return res;
}

static void *make_text (const redisReadTask *task, char *text, size_t len) {
  bool is_error = task->type == REDIS_REPLY_ERROR;
  redis_reply *res = make (task, is_error ? REPLY_ERROR : REPLY_TEXT, len);
  if (!res)
    return NULL;
  redis_link *l = task->privdata;
  res->text = arena_string (&l->replies, text, len);
  res->len = len;
  return res;
}

static void *make_list (const redisReadTask *task, int n) {
  if (n < 0 || n > LIST_MAX)
    return NULL;
  size_t size = (size_t) n * sizeof (redis_reply *);
  redis_reply *res = make (task, REPLY_LIST, size);
  if (!res)
    return NULL;
  redis_link *l = task->privdata;
  res->element = arena_alloc (&l->replies, size);
  res->len = (size_t) n;
  return res;
}

static void *make_number (const redisReadTask *task, long long number) {
  redis_reply *res = make (task, REPLY_NUMBER, 0);
  if (res)
    res->number = number;
  return res;
}

static void *make_nil (const redisReadTask *task) {
  return make (task, REPLY_NIL, 0);
}

static void free_nothing (void *reply) { (void) reply; }

/* Losing it. */

static bool may_tell (redis_link *l) {
  uint64_t now = clock_now ();
  if (l->told && now - l->told < QUIET)
    return false;
  l->told = now;
  return true;
}

static void tell_away (redis_link *l) {
  if (l->is_missed)
    return;
  if (may_tell (l)) {
    l->is_missed = true;
    log_warning (l->log,
                 "Redis at %s is unavailable (%s); the run continues without "
                 "it and keeps trying",
                 l->url.name, l->why);
  }
}

static void tell_back (redis_link *l) {
  if (l->is_missed)
    log_info (l->log, "Redis at %s is available again", l->url.name);
  l->is_missed = false;
}

static void disconnect (redis_link *l) {
  assert (l->fd >= 0 || !l->reader);
  if (l->fd >= 0)
    close (l->fd);
  l->fd = -1;
  if (l->reader)
    redisReaderFree (l->reader);
  l->reader = NULL;
  vec_clear (&l->out);
  l->sent = l->unanswered = 0;
  l->state = LINK_AWAY;
}

__attribute__ ((format (printf, 3, 4))) static void
lose (redis_link *l, status code, const char *fmt, ...) {
  char why[sizeof l->why];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (why, sizeof why, fmt, ap);
  va_end (ap);
  memcpy (l->why, why, sizeof why);
  l->why_code = code;
  bool is_first = l->state == LINK_UP && l->is_proven;
  disconnect (l);
  l->is_proven = false;
  l->retry = clock_now ();
  if (is_first) {
    l->pause = REDIS_PAUSE_MIN * MS;
    return;
  }
  l->retry += l->pause;
  l->pause =
      l->pause * 2 > REDIS_PAUSE_MAX * MS ? REDIS_PAUSE_MAX * MS : l->pause * 2;
  if (l->log)
    tell_away (l);
}

/* Bytes out and in. None of these waits, except in poll. */

static void link_push (redis_link *l) {
  assert (l->fd >= 0 && l->sent <= l->out.len);
  while (l->sent < l->out.len) {
    ssize_t n =
        send (l->fd, l->out.data + l->sent, l->out.len - l->sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      return;
    if (n < 0) {
      lose (l, ST_OK, "%s", strerror (errno));
      return;
    }
    l->sent += (size_t) n;
  }
  vec_clear (&l->out);
  l->sent = 0;
}

static void pull (redis_link *l) {
  assert (l->fd >= 0 && l->reader);
  ssize_t n = recv (l->fd, l->input, READ_SIZE, 0);
  if (n > 0 && l->reader->len + (size_t) n <= REPLIES_MAX &&
      redisReaderFeed (l->reader, l->input, (size_t) n) == REDIS_OK)
    return;
  if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
    return;
  if (n > 0)
    lose (l, ST_OK, "it sends invalid replies");
  else
    lose (l, ST_OK, "%s", n ? strerror (errno) : "it closed the connection");
}

/* Waits for the socket and moves what can be moved; false when the time went
 * by without anything.
 */
static bool link_move (redis_link *l, unsigned ms) {
  short want = POLLIN | (l->sent < l->out.len ? POLLOUT : 0);
  struct pollfd p = {.fd = l->fd, .events = want};
  int n = poll (&p, 1, (int) ms);
  if (n < 0 && errno == EINTR)
    return true;
  if (n <= 0)
    return false;
  if (p.revents & POLLOUT)
    link_push (l);
  if (l->fd >= 0 && p.revents & ~POLLOUT)
    pull (l);
  return true;
}

/* The next reply if it is complete. */
static const redis_reply *link_take (redis_link *l) {
  void *reply = NULL;
  if (redisReaderGetReply (l->reader, &reply) != REDIS_OK) {
    lose (l, ST_OK, "it sends invalid replies");
    return NULL;
  }
  assert (!reply || l->unanswered); /* no reply without a question */
  if (reply)
    l->unanswered--;
  return reply;
}

static void put_number (redis_link *l, char type, size_t n) {
  text_printf (&l->mem, &l->out, "%c%zu\r\n", type, n);
}

static void link_begin (redis_link *l) {
  arena_reset (&l->replies);
  if (l->mem.live > KEPT_MAX) {
    arena_release (&l->replies);
    arena_init (&l->replies, &l->mem);
    vec_release (&l->mem, &l->out);
  }
  l->reply_bytes = 0;
  l->began = clock_now ();
}

static void append (redis_link *l, size_t n, const redis_word *word) {
  if (!l->unanswered++)
    link_begin (l);
  put_number (l, '*', n);
  for (size_t i = 0; i < n; i++) {
    put_number (l, '$', word[i].size);
    text_add (&l->mem, &l->out, word[i].data, word[i].size);
    text_add (&l->mem, &l->out, "\r\n", 2);
  }
}

static void append_text (redis_link *l, size_t n, const char *const *text) {
  redis_word word[4];
  assert (n <= 4);
  for (size_t i = 0; i < n; i++)
    word[i] = (redis_word) {text[i], strlen (text[i])};
  append (l, n, word);
}

/* Coming (back). */

static void greet (redis_link *l) {
  assert (l->state == LINK_CONNECTING && !l->reader && !l->unanswered);
  const redis_url *u = &l->url;
  l->reader = redisReaderCreateWithFunctions (&l->makers);
  if (!l->reader) {
    lose (l, ST_OK, "out of memory");
    return;
  }
  l->reader->privdata = l;
  l->state = LINK_GREETING;
  if (u->has_login && *u->user)
    append_text (l, 3, (const char *[]) {"AUTH", u->user, u->password});
  else if (u->has_login)
    append_text (l, 2, (const char *[]) {"AUTH", u->password});
  char db[16];
  snprintf (db, sizeof db, "%u", u->db);
  if (u->db)
    append_text (l, 2, (const char *[]) {"SELECT", db});
  /* Tells whether reading our keys is allowed and possible. */
  append_text (l, 2, (const char *[]) {"GET", "reprise:1:greeting"});
  link_push (l);
}

static void refused (redis_link *l, const char *text) {
  char quote[120];
  redis_quote (text, quote, sizeof quote);
  if (text_begins (text, "NOAUTH"))
    lose (l, ST_USAGE, "it wants a password");
  else if (text_begins (text, "WRONGPASS") || strstr (text, "password"))
    lose (l, ST_USAGE, "it rejects user or password: %s", quote);
  else if (strstr (text, "DB index"))
    lose (l, ST_USAGE, "it has no database %u", l->url.db);
  else
    lose (l, ST_NOFILE, "it refuses: %s", quote);
}

static void hear_greeting (redis_link *l) {
  while (l->fd >= 0 && l->unanswered) {
    const redis_reply *r = link_take (l);
    if (!r)
      return;
    if (r->kind == REPLY_ERROR) {
      refused (l, r->text);
      return;
    }
  }
  if (l->fd < 0)
    return;
  l->state = LINK_UP;
  l->is_proven = false;
  tell_back (l);
}

static void dial (redis_link *l) {
  assert (l->state == LINK_AWAY && l->fd < 0 && l->all);
  const struct addrinfo *a = l->turn ? l->turn : l->all;
  l->turn = a->ai_next;
  l->deadline = clock_now () + REDIS_CONNECT * MS;
  l->fd = socket (a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (l->fd < 0) {
    lose (l, ST_OK, "%s", strerror (errno));
    return;
  }
  int one = 1;
  setsockopt (l->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt (l->fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
  l->state = LINK_CONNECTING;
  if (!connect (l->fd, a->ai_addr, a->ai_addrlen))
    greet (l);
  else if (errno != EINPROGRESS && errno != EINTR)
    lose (l, ST_OK, "%s", strerror (errno));
}

static void hear_connect (redis_link *l, unsigned ms) {
  assert (l->fd >= 0);
  struct pollfd p = {.fd = l->fd, .events = POLLOUT};
  if (poll (&p, 1, (int) ms) <= 0)
    return;
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt (l->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error)
    lose (l, ST_OK, "%s", strerror (error));
  else
    greet (l);
}

/* One step, waiting at most 'ms' for the other side. */
static void advance (redis_link *l, unsigned ms) {
  if (l->state == LINK_AWAY && clock_now () >= l->retry)
    dial (l);
  else if (l->state == LINK_CONNECTING)
    hear_connect (l, ms);
  else if (l->state == LINK_GREETING && link_move (l, ms) && l->fd >= 0)
    hear_greeting (l);
  bool is_pending = l->state == LINK_CONNECTING || l->state == LINK_GREETING;
  if (is_pending && clock_now () > l->deadline)
    lose (l, ST_OK, "no answer within %d ms", REDIS_CONNECT);
}

/* At the opening every address gets its turn. */
static bool open_any (redis_link *l) {
  for (const struct addrinfo *a = l->all; a; a = a->ai_next) {
    l->retry = 0;
    do
      advance (l, 50);
    while (l->state == LINK_CONNECTING || l->state == LINK_GREETING);
    if (l->state == LINK_UP || l->why_code != ST_OK)
      break;
  }
  return l->state == LINK_UP;
}

static status explain (const redis_link *l, trouble *tr) {
  assert (l->state != LINK_UP && *l->why);
  if (l->why_code == ST_USAGE)
    return trouble_set (tr, ST_USAGE,
                        "Redis at %s cannot be used: %s; it is written "
                        "redis://[user:password@]host[:port][/db]",
                        l->url.name, l->why);
  return trouble_set (tr, ST_NOFILE,
                      "Redis at %s is not reachable (%s); start it, or name "
                      "another one",
                      l->url.name, l->why);
}

static status link_resolve (redis_link *l, trouble *tr) {
  struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
  int error = getaddrinfo (l->url.host, l->url.port, &wanted, &l->all);
  if (!error)
    return ST_OK;
  return trouble_set (tr, ST_NOFILE,
                      "Redis at %s is not reachable (%s); correct its name, or "
                      "name another one",
                      l->url.name, gai_strerror (error));
}

void redis_quote (const char *text, char *out, size_t size) {
  size_t n = 0;
  for (; n + 1 < size && text[n] && text[n] != '\r' && text[n] != '\n'; n++)
    out[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
  out[n] = 0;
}

status redis_link_open (const redis_url *url, const logger *log, trouble *tr,
                        redis_link **out) {
  redis_link *l = memory_zalloc (NULL, sizeof *l);
  *l = (redis_link) {.url = *url, .fd = -1, .pause = REDIS_PAUSE_MIN * MS};
  l->makers = (redisReplyObjectFunctions) {make_text, make_list, make_number,
                                           make_nil, free_nothing};
  arena_init (&l->replies, &l->mem);
  l->input = memory_alloc (&l->mem, READ_SIZE);
  status st = link_resolve (l, tr);
  if (st == ST_OK && !open_any (l))
    st = explain (l, tr);
  if (st == ST_OK)
    l->log = log;
  else
    redis_link_close (l);
  *out = st == ST_OK ? l : NULL;
  return st;
}

void redis_link_close (redis_link *l) {
  if (!l)
    return;
  disconnect (l);
  if (l->all)
    freeaddrinfo (l->all);
  arena_release (&l->replies);
  vec_release (&l->mem, &l->out);
  memory_free (&l->mem, l->input, READ_SIZE);
  assert (!l->mem.live);
  explicit_bzero (&l->url, sizeof l->url);
  memory_free (NULL, l, sizeof *l);
}

const char *redis_link_name (const redis_link *l) { return l->url.name; }

bool redis_link_is_up (redis_link *l) {
  if (l->state != LINK_UP)
    advance (l, 0);
  return l->state == LINK_UP;
}

bool redis_link_await (redis_link *l, unsigned ms) {
  uint64_t end = clock_now () + ms * MS;
  l->retry = 0; /* who waits wants it now */
  while (l->state != LINK_UP && clock_now () < end) {
    advance (l, 10);
    if (l->state == LINK_AWAY)
      poll (NULL, 0, 10);
  }
  return l->state == LINK_UP;
}

void redis_link_ask (redis_link *l, size_t n, const redis_word *word) {
  if (l->state == LINK_UP)
    append (l, n, word);
}

void redis_link_say (redis_link *l, const char *words) {
  redis_word word[16];
  size_t n = 0;
  for (const char *at = words; *at && n < 16; at += *at == ' ') {
    size_t size = strcspn (at, " ");
    word[n++] = (redis_word) {at, size};
    at += size;
  }
  redis_link_ask (l, n, word);
}

const redis_reply *redis_link_answer (redis_link *l) {
  if (l->state == LINK_UP && l->sent < l->out.len)
    link_push (l);
  while (l->state == LINK_UP && l->unanswered) {
    const redis_reply *r = link_take (l);
    if (r) {
      l->is_proven |= r->kind != REPLY_ERROR;
      return r;
    }
    if (l->state != LINK_UP)
      break;
    if (!link_move (l, REDIS_SILENCE))
      lose (l, ST_OK, "no answer within %d ms", REDIS_SILENCE);
    else if (clock_now () - l->began > REDIS_PATIENCE * MS)
      lose (l, ST_OK, "it answers too slowly");
  }
  return NULL;
}

void redis_link_drop (redis_link *l, const char *why) {
  if (l->state != LINK_UP)
    return;
  char quote[120];
  redis_quote (why, quote, sizeof quote);
  l->is_proven = false;
  lose (l, ST_OK, "it refuses: %s", quote);
}
