#include "klee/outdir.h"

#include "base/shown.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_NUMBER 1000000

static status outdir_refuse (trouble *why, const char *path) {
  return trouble_set (why, ST_NOWRITE, "cannot create \"%s\": %s", path,
                      strerror (errno));
}

static void set_path (outdir *o, const char *path) {
  char absolute[PATH_MAX];
  vec_clear (&o->path);
  text_puts (o->mem, &o->path, realpath (path, absolute) ? absolute : path);
  text_c (o->mem, &o->path);
}

static void point_last (const char *beside, const char *name) {
  char link[PATH_MAX + 16];
  snprintf (link, sizeof link, "%s/klee-last", beside);
  if (unlink (link) && errno != ENOENT)
    return;
  if (symlink (name, link))
    return; /* a convenience: the directory is there */
}

/* The first number that is free, also while others do the same. */
static status make_next (outdir *o, const char *file, trouble *why) {
  char copy[PATH_MAX], path[PATH_MAX + 32], name[32];
  snprintf (copy, sizeof copy, "%s", file);
  const char *beside = dirname (copy);
  for (unsigned i = 0; i < MAX_NUMBER; i++) {
    snprintf (name, sizeof name, "klee-out-%u", i);
    snprintf (path, sizeof path, "%s/%s", beside, name);
    if (!mkdir (path, 0775)) {
      set_path (o, path);
      point_last (beside, name);
      return ST_OK;
    }
    if (errno != EEXIST)
      break;
  }
  return outdir_refuse (why, path);
}

status outdir_make (outdir *o, memory *mem, const char *wanted,
                    const char *file, trouble *why) {
  status st = ST_OK;
  *o = (outdir) {.mem = mem};
  if (!wanted)
    TRY (make_next (o, file, why));
  else if (mkdir (wanted, 0775))
    TRY (outdir_refuse (why, wanted));
  else
    set_path (o, wanted);
  o->messages = outdir_open (o, "messages.txt", why);
  o->warnings = outdir_open (o, "warnings.txt", why);
  o->info = outdir_open (o, "info", why);
  if (!o->messages || !o->warnings || !o->info)
    st = why->code;
out:
  return st;
}

FILE *outdir_open (outdir *o, const char *name, trouble *why) {
  char_vec path = {0};
  text_printf (o->mem, &path, "%s/%s", o->path.data, name);
  assert (o->path.len && !strchr (name, '/')); /* a file of the directory */
  FILE *f = fopen (text_c (o->mem, &path), "w");
  if (!f)
    outdir_refuse (why, path.data);
  vec_release (o->mem, &path);
  return f;
}

static void put_time (FILE *f, const char *title, time_t at) {
  char text[64];
  struct tm parts;
  strftime (text, sizeof text, "%Y-%m-%d %H:%M:%S", localtime_r (&at, &parts));
  fprintf (f, "%s: %s\n", title, text);
}

void outdir_begin (outdir *o, int argc, char **argv, const char *searcher) {
  assert (o->info && !o->started); /* once */
  o->started = time (NULL);
  fputs ("klee", o->info);
  for (int i = 0; i < argc; i++)
    fprintf (o->info, " %s", argv[i]);
  fprintf (o->info, "\nPID: %ld\n", (long) getpid ());
  put_time (o->info, "Started", o->started);
  fprintf (o->info,
           "BEGIN searcher description\n%s\nEND searcher description\n",
           searcher);
  fflush (o->info);
}

void outdir_end (outdir *o) {
  time_t now = time (NULL);
  assert (o->started);
  long took = (long) (now - o->started);
  put_time (o->info, "Finished", now);
  fprintf (o->info, "Elapsed: %02ld:%02ld:%02ld\n", took / 3600, took / 60 % 60,
           took % 60);
}

static void close_file (FILE *f) {
  if (f)
    fclose (f);
}

void outdir_close (outdir *o) {
  close_file (o->messages);
  close_file (o->warnings);
  close_file (o->info);
  vec_release (o->mem, &o->path);
}

static void say (outdir *o, FILE *also, bool is_quiet, const char *prefix,
                 const char *fmt, va_list args) {
  char_vec text = {0};
  va_list unchanged;
  va_copy (unchanged, args);
  int n = vsnprintf (NULL, 0, fmt, unchanged);
  va_end (unchanged);
  assert (n >= 0 && also); /* outdir_make went well */
  text_puts (o->mem, &text, prefix);
  vec_reserve (o->mem, &text, text.len + (size_t) n + 2);
  vsnprintf (text.data + text.len, (size_t) n + 1, fmt, args);
  text.len += (size_t) n;
  text_puts (o->mem, &text, "\n");
  if (!is_quiet)
    shown_print (stderr, text_c (o->mem, &text));
  fwrite (text.data, 1, text.len, also);
  fflush (also);
  vec_release (o->mem, &text);
}

void outdir_complain (const char *text) {
  fputs ("KLEE: ERROR: ", stderr);
  shown_print (stderr, text);
  putc ('\n', stderr);
}

void klee_message (outdir *o, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  say (o, o->messages, false, "KLEE: ", fmt, args);
  va_end (args);
}

void klee_warning (outdir *o, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  say (o, o->warnings, o->is_quiet, "KLEE: WARNING: ", fmt, args);
  va_end (args);
}

void klee_warning_once (outdir *o, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  say (o, o->warnings, o->is_quiet, "KLEE: WARNING ONCE: ", fmt, args);
  va_end (args);
}
