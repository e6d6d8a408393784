#include "diff/defined.h"

#include "base/map.h"
#include "program/llvm_lists.h"
#include "program/module.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* A function or a variable, by its text; what it names is what it needs. */
typedef struct defined_item {
  LLVMValueRef value;
  hash128 text;
  u32_vec needs;
} defined_item;

typedef struct defined_items {
  memory *mem;
  VEC (defined_item) all;
  map by_name; /* hash of the name -> its item, plus 1 */
  hash128 types;
} defined_items;

static uint64_t item_key (const char *name, size_t len) {
  return hash_bytes (name, len).lo | 1;
}

static void add_item (defined_items *d, LLVMValueRef v) {
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  vec_push (d->mem, &d->all, (defined_item) {.value = v});
  map_put (&d->by_name, item_key (name, len), d->all.len);
}

/* The length of the name that begins here, behind its '@' and quote. */
static size_t name_length (const char *text, bool is_quoted) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._";
  return is_quoted ? strcspn (text, "\"") : strspn (text, letters);
}

static void read_item (defined_items *d, defined_item *x) {
  char *text = LLVMPrintValueToString (x->value);
  x->text = hash_bytes (text, strlen (text));
  for (const char *at = strchr (text, '@'); at; at = strchr (at, '@')) {
    bool is_quoted = *++at == '"';
    at += is_quoted;
    uint64_t key = item_key (at, name_length (at, is_quoted));
    uint32_t i = (uint32_t) map_get (&d->by_name, key, 0);
    if (i)
      vec_push (d->mem, &x->needs, i - 1);
  }
  LLVMDisposeMessage (text);
}

/* Types are told by name in the code: a change of one changes all. */
static hash128 types_digest (LLVMModuleRef m) {
  char *text = LLVMPrintModuleToString (m);
  hash128 h = {0};
  for (const char *line = text; *line;) {
    size_t n = strcspn (line, "\n");
    if (*line == '%') {
      hash128 one = hash_bytes (line, n);
      h = (hash128) {h.lo ^ one.lo, h.hi ^ one.hi};
    }
    line += n + (line[n] == '\n');
  }
  LLVMDisposeMessage (text);
  return h;
}

/* Of the texts of all that it needs, in any order. */
static hash128 item_digest (const defined_items *d, uint32_t first) {
  hash128 h = d->types;
  u32_vec todo = {0};
  uint8_t *is_seen = memory_zalloc (d->mem, d->all.len);
  vec_push (d->mem, &todo, first);
  is_seen[first] = true;
  while (todo.len) {
    const defined_item *x = d->all.data + todo.data[--todo.len];
    h = (hash128) {h.lo ^ x->text.lo, h.hi ^ x->text.hi};
    for (size_t i = 0; i < x->needs.len; i++)
      if (!is_seen[x->needs.data[i]]) {
        is_seen[x->needs.data[i]] = true;
        vec_push (d->mem, &todo, x->needs.data[i]);
      }
  }
  vec_release (d->mem, &todo);
  memory_free (d->mem, is_seen, d->all.len);
  return h;
}

static void read_items (defined_items *d, LLVMModuleRef m) {
  EACH_GLOBAL (v, m)
    add_item (d, v);
  EACH_ALIAS (v, m)
    add_item (d, v);
  EACH_FUNCTION (v, m)
    add_item (d, v);
  for (size_t i = 0; i < d->all.len; i++)
    read_item (d, d->all.data + i);
  d->types = types_digest (m);
}

static void release_items (defined_items *d) {
  for (size_t i = 0; i < d->all.len; i++)
    vec_release (d->mem, &d->all.data[i].needs);
  vec_release (d->mem, &d->all);
  map_release (&d->by_name);
}

static bool is_below (const char *path, size_t n, const char *folder) {
  size_t k = folder ? strlen (folder) : 0;
  return k && n > k && !strncmp (path, folder, k) && path[k] == '/';
}

/* Its source is a header of the system, or of our libc. */
static bool is_of_system (const program_config *config, LLVMValueRef f) {
  LLVMMetadataRef about = LLVMGetSubprogram (f);
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile (about) : NULL;
  unsigned n = 0;
  const char *path = file ? LLVMDIFileGetFilename (file, &n) : "";
  return is_below (path, n, "/usr/include") || is_below (path, n, "/usr/lib") ||
         is_below (path, n, "/usr/local/include") ||
         is_below (path, n, config->libc);
}

typedef VEC (LLVMValueRef) defined_values;

/* Those that are somebody's else. */
static void list_foreign (const program_config *config, LLVMModuleRef m,
                          defined_values *out) {
  EACH_FUNCTION (f, m)
    if (is_of_system (config, f))
      vec_push (config->mem, out, f);
}

static bool is_among (const defined_values *all, LLVMValueRef v) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i] == v)
      return true;
  return false;
}

status defined_list (const program_config *config, arena *to,
                     defined_functions *out, trouble *t) {
  module m = {0};
  status st = module_read (config, &m, t);
  defined_items d = {.mem = config->mem};
  defined_values foreign = {0};
  map_init (&d.by_name, d.mem);
  if (!st) {
    list_foreign (config, m.module, &foreign);
    LLVMStripModuleDebugInfo (m.module);
    read_items (&d, m.module);
  }
  for (uint32_t i = 0; i < d.all.len; i++) {
    size_t len;
    LLVMValueRef f = d.all.data[i].value;
    const char *name = LLVMGetValueName2 (f, &len);
    if (LLVMIsAFunction (f) && !LLVMIsDeclaration (f) &&
        !is_among (&foreign, f))
      vec_push (config->mem, out,
                (defined_function) {arena_string (to, name, len),
                                    item_digest (&d, i),
                                    LLVMGetLinkage (f) == LLVMInternalLinkage});
  }
  release_items (&d);
  vec_release (config->mem, &foreign);
  module_release (config->mem, &m);
  return st;
}
