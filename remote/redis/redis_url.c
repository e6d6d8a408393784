/* redis://[[user]:password@]host[:port][/db], taken apart from left to right;
 * what is left over is refused.
 */

#include "remote/redis/redis_url.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_PORT "6379"
#define SHAPE "redis://[user:password@]host[:port][/db]"

static int hex_value (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c = (char) tolower ((unsigned char) c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Copies with %XX replaced; false if it does not fit or is malformed. */
static bool decode (const char *at, const char *end, char *out, size_t size) {
  size_t n = 0;
  for (; at < end; at++, n++) {
    char c = *at;
    if (c == '%') {
      if (end - at < 3 || hex_value (at[1]) < 0 || hex_value (at[2]) < 0)
        return false;
      c = (char) (hex_value (at[1]) * 16 + hex_value (at[2]));
      at += 2;
    }
    if (n + 1 >= size || !c)
      return false;
    out[n] = c;
  }
  out[n] = 0;
  return true;
}

static bool copy (const char *at, const char *end, char *out, size_t size) {
  size_t n = (size_t) (end - at);
  if (n + 1 > size)
    return false;
  memcpy (out, at, n);
  out[n] = 0;
  return true;
}

static bool read_number (const char *at, const char *end, unsigned max,
                         unsigned *out) {
  unsigned long value = 0;
  if (at == end || end - at > 9)
    return false;
  for (; at < end; at++) {
    if (*at < '0' || *at > '9')
      return false;
    value = value * 10 + (unsigned long) (*at - '0');
  }
  *out = (unsigned) value;
  return value <= max;
}

static bool read_login (const char *at, const char *end, redis_url *u) {
  const char *colon = memchr (at, ':', (size_t) (end - at));
  u->has_login = true;
  return decode (at, colon ? colon : end, u->user, sizeof u->user) &&
         (!colon || decode (colon + 1, end, u->password, sizeof u->password));
}

static status read_place (const char *at, const char *end, trouble *tr,
                          redis_url *u) {
  const char *host_end = NULL, *port = NULL;
  bool is_v6 = at < end && *at == '[';
  if (is_v6) {
    at++;
    host_end = memchr (at, ']', (size_t) (end - at));
    port = host_end ? host_end + 1 : NULL;
  } else
    port = host_end = at + strcspn (at, ":/");
  if (!host_end || host_end > end || host_end == at ||
      !copy (at, host_end, u->host, sizeof u->host) ||
      (port < end && *port != ':'))
    return trouble_set (tr, ST_USAGE,
                        "the Redis URL has no usable host; write " SHAPE);
  unsigned number = (unsigned) atoi (DEFAULT_PORT);
  if (port < end && (!read_number (port + 1, end, 65535, &number) || !number))
    return trouble_set (tr, ST_USAGE,
                        "the port of the Redis URL is no number from 1 to "
                        "65535; write " SHAPE);
  snprintf (u->port, sizeof u->port, "%u", number);
  snprintf (u->name, sizeof u->name, is_v6 ? "[%s]:%s" : "%s:%s", u->host,
            u->port);
  return ST_OK;
}

status redis_url_parse (const char *text, trouble *tr, redis_url *out) {
  *out = (redis_url) {0};
  if (!strncmp (text, "rediss://", 9))
    return trouble_set (tr, ST_USAGE,
                        "Redis over TLS (rediss://) is not supported; use "
                        "redis:// through a tunnel");
  if (strncmp (text, "redis://", 8))
    return trouble_set (tr, ST_USAGE, "a Redis URL is written " SHAPE);
  const char *at = text + 8, *end = at + strlen (at);
  const char *login_end = memrchr (at, '@', (size_t) (end - at));
  if (login_end && !read_login (at, login_end, out))
    return trouble_set (tr, ST_USAGE,
                        "user or password of the Redis URL is too long or has "
                        "a '%%' that is not followed by two hex digits");
  at = login_end ? login_end + 1 : at;
  const char *slash = memchr (at, '/', (size_t) (end - at));
  if (slash && slash + 1 < end &&
      !read_number (slash + 1, end, 999999999, &out->db))
    return trouble_set (tr, ST_USAGE,
                        "the database '%.40s' of the Redis URL is no number; "
                        "write " SHAPE,
                        slash + 1);
  return read_place (at, slash ? slash : end, tr, out);
}
