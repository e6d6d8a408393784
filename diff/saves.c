/* Two things that do not trust each other: events end a wait, stamps decide.
 *
 *     note stamps -> compile, run -> watch directories -> compare -> wait
 *          ^                                                 | changed
 *          +-------------------------------------------------+
 *
 * What holds: a stamp is taken before the file is read by anybody, and
 * directories are watched before stamps are compared. So a save at any moment
 * either shows in the comparison or is an event that ends the wait after it. An
 * event may be of another file or of ours: it costs a comparison, no more.
 * Blind, that is without a watch somewhere, the wait is short instead.
 */

#include "diff/saves.h"

#include "base/clock.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define QUIET_MS 100
#define BLIND_MS 500
#define MAX_NOISE (2 * CLOCK_SECOND) /* a quiet moment may never come */

#define EVENTS \
  (IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | \
   IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

/* Files. */

void files_init (files *f, memory *mem) {
  *f = (files) {0};
  arena_init (&f->paths, mem);
}

void files_release (files *f, memory *mem) {
  vec_release (mem, &f->file);
  arena_release (&f->paths);
}

static save_stamp saves_look (const char *path) {
  struct stat s;
  if (stat (path, &s))
    return (save_stamp) {0};
  return (save_stamp) {s.st_dev, s.st_ino, (uint64_t) s.st_size,
                       s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
}

static bool saves_is_same (const save_stamp *a, const save_stamp *b) {
  return a->device == b->device && a->number == b->number &&
         a->size == b->size && a->seconds == b->seconds &&
         a->nanoseconds == b->nanoseconds;
}

void files_note (files *f) {
  for (size_t i = 0; i < f->file.len; i++)
    f->file.data[i].stamp = saves_look (f->file.data[i].path);
}

static const watched *saves_find (const files *f, const char *path) {
  for (size_t i = 0; i < f->file.len; i++)
    if (!strcmp (f->file.data[i].path, path))
      return f->file.data + i;
  return NULL;
}

void files_replace (files *f, memory *mem, const char_vec *paths) {
  files next;
  assert (!paths->len || !paths->data[paths->len - 1]); /* ends with a NUL */
  files_init (&next, mem);
  const char *end = paths->data + paths->len;
  for (const char *path = paths->data; path < end; path += strlen (path) + 1) {
    const watched *old = saves_find (f, path);
    if (saves_find (&next, path))
      continue;
    watched w = {arena_string (&next.paths, path, strlen (path)),
                 old ? old->stamp : saves_look (path)};
    vec_push (mem, &next.file, w);
  }
  files_release (f, mem); /* 'old' was of these */
  *f = next;
}

bool files_have_changed (const files *f) {
  for (size_t i = 0; i < f->file.len; i++) {
    save_stamp now = saves_look (f->file.data[i].path);
    if (!saves_is_same (&now, &f->file.data[i].stamp))
      return true;
  }
  return false;
}

/* Waiting. */

struct saves {
  memory *mem;
  int events; /* inotify; -1: none */
  int wake;   /* eventfd */
  bool is_blind;
};

saves *saves_new (memory *mem) {
  saves *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->events = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  s->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  s->is_blind = s->events < 0 || s->wake < 0;
  return s;
}

void saves_free (saves *s) {
  if (!s)
    return;
  if (s->events >= 0)
    close (s->events);
  if (s->wake >= 0)
    close (s->wake);
  memory_free (s->mem, s, sizeof *s);
}

static void watch_parent (saves *s, const char *path) {
  char copy[PATH_MAX];
  size_t n = strlen (path);
  if (n >= sizeof copy) {
    s->is_blind = true;
    return;
  }
  memcpy (copy, path, n + 1);
  if (inotify_add_watch (s->events, dirname (copy), EVENTS) < 0)
    s->is_blind = true;
}

/* Of a link both ends: either may be replaced. */
void saves_watch (saves *s, const files *f) {
  for (size_t i = 0; i < f->file.len; i++) {
    char whole[PATH_MAX];
    watch_parent (s, f->file.data[i].path);
    if (realpath (f->file.data[i].path, whole))
      watch_parent (s, whole);
  }
}

static bool drain (saves *s) {
  _Alignas (struct inotify_event) char part[4096];
  bool is_any = false;
  while (s->events >= 0 && read (s->events, part, sizeof part) > 0)
    is_any = true;
  return is_any;
}

static void rest (saves *s, int ms) {
  struct pollfd fd[] = {{s->events, POLLIN, 0}, {s->wake, POLLIN, 0}};
  poll (fd, 2, ms);
}

void saves_settle (saves *s) {
  uint64_t latest = clock_now () + MAX_NOISE;
  do
    rest (s, QUIET_MS);
  while (drain (s) && clock_now () < latest);
}

void saves_wait (saves *s) {
  rest (s, s->is_blind ? BLIND_MS : -1);
  s->is_blind = s->events < 0 || s->wake < 0; /* until the next 'watch' */
  if (drain (s))
    saves_settle (s);
}

void saves_wake (saves *s) {
  int error = errno;
  uint64_t one = 1;
  ssize_t n = write (s->wake, &one, sizeof one);
  (void) n; /* it is awake if this fails */
  errno = error;
}
