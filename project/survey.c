/* Each file becomes a module, whose text is cut into what it defines
 * (survey_text.h); then names are resolved between files, and digests are made
 * of what each function needs, directly or not.
 */

#include "project/survey.h"

#include "diff/defined.h"
#include "program/compile.h"
#include "program/folder.h"
#include "program/llvm_lists.h"
#include "program/module.h"
#include "program/program.h"
#include "project/survey_text.h"
#include "run/subject.h"
#include "run/trie_place.h"

#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names, by number in the arena of the survey: resolved when all are known. */
typedef struct mentioned {
  uint32_t by; /* item */
  uint64_t key;
} mentioned;

typedef struct surveying {
  survey *s;
  const char *moved_from, *moved_to;
  database database;
  VEC (mentioned) mentions;
  VEC (uint64_t) file_key; /* of each item: what is found in the same file */
  const char *file;        /* the one that is read */
  uint32_t item;
} surveying;

static uint64_t global_key (const char *name, size_t len) {
  return hash_bytes (name, len).lo | 1;
}

static uint64_t local_key (const char *file, uint64_t name) {
  return hash_mix (hash_bytes (file, strlen (file)).lo, name) | 1;
}

/* One file. */

static void note_mention (void *owner, const char *name, size_t len) {
  surveying *w = owner;
  if (!strncmp (name, "llvm.", 5))
    return;
  vec_push (w->s->mem, &w->mentions,
            (mentioned) {w->item, global_key (name, len)});
}

/* Before debug information is gone. */
static hash128 lines_of (LLVMValueRef f, uint32_t *first) {
  hash128 h = {0};
  *first = LLVMGetDebugLocLine (f);
  EACH_BLOCK (b, f)
    EACH_INSTRUCTION (i, b)
      h = hash128_mix (h, hash128_of (LLVMGetDebugLocLine (i), 1));
  return hash128_mix (h, hash128_of (*first, 2));
}

/* The file may be a header. */
static bool is_of_system (const program_config *config, LLVMValueRef f) {
  LLVMMetadataRef about = LLVMGetSubprogram (f);
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile (about) : NULL;
  unsigned n = 0;
  const char *name = file ? LLVMDIFileGetFilename (file, &n) : "";
  char_vec path = {0};
  text_add (config->mem, &path, name, n);
  bool is = defined_is_system (config, text_c (config->mem, &path));
  vec_release (config->mem, &path);
  return is;
}

/* Does anything but a direct call of it use it? */
static bool is_address_taken (LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse (f); u; u = LLVMGetNextUse (u)) {
    LLVMValueRef by = LLVMGetUser (u);
    if (!LLVMIsACallInst (by) || LLVMGetCalledValue (by) != f)
      return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands (by); i++)
      if (LLVMGetOperand (by, i) == f)
        return true;
  }
  return false;
}

static void describe_function (const program_config *config, LLVMValueRef f,
                               surveyed *x) {
  unsigned n = LLVMCountParams (f);
  x->is_function = true;
  x->is_foreign = is_of_system (config, f);
  x->is_program = !strcmp (x->name, "main");
  x->is_address = is_address_taken (f);
  x->params = n;
  for (unsigned i = 0; i < n; i++)
    x->pointers += LLVMGetTypeKind (LLVMTypeOf (LLVMGetParam (f, i))) ==
                   LLVMPointerTypeKind;
  x->lines = lines_of (f, &x->line);
}

static void add_one (surveying *w, const module_text *text, const text_item *t,
                     surveyed x) {
  survey *s = w->s;
  text_counts counts = {0};
  w->item = (uint32_t) s->item.len;
  x.text = hash128_mix (text->types,
                        module_text_digest (text, t, &counts, note_mention, w));
  x.branches = counts.branches;
  x.indices = counts.indices;
  x.calls = counts.calls;
  uint64_t name = global_key (t->name, t->len);
  map_put (&s->by_name, local_key (x.file, name), s->item.len + 1);
  if (!x.is_local && !map_find (&s->by_name, name))
    map_put (&s->by_name, name, s->item.len + 1);
  vec_push (s->mem, &s->item, x);
  vec_push (s->mem, &w->file_key, hash_bytes (x.file, strlen (x.file)).lo);
}

static bool is_local_value (LLVMValueRef v) {
  LLVMLinkage l = LLVMGetLinkage (v);
  return l == LLVMInternalLinkage || l == LLVMPrivateLinkage;
}

static LLVMValueRef named_value (LLVMModuleRef m, const char *name) {
  LLVMValueRef v = LLVMGetNamedFunction (m, name);
  if (!v)
    v = LLVMGetNamedGlobal (m, name);
  return v ? v : LLVMGetNamedGlobalAlias (m, name, strlen (name));
}

typedef VEC (surveyed) surveyed_vec;

/* What the text does not tell: debug information is left out of it. */
static void read_functions (surveying *w, const program_config *config,
                            LLVMModuleRef m, surveyed_vec *out, map *at) {
  EACH_FUNCTION (f, m) {
    size_t len;
    const char *name = LLVMGetValueName2 (f, &len);
    if (LLVMIsDeclaration (f))
      continue;
    surveyed x = {.file = w->file,
                  .name = arena_string (&w->s->texts, name, len)};
    describe_function (config, f, &x);
    vec_push (w->s->mem, out, x);
    map_put (at, global_key (name, len), out->len);
  }
}

static void read_printed (surveying *w, LLVMModuleRef m,
                          const surveyed_vec *functions, const map *at) {
  LLVMStripModuleDebugInfo (m);
  char *printed = LLVMPrintModuleToString (m);
  module_text text;
  module_text_init (&text, w->s->mem, printed);
  for (size_t i = 0; i < text.item.len; i++) {
    const text_item *t = text.item.data + i;
    if (t->is_private)
      continue;
    uint32_t k = (uint32_t) map_get (at, global_key (t->name, t->len), 0);
    surveyed x = {.file = w->file};
    if (k && t->is_function)
      x = functions->data[k - 1];
    else
      x.name = arena_string (&w->s->texts, t->name, t->len);
    LLVMValueRef v = named_value (m, x.name);
    x.is_local = !v || is_local_value (v);
    x.is_state = v && LLVMIsAGlobalVariable (v) && !LLVMIsGlobalConstant (v);
    if (!t->is_function && v && LLVMIsDeclaration (v))
      continue;
    add_one (w, &text, t, x);
  }
  module_text_release (&text);
  LLVMDisposeMessage (printed);
}

static void read_module (surveying *w, const program_config *config,
                         LLVMModuleRef m) {
  surveyed_vec functions = {0};
  map at;
  map_init (&at, w->s->mem);
  read_functions (w, config, m, &functions, &at);
  read_printed (w, m, &functions, &at);
  vec_release (w->s->mem, &functions);
  map_release (&at);
}

static void read_file (surveying *w, const char *path,
                       const database_entry *entry) {
  survey *s = w->s;
  subject one;
  module m = {0};
  trouble why = {0};
  compile_unit unit = {&w->database, entry};
  status st = subject_init (&one, s->context, path, 0, NULL);
  one.moved_from = w->moved_from;
  one.moved_to = w->moved_to;
  if (s->context->options.store_mode == STORE_RW)
    trie_place_begin (s->context, NULL, &one.kept);
  program_config config = subject_config (&one);
  if (entry)
    config.unit = &unit;
  config.compiled = NULL;
  config.log = NULL;
  w->file = arena_string (&s->texts, path, strlen (path));
  s->n_files++;
  if (!st)
    st = module_read (&config, &m, &why);
  if (!st)
    read_module (w, &config, m.module);
  else
    vec_push (s->mem, &s->failed,
              arena_printf (&s->texts, "%s", trouble_text (&why)));
  trouble_clear (&s->context->trouble);
  module_release (s->mem, &m);
  subject_release (&one);
}

/* All files. */

/* As the user would call it: from here, if it is below. */
static const char *path_from_here (arena *to, const char *file) {
  char here[PATH_MAX];
  size_t n = getcwd (here, sizeof here) ? strlen (here) : 0;
  bool is_below = n && !strncmp (file, here, n) && file[n] == '/';
  return arena_string (to, is_below ? file + n + 1 : file,
                       strlen (is_below ? file + n + 1 : file));
}

static bool is_c (const char *path) {
  const char *dot = strrchr (path, '.');
  return dot && (!strcmp (dot, ".c") || !strcmp (dot, ".i"));
}

/* Where a file is in the version that is looked at; NULL: nowhere. */
static const char *entry_file (surveying *w, const database_entry *e) {
  size_t n = w->moved_from ? strlen (w->moved_from) : 0;
  if (!n || strncmp (e->file, w->moved_from, n) || e->file[n] != '/')
    return e->exists ? path_from_here (&w->s->texts, e->file) : NULL;
  const char *path =
      arena_printf (&w->s->texts, "%s%s", w->moved_to, e->file + n);
  return access (path, R_OK) ? NULL : path;
}

/* A file may be compiled for several targets: the first counts. */
static uint32_t read_database (surveying *w, const char *below) {
  uint32_t n = 0;
  size_t len = strlen (below);
  map seen;
  map_init (&seen, w->s->mem);
  for (size_t i = 0; i < w->database.entry.len; i++) {
    const database_entry *e = w->database.entry.data + i;
    bool is_below = !strncmp (e->file, below, len) &&
                    (e->file[len] == '/' || below[len - 1] == '/');
    const char *path = is_below && is_c (e->file) ? entry_file (w, e) : NULL;
    uint64_t key = path ? global_key (path, strlen (path)) : 0;
    if (!path || map_find (&seen, key))
      continue;
    map_put (&seen, key, 1);
    read_file (w, path, e);
    n++;
  }
  map_release (&seen);
  return n;
}

static void read_folder (surveying *w, const char *folder) {
  char_vec files = {0};
  folder_list (w->s->mem, folder, &files);
  for (const char *at = files.data, *end = at + files.len; at < end;
       at += strlen (at) + 1)
    read_file (w, at, NULL);
  vec_release (w->s->mem, &files);
}

static status read_all (surveying *w) {
  survey *s = w->s;
  context *c = s->context;
  char absolute[PATH_MAX];
  if (!realpath (s->folder, absolute))
    return trouble_set (&c->trouble, ST_USAGE, "there is no directory '%s'",
                        s->folder);
  bool is_file = is_c (absolute);
  status st = database_open (&w->database, s->mem, c->options.compile_commands,
                             absolute, &c->trouble);
  if (st)
    return st;
  if (is_file)
    read_file (w, s->folder, database_find (&w->database, absolute));
  else if (!w->database.path || !read_database (w, absolute))
    read_folder (w, s->folder);
  else
    s->database =
        arena_string (&s->texts, w->database.path, strlen (w->database.path));
  return ST_OK;
}

/* Names. */

static void resolve_names (surveying *w) {
  survey *s = w->s;
  for (size_t i = 0; i < w->mentions.len; i++) {
    mentioned m = w->mentions.data[i];
    surveyed *by = s->item.data + m.by;
    uint64_t here = hash_mix (w->file_key.data[m.by], m.key) | 1;
    uint32_t k = (uint32_t) map_get (&s->by_name, here, 0);
    if (!k)
      k = (uint32_t) map_get (&s->by_name, m.key, 0);
    if (!k || k - 1 == m.by)
      continue;
    vec_push (s->mem, &by->needs, k - 1);
    surveyed *to = s->item.data + k - 1;
    if (by->is_function)
      vec_push (s->mem, &to->callers, m.by);
  }
}

/* In any order, each once; a sum, for two files may have the same. */
static void digest_one (survey *s, uint32_t first, uint32_t *seen,
                        u32_vec *todo) {
  surveyed *x = s->item.data + first;
  x->code = x->placed = (hash128) {0};
  vec_clear (todo);
  vec_push (s->mem, todo, first);
  seen[first] = first + 1;
  while (todo->len) {
    const surveyed *y = s->item.data + vec_pop (todo);
    hash128 both = hash128_mix (y->text, y->lines);
    x->has_state |= y->is_state;
    x->code = (hash128) {x->code.lo + y->text.lo, x->code.hi + y->text.hi};
    x->placed = (hash128) {x->placed.lo + both.lo, x->placed.hi + both.hi};
    for (size_t i = 0; i < y->needs.len; i++)
      if (seen[y->needs.data[i]] != first + 1) {
        seen[y->needs.data[i]] = first + 1;
        vec_push (s->mem, todo, y->needs.data[i]);
      }
  }
}

static void digest_all (survey *s) {
  size_t size = s->item.len * sizeof (uint32_t);
  uint32_t *seen = memory_zalloc (s->mem, size);
  u32_vec todo = {0};
  for (uint32_t i = 0; i < s->item.len; i++)
    if (s->item.data[i].is_function)
      digest_one (s, i, seen, &todo);
  vec_release (s->mem, &todo);
  memory_free (s->mem, seen, size);
}

status survey_open (survey *s, context *c, const char *folder,
                    const char *moved_from, const char *moved_to) {
  surveying w = {.s = s, .moved_from = moved_from, .moved_to = moved_to};
  *s = (survey) {.context = c, .mem = &c->memory, .folder = folder};
  arena_init (&s->texts, s->mem);
  map_init (&s->by_name, s->mem);
  status st = read_all (&w);
  database_close (&w.database);
  resolve_names (&w);
  digest_all (s);
  vec_release (s->mem, &w.mentions);
  vec_release (s->mem, &w.file_key);
  return st;
}

void survey_release (survey *s) {
  for (size_t i = 0; i < s->item.len; i++)
    vec_release (s->mem, &s->item.data[i].needs, &s->item.data[i].callers);
  vec_release (s->mem, &s->item);
  vec_release (s->mem, &s->failed);
  map_release (&s->by_name);
  arena_release (&s->texts);
}

const surveyed *survey_find (const survey *s, const char *file,
                             const char *name) {
  uint64_t key = local_key (file, global_key (name, strlen (name)));
  uint32_t k = (uint32_t) map_get (&s->by_name, key, 0);
  return k ? s->item.data + k - 1 : NULL;
}

const surveyed *survey_named (const survey *s, const char *name) {
  uint64_t key = global_key (name, strlen (name));
  uint32_t k = (uint32_t) map_get (&s->by_name, key, 0);
  return k ? s->item.data + k - 1 : NULL;
}

const surveyed *survey_contract (const survey *s, const surveyed *x) {
  char_vec name = {0};
  text_printf (s->mem, &name, HARNESS_REQUIRES "%s", x->name);
  const surveyed *r = survey_find (s, x->file, text_c (s->mem, &name));
  if (!r)
    r = survey_named (s, name.data);
  vec_release (s->mem, &name);
  return r && r->is_function ? r : NULL;
}
