#pragma once

/* redis://[user[:password]@]host[:port][/db]
 *
 * User and password may contain %XX; an IPv6 address is written in brackets.
 * A password without a user is written ':password@'.
 */

#include "base/status.h"

typedef struct redis_url {
  char user[256], password[256]; /* never shown */
  bool has_login;                /* either of them was given */
  char host[256], port[8];
  char name[272]; /* host:port, for messages */
  unsigned db;
} redis_url;

/* ST_USAGE with a sentence that does not tell the password. */
status redis_url_parse (const char *, trouble *, redis_url *out);
