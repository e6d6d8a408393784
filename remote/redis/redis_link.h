#pragma once

/* A connection to a Redis server that may go away and come back.
 *
 *     AWAY --pause over--> CONNECTING --> GREETING --> UP
 *       ^___________________|_______________|__________|  refused, closed,
 *                                                         silent, nonsense
 *
 * Commands are gathered and go out together with the first wait for a reply,
 * so any number of them is one round trip. Only this wait blocks, and only
 * while the link is up: it ends after REDIS_SILENCE without a byte or after
 * REDIS_PATIENCE in all. Coming back is done in steps that never wait.
 *
 * The first attempt after a loss is made at once and in silence, for a server
 * may close idle connections; then the pause doubles from attempt to attempt.
 * The user is told when the first attempt failed, and when it is up again.
 *
 * The server is not trusted: sizes are bounded, and a reply that is not RESP2
 * ends the connection. Parsing is hiredis' reader; reading and writing are
 * ours for the sake of deadlines, and of SIGPIPE, which is never raised.
 *
 * Not thread-safe. Names are resolved once, at the opening.
 */

#include "base/log.h"
#include "remote/redis/redis_url.h"

#include <stddef.h>
#include <stdint.h>

#define REDIS_CONNECT 500   /* ms, with the greeting */
#define REDIS_SILENCE 200   /* ms */
#define REDIS_PATIENCE 2000 /* ms */
#define REDIS_PAUSE_MIN 100 /* ms */
#define REDIS_PAUSE_MAX 5000

typedef enum reply_kind {
  REPLY_NIL,
  REPLY_TEXT, /* also a status */
  REPLY_ERROR,
  REPLY_NUMBER,
  REPLY_LIST
} reply_kind;

/* Lives until the first command after all replies were taken. */
typedef struct redis_reply redis_reply;

struct redis_reply {
  reply_kind kind;
  int64_t number;
  size_t len;       /* of the text, or of the list */
  const char *text; /* with a NUL behind it */
  redis_reply **element;
};

typedef struct redis_word {
  const void *data;
  size_t size;
} redis_word;

typedef struct redis_link redis_link;

/* Waits until the server has greeted, at most REDIS_CONNECT; if it does not,
 * ST_NOFILE with a sentence. The logger must outlive the link.
 */
status redis_link_open (const redis_url *, const logger *, trouble *,
                        redis_link **out);
void redis_link_close (redis_link *); /* NULL is allowed */

const char *redis_link_name (const redis_link *); /* host:port */

/* Can commands be given? If not, takes the next step towards it. */
bool redis_link_is_up (redis_link *);

/* The same, waiting for it at most so long, beginning at once. */
bool redis_link_await (redis_link *, unsigned ms);

/* One command. Must be up, or have been lost since: then it does nothing. */
void redis_link_ask (redis_link *, size_t n, const redis_word *);
void redis_link_say (redis_link *, const char *words); /* split at spaces */

/* The reply to the oldest command without one; NULL: the link is lost and so
 * are the other replies. An error reply is a reply.
 */
const redis_reply *redis_link_answer (redis_link *);

/* The server answers, but not as it should ('why'): as if it were away. */
void redis_link_drop (redis_link *, const char *why);

/* Text of the server for a message: one line, printable, bounded. */
void redis_quote (const char *text, char *out, size_t size);
