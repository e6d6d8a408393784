#pragma once

/* Files, and waiting until one of them is saved.
 *
 * Directories are watched and not files, since editors write another file and
 * rename it. That something happened there only ends the wait; whether a file
 * changed is told by its number, size and time, so no change is missed that is
 * made while nobody waits. Where a directory cannot be watched, because it is
 * missing or the system has no inotify to give, the wait ends twice a second.
 */

#include "base/arena.h"
#include "base/vec.h"

/* What a file was when it was last looked at; all zero: missing. */
typedef struct save_stamp {
  uint64_t device, number, size;
  int64_t seconds, nanoseconds;
} save_stamp;

typedef struct watched {
  const char *path;
  save_stamp stamp;
} watched;

typedef struct files {
  arena paths;
  VEC (watched) file;
} files;

void files_init (files *, memory *);
void files_release (files *, memory *);

/* Look at all. */
void files_note (files *);

/* These from now on, each with its NUL. Those that were there before keep what
 * is noted of them, the others are looked at. 'mem' is the account of the
 * files.
 */
void files_replace (files *, memory *mem, const char_vec *paths);

/* Since it was noted. */
bool files_have_changed (const files *);

typedef struct saves saves;

saves *saves_new (memory *);
void saves_free (saves *);

/* Watch where these files are. May be said again, and should be before they are
 * looked at and waited for: directories come and go.
 */
void saves_watch (saves *, const files *);

/* Until nothing happens for a moment: who saves is done with it. */
void saves_settle (saves *);

/* Until something happens, and it settles. */
void saves_wait (saves *);

/* From a signal handler: no wait takes any time from now on. */
void saves_wake (saves *);
