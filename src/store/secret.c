/* Files with keys. */

#include "base/keyed.h"
#include "base/vec.h"
#include "store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECRET_SIZE 32
#define MAX_KEY 4096

static ssize_t secret_read_file (const char *path, uint8_t *out, size_t size) {
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return -1;
  ssize_t n = read (fd, out, size);
  close (fd);
  return n;
}

/* Complete or not there at all: two processes may do this at once. */
static bool create (const char *path) {
  uint8_t random[SECRET_SIZE];
  char *draft;
  if (getrandom (random, sizeof random, 0) != (ssize_t) sizeof random ||
      asprintf (&draft, "%s.%ld", path, (long) getpid ()) < 0)
    return false;
  int fd = open (draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  bool ok = fd >= 0 &&
            write (fd, random, sizeof random) == (ssize_t) sizeof random &&
            !fsync (fd);
  if (fd >= 0)
    close (fd);
  ok = ok && (!link (draft, path) || errno == EEXIST);
  unlink (draft);
  free (draft);
  return ok;
}

/* $XDG_STATE_HOME/reprise/secret, or the same below ~/.local/state. */
static char *home_path (bool may_create) {
  const char *state = getenv ("XDG_STATE_HOME"), *home = getenv ("HOME");
  char *path = NULL;
  int n = -1;
  if (state && *state)
    n = asprintf (&path, "%s/reprise/secret", state);
  else if (home && *home)
    n = asprintf (&path, "%s/.local/state/reprise/secret", home);
  if (n < 0)
    return NULL;
  for (char *at = path + 1; may_create && (at = strchr (at, '/'));
       *at++ = '/') {
    *at = 0;
    mkdir (path, 0700);
  }
  return path;
}

status secret_load (memory *mem, const char *path, bool may_create, trouble *t,
                    seal **out) {
  uint8_t key[SECRET_SIZE];
  char *home = path ? NULL : home_path (may_create);
  path = path ? path : home;
  *out = NULL;
  if (!path)
    return ST_OK;
  ssize_t n = secret_read_file (path, key, sizeof key);
  if (n < 0 && errno == ENOENT && may_create && create (path))
    n = secret_read_file (path, key, sizeof key);
  status st = ST_OK;
  if (n == SECRET_SIZE)
    *out = seal_new (mem, key, sizeof key);
  else if (may_create)
    st = trouble_set (t, ST_NOWRITE,
                      "the secret of the store, '%s', cannot be %s", path,
                      n < 0 ? "read or made" : "used: it is too short");
  free (home);
  return st;
}

status key_load (memory *mem, const char *path, trouble *t, seal **out) {
  uint8_t key[MAX_KEY];
  ssize_t n = secret_read_file (path, key, sizeof key);
  *out = NULL;
  if (n < 0)
    return trouble_set (t, ST_NOFILE, "the key file '%s' cannot be read: %s",
                        path, strerror (errno));
  if (n < 16)
    return trouble_set (t, ST_BADINPUT,
                        "the key file '%s' is too short: 16 random bytes or "
                        "more are needed",
                        path);
  *out = seal_new (mem, key, (size_t) n);
  return ST_OK;
}

/* Files: the digest is XXH3 under a key that follows from the secret, and what
 * is shown of it is its seal, so that a large trie costs little.
 */

#define FOLDER "/tries/"

static bool load_for (memory *mem, const char *path, seal **out) {
  const char *name = strrchr (path, '/');
  size_t n = name ? (size_t) (name + 1 - path) : 0, folder = strlen (FOLDER);
  char_vec file = {0};
  trouble ignored = {0};
  *out = NULL;
  if (n < folder || memcmp (path + n - folder, FOLDER, folder)) {
    *out = seal_new (mem, "", 0);
    return true;
  }
  text_add (mem, &file, path, n - folder);
  text_puts (mem, &file, "/secret");
  secret_load (mem, text_c (mem, &file), false, &ignored, out);
  vec_release (mem, &file);
  return *out;
}

bool file_seal (memory *mem, const char *path, const void *bytes, size_t n,
                uint8_t out[SEAL_SIZE]) {
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
  seal *s;
  hash128 digest;
  hash_key key;
  if (!load_for (mem, path, &s))
    return false;
  seal_sign (s, 1, &(seal_part) {"digest", 6}, out);
  memcpy (&digest, out, sizeof digest);
  keyed_init (&key, digest);
  digest = keyed_bytes (&key, bytes, n);
  const seal_part part[] = {{name, strlen (name) + 1},
                            {&digest, sizeof digest}};
  seal_sign (s, 2, part, out);
  seal_free (mem, s);
  return true;
}
