/* A result is kept with all that it rests on, and recalled if that still holds.
 *
 *     KEY.again:  magic, seal | key | manifest | comparison | report
 *
 *     key         words: build, arguments, options, environment; compared whole
 *     manifest    files: read, missing, tools, libraries, suite, trie
 *     comparison  files that say how the suite differs from the one before;
 *                 if they do not hold they are made anew, which is cheap
 *     report      as JSON, for the next run: all its paths are carried over
 *
 * Of two versions that are compared (subject.before) what was found is kept in
 * the same way, as KEY.diff, with a manifest of both. Files of a revision lie
 * elsewhere each time: key and manifest call their directories "@old", "@new".
 *
 * What holds: the manifest starts before the first file of the program is read,
 * so an edit during the run is seen by the next one. A run is kept only if each
 * part can be vouched for; otherwise the old file is removed.
 */

#include "run/unchanged.h"

#include "base/build_identity.h"
#include "program/compile.h"
#include "program/home.h"
#include "report/report_json.h"
#include "run/manifest.h"
#include "run/trie_place.h"
#include "store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#define MAGIC "RPAGAIN\6"
#define MAGIC_SIZE 8
#define HEAD_SIZE (MAGIC_SIZE + SEAL_SIZE)
#define MAX_SIZE ((off_t) 1 << 28)
static_assert (sizeof MAGIC - 1 == MAGIC_SIZE, "RPAGAIN and a version");

struct unchanged {
  const subject *subject;
  context *context;
  memory *mem;
  bool is_wanted;
  char_vec key; /* words that must be the same */
  manifest *manifest;
  manifest *comparison; /* with the suite before: facts, or none */
  dependencies dependencies;
  char_vec file;   /* what was read */
  arena texts;     /* of the report in it */
  changes changes; /* none */
};

/* The key. */

/* By which compilers, or we, find files. */
static void add_environment (unchanged *a) {
  static const char *const names[] = {"CCC_OVERRIDE_OPTIONS", "CPATH",
                                      "C_INCLUDE_PATH"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv (names[i]);
    text_printf (a->mem, &a->key, "%s=%s\n", names[i], value ? value : "");
  }
  compile_list_compilers (a->mem, &a->key);
}

/* However one gets there. */
static void add_place (unchanged *a, const char_vec *path) {
  char absolute[PATH_MAX];
  bool is_there = path->len && realpath (path->data, absolute);
  text_printf (a->mem, &a->key, "%s\n", is_there ? absolute : "");
}

static const char *const root_names[] = {"@new", "@old"};

/* A file of a revision is called as it is in all of them. */
static void add_text (unchanged *a, const subject *s, const char *text) {
  size_t n = s->moved_to ? strlen (s->moved_to) : 0;
  bool is_below = n && !strncmp (text, s->moved_to, n);
  const char *root = root_names[s == a->subject->before];
  text_printf (a->mem, &a->key, "%zu %s%s\n", strlen (text) - n * is_below,
               is_below ? root : "", text + n * is_below);
}

static void add_subject (unchanged *a, const subject *s) {
  add_text (a, s, s->directory.data);
  add_text (a, s, s->file.data);
  add_text (a, s, s->entry.data);
  for (size_t i = 0; i < s->arg.len; i++)
    add_text (a, s, s->arg.data[i]);
}

static void make_key (unchanged *a) {
  const subject *s = a->subject;
  char_vec home = {0};
  assert (!a->key.len); /* once: it does not follow options that change */
  home_find (a->mem, "include", &home);
  a->is_wanted &= build_identity (a->mem, &a->key);
  text_puts (a->mem, &a->key, "\n");
  add_subject (a, s);
  if (s->before)
    add_subject (a, s->before);
  add_place (a, &s->libc);
  add_place (a, &home);
  options_list (&a->context->options, a->mem, EFFECTS_ON_RESULT, &a->key);
  text_puts (a->mem, &a->key, "\n");
  add_environment (a);
  vec_release (a->mem, &home);
}

/* FILE.trie becomes FILE.again. */
static bool find_place (const unchanged *a, char_vec *path) {
  if (a->subject->before)
    return trie_place_name (a->context, NULL,
                            hash_bytes (a->key.data, a->key.len), "diff", path);
  if (!trie_place_find (a->subject, NULL, path))
    return false;
  assert (path->len > 5 && !strcmp (path->data + path->len - 5, ".trie"));
  path->len -= strlen ("trie");
  text_puts (a->mem, path, "again");
  text_c (a->mem, path);
  return true;
}

/* The report. */

/* As a run says it that carries everything over. */
static report report_of_next (const report *r) {
  report next = *r;
  const explored *x = &r->explored;
  next.explored = (explored) {.complete = x->complete,
                              .error = x->error,
                              .misuse = x->misuse,
                              .cut = x->cut,
                              .carried = x->complete + x->error + x->cut};
  next.changes = (change_list) {.count[CHANGE_KEPT] = r->tests};
  next.work = (report_work) {0};
  return next;
}

/* NULL: not all of it can be kept as it is. */
static char *report_text (const report *r) {
  bool is_exact = true;
  report next = report_of_next (r);
  json_t *o = report_json (&next, &is_exact);
  char *text = is_exact ? json_dumps (o, JSON_COMPACT) : NULL;
  json_decref (o);
  return text;
}

static bool read_report (unchanged *a, const char *text, size_t n,
                         report *out) {
  trouble ignored = {0};
  json_t *o = json_loadb (text, n, 0, NULL);
  bool is_good = o && !report_of_json (out, o, "it", &a->texts, &ignored);
  json_decref (o);
  out->context = a->context;
  out->out = a->context->options.out;
  out->store = a->context->options.store;
  out->tests = out->changes.count[CHANGE_KEPT];
  return is_good && !out->state;
}

/* The file. */

static bool unchanged_read_file (unchanged *a, const char *path) {
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  off_t size = lseek (fd, 0, SEEK_END);
  bool is_good = size > HEAD_SIZE && size < MAX_SIZE;
  if (is_good) {
    vec_reserve (a->mem, &a->file, (size_t) size);
    is_good = pread (fd, a->file.data, (size_t) size, 0) == size;
    a->file.len = (size_t) size;
  }
  close (fd);
  return is_good;
}

/* Without it the next run is slower, no more. */
static void unchanged_write_file (unchanged *a, const char *path,
                                  const char_vec *bytes) {
  trouble why = {0};
  if (whole_file_write (path, bytes->data, bytes->len, &why))
    log_debug (&a->context->log, "%s", trouble_text (&why));
}

static bool seal_body (const unchanged *a, const char *path,
                       const char_vec *file, uint8_t out[SEAL_SIZE]) {
  assert (file->len > HEAD_SIZE);
  return file_seal (a->mem, path, file->data + HEAD_SIZE, file->len - HEAD_SIZE,
                    out);
}

/* Key and manifests, then the report as JSON. */
static void store (unchanged *a, const char *path, const void *text,
                   size_t size) {
  char_vec out = {0};
  uint8_t tag[SEAL_SIZE] = {0};
  assert (a->key.len && manifest_count (a->manifest)); /* 'recall' wants both */
  if (a->context->options.store_mode != STORE_RW)
    return;
  text_add (a->mem, &out, MAGIC, MAGIC_SIZE);
  text_add (a->mem, &out, (const char *) tag, sizeof tag);
  pack_bytes (a->mem, &out, a->key.data, a->key.len);
  manifest_pack (a->manifest, &out);
  manifest_pack (a->comparison, &out);
  text_add (a->mem, &out, text, size);
  if (seal_body (a, path, &out, tag)) {
    memcpy (out.data + MAGIC_SIZE, tag, sizeof tag);
    unchanged_write_file (a, path, &out);
  }
  vec_release (a->mem, &out);
}

static bool is_own (const unchanged *a, const char *path) {
  uint8_t tag[SEAL_SIZE];
  return !memcmp (a->file.data, MAGIC, MAGIC_SIZE) &&
         seal_body (a, path, &a->file, tag) &&
         !memcmp (a->file.data + MAGIC_SIZE, tag, sizeof tag);
}

static bool has_key (const unchanged *a, unpacker *u) {
  uint64_t n;
  const uint8_t *key = unpack_bytes (u, &n);
  return !u->is_bad && n == a->key.len && !memcmp (key, a->key.data, n);
}

/* What a run says of the suite before it. */

/* A file of the output directory. */
static bool add_result (unchanged *a, manifest *m, const char *name) {
  char_vec path = {0};
  text_printf (a->mem, &path, "%s/%s", a->context->options.out, name);
  bool is_good = manifest_add_result (m, text_c (a->mem, &path));
  vec_release (a->mem, &path);
  return is_good;
}

/* The suite of this run is that before it, and nothing in it changed. */
static bool write_comparison (unchanged *a) {
  const char *dir = a->context->options.out;
  trouble ignored = {0};
  uint64_t before = suite_repeat (a->mem, dir);
  manifest_free (a->comparison);
  a->comparison = manifest_new (a->mem);
  return before && !changes_write (&a->changes, dir, before, &ignored) &&
         add_result (a, a->comparison, SUITE_BEFORE) &&
         add_result (a, a->comparison, CHANGES_FILE);
}

static bool unchanged_compare (unchanged *a, bool *is_renewed) {
  if (manifest_count (a->comparison) &&
      manifest_holds (a->comparison, is_renewed))
    return true;
  *is_renewed = true;
  return write_comparison (a);
}

/* Directories of revisions by name, or as they are now. */
static void move_roots (const unchanged *a, bool is_named) {
  const subject *const both[] = {a->subject, a->subject->before};
  for (int i = 0; i < 2; i++)
    if (both[i] && both[i]->moved_to)
      manifest_move (a->manifest, is_named ? both[i]->moved_to : root_names[i],
                     is_named ? root_names[i] : both[i]->moved_to);
}

/* What was kept, if it still holds. */
static bool recall_text (unchanged *a, const char *path, const char **text,
                         size_t *n, bool *is_renewed) {
  if (!unchanged_read_file (a, path) || !is_own (a, path))
    return false;
  const uint8_t *data = (const uint8_t *) a->file.data;
  unpacker u = {.at = data + HEAD_SIZE, .end = data + a->file.len};
  if (!has_key (a, &u) || !manifest_unpack (a->manifest, &u) ||
      !manifest_unpack (a->comparison, &u) || !manifest_count (a->manifest))
    return false; /* what rests on nothing was not kept by us */
  move_roots (a, false);
  *text = (const char *) u.at;
  *n = (size_t) (u.end - u.at);
  return manifest_holds (a->manifest, is_renewed);
}

static bool recall (unchanged *a, const char *path, report *out) {
  const char *text;
  size_t n;
  bool is_renewed = false;
  if (!recall_text (a, path, &text, &n, &is_renewed) ||
      !read_report (a, text, n, out) || !unchanged_compare (a, &is_renewed))
    return false;
  if (is_renewed)
    store (a, path, text, n);
  return true;
}

/* Manifests. */

typedef bool adder (manifest *, const char *path);

/* Nobody else writes where the files of a revision are, but they are new. */
static bool is_revised (const unchanged *a, const char *path) {
  const subject *const both[] = {a->subject, a->subject->before};
  for (int i = 0; i < 2; i++)
    if (both[i] && both[i]->moved_to &&
        !strncmp (path, both[i]->moved_to, strlen (both[i]->moved_to)))
      return true;
  return false;
}

static bool add_revised (manifest *m, const char *path) {
  if (access (path, F_OK))
    manifest_add_absence (m, path);
  return access (path, F_OK) || manifest_add_result (m, path);
}

static bool add_all (unchanged *a, const char_vec *paths, adder *add_one) {
  assert (!paths->len || !vec_last (paths));
  EACH_TEXT (path, paths) {
    bool is_new = is_revised (a, path) && add_one != manifest_add_folder;
    if (!(is_new ? add_revised : add_one) (a->manifest, path)) {
      log_debug (&a->context->log,
                 "the result is not kept: '%s' is too new, or depends on more "
                 "than files",
                 path);
      return false;
    }
  }
  return true;
}

static bool add_absence (manifest *m, const char *path) {
  manifest_add_absence (m, path);
  return true;
}

static bool is_old (manifest *m, const char *path) {
  return manifest_is_old (m, path);
}

typedef struct objects {
  memory *mem;
  char_vec paths;
} objects;

static int note_object (struct dl_phdr_info *info, size_t size, void *data) {
  objects *o = data;
  (void) size;
  if (info->dlpi_name[0] == '/')
    text_add (o->mem, &o->paths, info->dlpi_name, strlen (info->dlpi_name) + 1);
  return 0;
}

/* The libraries that we use. This program itself is part of the key. */
static bool add_libraries (unchanged *a) {
  objects o = {.mem = a->mem};
  dl_iterate_phdr (note_object, &o);
  bool is_good = add_all (a, &o.paths, manifest_add_stamp);
  vec_release (o.mem, &o.paths);
  return is_good;
}

static bool add_libc (unchanged *a) {
  const char_vec *libc = &a->subject->libc;
  char_vec path = {0};
  if (!libc->len)
    return true; /* --libc=none */
  text_printf (a->mem, &path, "%s/archive", libc->data);
  bool is_good = manifest_add_stamp (a->manifest, text_c (a->mem, &path));
  vec_release (a->mem, &path);
  return is_good;
}

/* Without the results that lie elsewhere. */
static bool fill_manifest (unchanged *a) {
  const dependencies *f = &a->dependencies;
  assert (!manifest_count (a->manifest)); /* of a recall that failed */
  if (f->is_open || !(f->read.len + f->inputs.len))
    return false;
  return add_all (a, &f->read, manifest_add_source) &&
         add_all (a, &f->inputs, manifest_add_input) &&
         add_all (a, &f->folders, manifest_add_folder) &&
         add_all (a, &f->beside, is_old) &&
         add_all (a, &f->missing, add_absence) &&
         add_all (a, &f->tools, manifest_add_stamp) && add_libraries (a) &&
         add_libc (a);
}

/* The next run would carry over everything, and knows every place. */
static bool is_final (const report *r) {
  if (r->end)
    return false;
  for (size_t i = 0; i < r->n_errors; i++)
    if (!r->errors[i].end.at.file[0])
      return false;
  return true;
}

void unchanged_keep (unchanged *a, const report *r, const char *trie) {
  char_vec path = {0};
  char *text = NULL;
  if (!a->is_wanted || !is_final (r) || !find_place (a, &path)) {
    vec_release (a->mem, &path);
    return;
  }
  if (fill_manifest (a) && add_result (a, a->manifest, SUITE_FILE) &&
      manifest_add_made (a->manifest, trie) && (text = report_text (r)))
    store (a, path.data, text, strlen (text));
  else
    unlink (path.data);
  free (text);
  vec_release (a->mem, &path);
}

static void reset (unchanged *a) {
  manifest_free (a->manifest);
  manifest_free (a->comparison);
  a->manifest = manifest_new (a->mem);
  a->comparison = manifest_new (a->mem);
  manifest_start (a->manifest);
  arena_reset (&a->texts);
}

void unchanged_keep_text (unchanged *a, const report *r, const char *text) {
  char_vec path = {0};
  if (a->is_wanted && is_final (r) && find_place (a, &path) &&
      fill_manifest (a)) {
    move_roots (a, true);
    store (a, path.data, text, strlen (text));
  }
  vec_release (a->mem, &path);
}

bool unchanged_recall_text (unchanged *a, const char **text, size_t *n) {
  char_vec path = {0};
  bool is_renewed, found = a->is_wanted && find_place (a, &path) &&
                           recall_text (a, path.data, text, n, &is_renewed);
  vec_release (a->mem, &path);
  if (!found)
    reset (a);
  return found;
}

/* Life cycle. */

unchanged *unchanged_open (const subject *s) {
  const options *o = &s->context->options;
  unchanged *a = memory_zalloc (s->mem, sizeof *a);
  a->subject = s;
  a->context = s->context;
  a->mem = s->mem;
  a->is_wanted = !options_need (o, NEEDS_RUN | NEEDS_PATHS);
  dependencies_init (&a->dependencies, a->mem);
  changes_init (&a->changes, a->mem);
  arena_init (&a->texts, a->mem);
  if (a->is_wanted)
    make_key (a);
  reset (a);
  return a;
}

bool unchanged_recall (unchanged *a, report *out) {
  char_vec path = {0};
  assert (!a->file.len); /* once */
  bool found =
      a->is_wanted && find_place (a, &path) && recall (a, path.data, out);
  if (found)
    log_debug (&a->context->log, "nothing changed since the last run");
  else
    reset (a);
  vec_release (a->mem, &path);
  return found;
}

dependencies *unchanged_footing (unchanged *a) { return &a->dependencies; }

void unchanged_free (unchanged *a) {
  if (!a)
    return;
  manifest_free (a->manifest);
  manifest_free (a->comparison);
  dependencies_release (&a->dependencies);
  changes_release (&a->changes);
  vec_release (a->mem, &a->key, &a->file);
  arena_release (&a->texts);
  memory_free (a->mem, a, sizeof *a);
}
