#include "program/linker.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/whole_file.h"
#include "program/ar.h"
#include "program/archive.h"
#include "program/comments.h"
#include "program/compile.h"
#include "program/dependencies.h"
#include "program/folder.h"
#include "program/load.h"
#include "program/mention.h"
#include "program/version_files.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is taken if it is needed. */
typedef struct candidate {
  const char *name;  /* for the compiler, and for messages */
  const char *bytes; /* of a member of an archive; NULL: it is a file */
  size_t size, index;
  const database_entry *entry; /* or NULL */
  bool is_given;        /* in a directory or an archive that the user named */
  bool is_scanned;      /* 'text' has what is in the file */
  bool is_loaded;       /* or cannot be */
  size_t nearness;      /* to the first file */
  char_vec text;        /* of C, without comments */
  LLVMModuleRef module; /* NULL: not loaded, or part of the program */
} candidate;

typedef struct link_job {
  const program_config *config;
  memory *mem;
  module *m;
  arena names;
  database database;
  VEC (candidate) pool;
  VEC (mapped_file) archives;
  archive libc;      /* to know what it has */
  map tried;         /* hash of a name that nobody in the pool defines */
  const char *first; /* the file that the user means; in 'names' */
} link_job;

/* Names. */

static bool is_strong (LLVMValueRef v) {
  return v && !LLVMIsDeclaration (v) &&
         LLVMGetLinkage (v) == LLVMExternalLinkage;
}

static bool is_seen_outside (LLVMValueRef v) {
  LLVMLinkage l = v ? LLVMGetLinkage (v) : LLVMPrivateLinkage;
  return l != LLVMPrivateLinkage && l != LLVMInternalLinkage &&
         l != LLVMAvailableExternallyLinkage && !LLVMIsDeclaration (v);
}

static LLVMValueRef find_value (LLVMModuleRef m, const char *name) {
  LLVMValueRef v = LLVMGetNamedFunction (m, name);
  if (!v)
    v = LLVMGetNamedGlobal (m, name);
  return v ? v : LLVMGetNamedGlobalAlias (m, name, strlen (name));
}

/* "src/a.c:12", as far as it is known. */
static void put_definition (memory *mem, LLVMValueRef v, const char *file,
                            char_vec *out) {
  unsigned len = 0, line = LLVMGetDebugLocLine (v);
  const char *name = line ? LLVMGetDebugLocFilename (v, &len) : NULL;
  if (name)
    text_printf (mem, out, "%.*s:%u", (int) len, name, line);
  else
    text_puts (mem, out, file);
}

/* What a part would define a second time, or NULL. */
static LLVMValueRef find_double (LLVMModuleRef all, LLVMModuleRef part) {
  EACH_FUNCTION (v, part)
    if (is_strong (v) && is_strong (find_value (all, value_name (v))))
      return v;
  EACH_GLOBAL (v, part)
    if (is_strong (v) && is_strong (find_value (all, value_name (v))))
      return v;
  return NULL;
}

static status defined_twice (memory *mem, LLVMModuleRef all, LLVMValueRef v,
                             const char *name, const char *part, trouble *t) {
  char_vec places = {0};
  put_definition (mem, find_value (all, value_name (v)), name, &places);
  text_puts (mem, &places, " and ");
  put_definition (mem, v, part, &places);
  bool is_main = !strcmp (value_name (v), "main");
  status st = trouble_set (
      t, ST_BADINPUT,
      is_main ? "%s is defined in %s: name the one you mean"
              : "multiple definition of '%s': in %s; make one of them static, "
                "or leave one of the files out",
      value_name (v), text_c (mem, &places));
  vec_release (mem, &places);
  return st;
}

status module_join (memory *mem, module *m, LLVMModuleRef part,
                    const char *name, const char *part_name, trouble *t) {
  if (!m->module) {
    m->module = part;
    return ST_OK;
  }
  LLVMValueRef twice = find_double (m->module, part);
  if (twice) {
    status st = defined_twice (mem, m->module, twice, name, part_name, t);
    LLVMDisposeModule (part);
    return st;
  }
  load_remark why = {{0}};
  load_listen (m->llvm, &why);
  bool failed = LLVMLinkModules2 (m->module, part);
  load_listen (m->llvm, NULL);
  return failed ? trouble_set (t, ST_BADINPUT, "'%s' does not link: %s",
                               part_name, why.text)
                : ST_OK;
}

/* The pool. */

static const char *keep_name (link_job *l, const char *text) {
  return arena_string (&l->names, text, strlen (text));
}

static candidate *add_candidate (link_job *l, const char *name) {
  candidate x = {.name = name, .index = l->pool.len};
  vec_push (l->mem, &l->pool, x);
  return &vec_last (&l->pool);
}

static bool is_directory (const char *path) {
  struct stat info;
  return !stat (path, &info) && S_ISDIR (info.st_mode);
}

/* As the user would call it: from here, if it is below. */
static const char *short_name (link_job *l, const char *file) {
  char here[PATH_MAX];
  size_t n = getcwd (here, sizeof here) ? strlen (here) : 0;
  bool is_below = n && !strncmp (file, here, n) && file[n] == '/';
  return keep_name (l, is_below ? file + n + 1 : file);
}

/* Where a file of the database is in the version that is compiled, or NULL. */
static const char *entry_place (link_job *l, const database_entry *e) {
  const char *from = l->config->moved_from, *to = l->config->moved_to;
  size_t n = from ? strlen (from) : 0;
  if (!from || strncmp (e->file, from, n) || e->file[n] != '/')
    return e->exists ? short_name (l, e->file) : NULL;
  const char *path = arena_printf (&l->names, "%s%s", to, e->file + n);
  return access (path, R_OK) ? NULL : path;
}

static bool is_c_file (const char *path) {
  const char *dot = strrchr (path, '.');
  return dot && (!strcmp (dot, ".c") || !strcmp (dot, ".i"));
}

/* With its own flags; what is not in the database has those of the user. */
static program_config config_of (const link_job *l, const char *name,
                                 compile_unit *unit) {
  program_config own = *l->config;
  own.input = name;
  own.others = NULL;
  own.entry = NULL;
  own.unit = unit;
  own.name = name == l->config->input ? own.name : NULL;
  return own;
}

static const database_entry *entry_of (const link_job *l, const char *name) {
  program_config own = config_of (l, name, NULL);
  return version_entry (&own, &l->database);
}

/* Beside an input that the database does not have: a copy of that tree, whose
 * files are nearer than those of the database.
 */
static void add_copy (link_job *l, const database_entry *e) {
  dependencies *d = l->config->dependencies;
  const char *slash = strrchr (l->first, '/'), *name = strrchr (e->file, '/');
  int n = slash ? (int) (slash + 1 - l->first) : 0;
  const char *path = arena_printf (&l->names, "%.*s%s", n, l->first,
                                   name ? name + 1 : e->file);
  if (!access (path, R_OK))
    add_candidate (l, path)->entry = e;
  else if (d)
    text_add (d->mem, &d->missing, path, strlen (path) + 1);
}

static void add_entries (link_job *l) {
  dependencies *d = l->config->dependencies;
  bool is_copy = !l->config->moved_from && !entry_of (l, l->first);
  for (size_t i = 0; i < l->database.entry.len; i++) {
    const database_entry *e = l->database.entry.data + i;
    const char *path = is_c_file (e->file) ? entry_place (l, e) : NULL;
    if (is_copy && is_c_file (e->file))
      add_copy (l, e);
    if (path)
      add_candidate (l, path)->entry = e;
    else if (d && !e->exists)
      text_add (d->mem, &d->missing, e->file, strlen (e->file) + 1);
  }
}

/* A directory: what the database has of it, or else all that is there. */
static void add_folder (link_job *l, const char *path) {
  dependencies *d = l->config->dependencies;
  char *whole = realpath (path, NULL);
  size_t n = whole ? strlen (whole) : 0, found = 0;
  for (size_t i = 0; i < l->pool.len; i++) {
    candidate *x = l->pool.data + i;
    char *real = x->entry ? realpath (x->name, NULL) : NULL;
    x->is_given |= real && !strncmp (real, whole, n) && real[n] == '/';
    found += x->is_given;
    free (real);
  }
  free (whole);
  if (found)
    return;
  char_vec files = {0};
  folder_list (l->mem, path, &files);
  EACH_TEXT (at, &files)
  add_candidate (l, keep_name (l, at))->is_given = true;
  vec_release (l->mem, &files);
  if (d)
    text_add (d->mem, &d->folders, path, strlen (path) + 1);
}

static void add_member (link_job *l, const char *path, const ar_member *m) {
  const char *slash = strrchr (path, '/');
  bool is_whole = m->name_len && m->name[0] == '/';
  int folder = slash && !is_whole ? (int) (slash + 1 - path) : 0;
  const char *name = m->bytes ? arena_printf (&l->names, "%s(%.*s)", path,
                                              (int) m->name_len, m->name)
                              : arena_printf (&l->names, "%.*s%.*s", folder,
                                              path, (int) m->name_len, m->name);
  candidate *x = add_candidate (l, name);
  x->is_given = true;
  x->bytes = m->bytes;
  x->size = m->size;
}

static bool add_archive (link_job *l, const char *path) {
  mapped_file f;
  ar_member m;
  size_t at = 0;
  if (!whole_file_map (path, &f))
    return false;
  bool is_one = ar_is_archive (f.bytes, f.size);
  if (!is_one) {
    whole_file_unmap (&f);
    return false;
  }
  vec_push (l->mem, &l->archives, f);
  while (ar_next (f.bytes, f.size, &at, &m))
    add_member (l, path, &m);
  if (l->config->dependencies)
    dependencies_add_input (l->config->dependencies, path);
  return true;
}

/* Loading. */

static bool is_binary (const candidate *x) {
  return x->bytes || !is_c_file (x->name);
}

/* One that cannot be loaded is as good as not there. */
static void load_candidate (link_job *l, candidate *x, const char *entry) {
  compile_unit unit = {&l->database, x->entry};
  program_config own = config_of (l, x->name, &unit);
  module part = {.beside = l->m};
  trouble why = {0};
  if (x->is_loaded)
    return;
  x->is_loaded = true;
  if (!l->m->llvm)
    module_open_context (l->m);
  own.entry = entry;
  own.log = NULL;
  status st = x->bytes
                  ? module_read_bytes (&own, &part, x->bytes, x->size, &why)
                  : module_read (&own, &part, &why);
  if (!st)
    x->module = part.module;
  else if (!is_binary (x))
    log_warning (l->config->log,
                 "%s, and is left out; 'reprise run %s' says why",
                 trouble_text (&why), x->name);
}

static mention mention_of (link_job *l, candidate *x, const char *name) {
  mapped_file f;
  if (is_binary (x))
    return MENTION_DEFINITION;
  if (!x->is_scanned && whole_file_map (x->name, &f)) {
    if (!comments_strip (l->mem, f.bytes, f.size, &x->text)) {
      vec_clear (&x->text);
      text_add (l->mem, &x->text, f.bytes, f.size);
    }
    whole_file_unmap (&f);
    if (l->config->dependencies)
      dependencies_add_input (l->config->dependencies, x->name);
  }
  x->is_scanned = true;
  return mention_find (x->text.data, x->text.len, name);
}

/* Near is what has most in common: the place of its object, which tells the
 * target, or that of the file.
 */
static size_t in_common (const char *a, const char *b) {
  size_t n = 0;
  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

static int by_nearness (const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (is_binary (x) != is_binary (y))
    return is_binary (x) ? -1 : 1;
  if (x->nearness != y->nearness)
    return x->nearness > y->nearness ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void sort_pool (link_job *l) {
  const database_entry *first = entry_of (l, l->first);
  char_vec of_first = {0}, other = {0};
  if (first)
    database_output (&l->database, first, &of_first);
  for (size_t i = 0; i < l->pool.len; i++) {
    candidate *x = l->pool.data + i;
    vec_clear (&other);
    if (x->entry && !database_output (&l->database, x->entry, &other))
      x->is_loaded = true; /* as C++, which we do not compile */
    x->nearness =
        of_first.len && other.len
            ? in_common (of_first.data, other.data)
            : in_common (first ? first->file : l->first,
                         first && x->entry ? x->entry->file : x->name);
  }
  vec_release (l->mem, &of_first, &other);
  vec_sort (&l->pool, by_nearness);
}

/* What is needed. */

static bool is_machines (const char *name) {
#define BUILTIN(NAME, TEXT, WINS, DOES) \
  if (WINS && !strcmp (name, TEXT)) \
    return true;
#include "program/builtins.def"
  return text_begins (name, "llvm.");
}

static bool is_of_libc (const link_job *l, const char *name) {
  return l->libc.bytes && archive_find (&l->libc, name) != ARCHIVE_NONE;
}

/* A harness has its own main, which calls it. */
static bool brings_main (const link_job *l, LLVMModuleRef part) {
  return !l->config->entry && is_seen_outside (find_value (part, "main")) &&
         is_seen_outside (find_value (l->m->module, MODULE_FUZZ_NAME));
}

static bool provides (link_job *l, candidate *x, const char *name,
                      bool is_better) {
  load_candidate (l, x, NULL);
  LLVMValueRef v = x->module ? find_value (x->module, name) : NULL;
  return (is_better ? is_strong (v) : is_seen_outside (v)) &&
         !brings_main (l, x->module) && !find_double (l->m->module, x->module);
}

/* Names that the libc has, too, are seldom the project's, so that only what
 * looks like a definition is compiled for them.
 */
static candidate *find_provider (link_job *l, const char *name,
                                 bool is_better) {
  bool is_common = is_better || is_of_libc (l, name);
  for (int level = MENTION_DEFINITION; level; level--)
    for (size_t i = 0; i < l->pool.len; i++) {
      candidate *x = l->pool.data + i;
      if (is_common && (level < MENTION_DEFINITION || (is_better && x->bytes)))
        continue;
      if ((x->is_loaded && !x->module) ||
          mention_of (l, x, name) != (mention) level)
        continue;
      if (provides (l, x, name, is_better))
        return x;
    }
  return NULL;
}

static bool is_replaceable (LLVMValueRef v) {
  LLVMLinkage k = LLVMGetLinkage (v);
  return k == LLVMWeakAnyLinkage || k == LLVMCommonLinkage;
}

/* Appends names that are used and not defined, or not for good. */
static void list_needed (link_job *l, LLVMValueRef v, char_vec *names) {
  const char *name = value_name (v);
  bool is_open =
      LLVMIsDeclaration (v)
          ? LLVMGetFirstUse (v) && LLVMGetLinkage (v) != LLVMExternalWeakLinkage
          : is_replaceable (v);
  if (!is_open || is_machines (name))
    return;
  uint64_t *at = map_at (&l->tried, hash_bytes (name, strlen (name)).lo | 1);
  if (!*at)
    text_add (l->mem, names, name, strlen (name) + 1);
  *at = 1;
}

static status take (link_job *l, candidate *x, trouble *t) {
  LLVMModuleRef part = x->module;
  x->module = NULL;
  log_debug (l->config->log, "linked: %s", x->name);
  return module_join (l->mem, l->m, part, l->first, x->name, t);
}

/* A contract (harness.h) in a directory or archive that was given: nobody calls
 * it.
 */
static status take_contract (link_job *l, trouble *t) {
  const char *name = arena_printf (&l->names, HARNESS_REQUIRES "%s",
                                   l->config->entry ? l->config->entry : "");
  for (size_t i = 0; l->config->entry && i < l->pool.len; i++) {
    candidate *x = l->pool.data + i;
    if (!find_value (l->m->module, name) && x->is_given &&
        mention_of (l, x, name) == MENTION_DEFINITION &&
        provides (l, x, name, false))
      return take (l, x, t);
  }
  return ST_OK;
}

static status resolve (link_job *l, trouble *t) {
  char_vec names = {0};
  status st = take_contract (l, t);
  while (!st) {
    vec_clear (&names);
    EACH_FUNCTION (v, l->m->module)
      list_needed (l, v, &names);
    EACH_GLOBAL (v, l->m->module)
      list_needed (l, v, &names);
    EACH_TEXT (name, &names) {
      LLVMValueRef v = find_value (l->m->module, name);
      bool is_better = v && !LLVMIsDeclaration (v);
      candidate *x = is_better && !is_replaceable (v)
                         ? NULL
                         : find_provider (l, name, is_better);
      if (x && (st = take (l, x, t)))
        break;
    }
    if (!names.len)
      break;
  }
  vec_release (l->mem, &names);
  return st;
}

/* Where it starts, if no file was given. */

static bool starts (link_job *l, candidate *x, const char *name) {
  if (!x->is_given || mention_of (l, x, name) < MENTION_DEFINITION)
    return false;
  load_candidate (l, x, l->config->entry);
  LLVMValueRef f = x->module ? LLVMGetNamedFunction (x->module, name) : NULL;
  return f && !LLVMIsDeclaration (f);
}

static status find_start (link_job *l, const char *name, candidate **out,
                          trouble *t) {
  char_vec all = {0};
  size_t n = 0;
  *out = NULL;
  for (size_t i = 0; i < l->pool.len; i++)
    if (starts (l, l->pool.data + i, name)) {
      text_printf (l->mem, &all, "%s%s", n++ ? ", " : "", l->pool.data[i].name);
      *out = l->pool.data + i;
    }
  status st = n < 2 ? ST_OK
                    : trouble_set (t, ST_BADINPUT,
                                   "%s is defined in %s: name the one you mean",
                                   name, text_c (l->mem, &all));
  vec_release (l->mem, &all);
  return st;
}

static status choose_start (link_job *l, trouble *t) {
  const char *const names[] = {l->config->entry ? l->config->entry : "main",
                               MODULE_FUZZ_NAME};
  candidate *x = NULL;
  status st = ST_OK;
  for (int i = 0; !st && !x && i < (l->config->entry ? 1 : 2); i++)
    st = find_start (l, names[i], &x, t);
  if (!st && !x)
    st = trouble_set (t, ST_BADINPUT, "no file of '%s' defines %s%s",
                      l->config->input, names[0],
                      l->config->entry ? ""
                                       : ": name a file and a function, "
                                         "as in 'FILE.c:FUNCTION'");
  if (st)
    return st;
  l->first = x->name;
  l->m->is_compiled = !is_binary (x);
  return take (l, x, t);
}

/* All. */

/* It is part of the program already. */
static void leave_out (link_job *l, const database_entry *e) {
  for (size_t i = 0; e && i < l->pool.len; i++) {
    candidate *x = l->pool.data + i;
    x->is_loaded |= x->entry && !strcmp (x->entry->file, e->file);
  }
}

static status load_given (link_job *l, const char *name, trouble *t) {
  bool is_first = name == l->config->input;
  compile_unit unit = {&l->database, entry_of (l, name)};
  program_config own = config_of (l, name, &unit);
  module part = {.beside = l->m};
  if (is_directory (name)) {
    add_folder (l, name);
    return ST_OK;
  }
  if (add_archive (l, name))
    return ST_OK;
  leave_out (l, unit.entry);
  if (is_first)
    own.entry = l->config->entry;
  bool is_new = !l->m->module;
  status st = module_read (&own, is_new ? l->m : &part, t);
  if (st || is_new)
    return st;
  return module_join (l->mem, l->m, part.module, l->first, name, t);
}

static status link_all (link_job *l, trouble *t) {
  const program_config *config = l->config;
  dependencies *d = config->dependencies;
  program_config own = config_of (l, config->input, NULL);
  char *known = version_real_input (&own);
  const char *input = known ? known : config->input;
  char_vec path = {0}, room = {0};
  const char *own_database = version_database (config, &room);
  trouble ignored = {0};
  status st;
  if (d)
    database_list (d->mem, own_database, input, &d->read, &d->missing);
  TRY (database_open (&l->database, l->mem, own_database, input, t));
  add_entries (l);
  TRY (load_given (l, config->input, t));
  for (const char *const *x = config->others; x && *x; x++)
    TRY (load_given (l, *x, t));
  if (!l->m->module)
    TRY (choose_start (l, t));
  if (config->entry)
    l->m->entry = LLVMGetNamedFunction (l->m->module, config->entry);
  text_printf (l->mem, &path, "%s/archive", config->libc ? config->libc : "");
  if (config->libc)
    archive_open (&l->libc, text_c (l->mem, &path), &ignored);
  sort_pool (l);
  st = resolve (l, t);
out:
  vec_release (l->mem, &path, &room);
  free (known);
  return st;
}

status linker_load (const program_config *config, module *m, trouble *t) {
  link_job l = {
      .config = config, .mem = config->mem, .m = m, .first = config->input};
  arena_init (&l.names, l.mem);
  map_init (&l.tried, l.mem);
  status st = link_all (&l, t);
  for (size_t i = 0; i < l.pool.len; i++) {
    if (l.pool.data[i].module)
      LLVMDisposeModule (l.pool.data[i].module);
    vec_release (l.mem, &l.pool.data[i].text);
  }
  for (size_t i = 0; i < l.archives.len; i++)
    whole_file_unmap (l.archives.data + i);
  vec_release (l.mem, &l.pool, &l.archives);
  archive_close (&l.libc);
  database_close (&l.database);
  map_release (&l.tried);
  arena_release (&l.names);
  return st;
}
