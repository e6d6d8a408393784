#include "diff/defined.h"

#include "base/map.h"
#include "program/linker.h"
#include "program/llvm_lists.h"
#include "program/module.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* A function, a variable or a type (which has no value), by its text; what it
 * names is what it needs. */
typedef struct defined_item {
  LLVMValueRef value;
  hash128 text, types;
  u32_vec needs;
} defined_item;

typedef struct defined_items {
  memory *mem;
  VEC (defined_item) all;
  map by_name;    /* hash of the name -> its item, plus 1 */
  size_t n_types; /* the last ones */
} defined_items;

static uint64_t item_key (const char *name, size_t len, bool is_type) {
  return (hash_bytes (name, len).lo ^ (is_type ? UINT64_MAX : 0)) | 1;
}

static void add_item (defined_items *d, LLVMValueRef v, const char *name,
                      size_t len) {
  vec_push (d->mem, &d->all, (defined_item) {.value = v});
  map_put (&d->by_name, item_key (name, len, !v), d->all.len);
}

static void add_value (defined_items *d, LLVMValueRef v) {
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  add_item (d, v, name, len);
}

/* The length of the name that begins here, behind its '@' and quote. */
static size_t name_length (const char *text, bool is_quoted) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._";
  return is_quoted ? strcspn (text, "\"") : strspn (text, letters);
}

/* Of its text; types have names that begin with '%'. */
static void read_text (defined_items *d, const char *text, size_t len,
                       size_t item) {
  defined_item *x = d->all.data + item;
  const char *end = text + len;
  x->text = hash_bytes (text, len);
  for (const char *at = text; at < end; at++) {
    if (*at != '@' && *at != '%')
      continue;
    bool is_type = *at == '%', is_quoted = at[1] == '"';
    const char *name = at + 1 + is_quoted;
    uint64_t key = item_key (name, name_length (name, is_quoted), is_type);
    uint32_t i = (uint32_t) map_get (&d->by_name, key, 0);
    if (i)
      vec_push (d->mem, &x->needs, i - 1);
  }
}

static void read_item (defined_items *d, size_t item) {
  char *text = LLVMPrintValueToString (d->all.data[item].value);
  read_text (d, text, strlen (text), item);
  LLVMDisposeMessage (text);
}

/* "%struct.s = type { i32, %struct.t }"; all are known before one is read. */
static void read_types (defined_items *d, LLVMModuleRef m) {
  char *text = LLVMPrintModuleToString (m);
  for (int turn = 0; turn < 2; turn++) {
    size_t item = d->all.len - (turn ? d->n_types : 0), n;
    for (const char *line = text; *line; line += n + (line[n] == '\n')) {
      n = strcspn (line, "\n");
      if (*line != '%')
        continue;
      bool is_quoted = line[1] == '"';
      const char *name = line + 1 + is_quoted;
      if (turn)
        read_text (d, line, n, item++);
      else {
        add_item (d, NULL, name, name_length (name, is_quoted));
        d->n_types++;
      }
    }
  }
  LLVMDisposeMessage (text);
}

/* What is said of a node: without the numbers of others, and without lines. */
static hash128 node_digest (memory *mem, LLVMValueRef node) {
  char *text = LLVMPrintValueToString (node);
  const char *at = strstr (text, " = ");
  char_vec out = {0};
  for (at = at ? at : text; *at; at++)
    if (*at == '!' || *at == '<')
      at += strspn (at + 1, "0123456789abcdefx>");
    else if (text_begins (at, "line: "))
      at += strcspn (at, ",)");
    else
      text_add (mem, &out, at, 1);
  hash128 h = hash_bytes (text_c (mem, &out), out.len);
  vec_release (mem, &out);
  LLVMDisposeMessage (text);
  return h;
}

static bool is_type_node (LLVMMetadataKind k) {
  return k == LLVMMDTupleMetadataKind || k == LLVMDIBasicTypeMetadataKind ||
         k == LLVMDIDerivedTypeMetadataKind ||
         k == LLVMDICompositeTypeMetadataKind ||
         k == LLVMDISubroutineTypeMetadataKind ||
         k == LLVMDISubrangeMetadataKind || k == LLVMDIEnumeratorMetadataKind ||
         k == LLVMDIGlobalVariableMetadataKind;
}

/* The code of `int' and `unsigned' is often the same, but not what it answers:
 * the types of a function or variable, as debug information has them.
 */
static hash128 node_types (memory *mem, LLVMContextRef llvm,
                           LLVMMetadataRef node, map *seen) {
  LLVMValueRef v = LLVMMetadataAsValue (llvm, node);
  bool is_function = LLVMGetMetadataKind (node) == LLVMDISubprogramMetadataKind;
  unsigned n = LLVMGetMDNodeNumOperands (v);
  LLVMValueRef *operand = memory_alloc (mem, n * sizeof *operand);
  hash128 h = is_function ? (hash128) {0} : node_digest (mem, v);
  LLVMGetMDNodeOperands (v, operand);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef x = operand[i] ? LLVMValueAsMetadata (operand[i]) : NULL;
    LLVMMetadataKind k = x ? LLVMGetMetadataKind (x) : 0;
    if (!x || (is_function ? k != LLVMDISubroutineTypeMetadataKind
                           : !is_type_node (k)))
      continue;
    uint64_t *at = map_at (seen, (uint64_t) (uintptr_t) x);
    if (!*at) {
      *at = 1;
      h = hash128_mix (h, node_types (mem, llvm, x, seen));
    }
  }
  memory_free (mem, operand, n * sizeof *operand);
  return h;
}

static hash128 value_types (memory *mem, LLVMContextRef llvm, LLVMValueRef v) {
  size_t n = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (v, &n);
  hash128 h = {0};
  map seen;
  map_init (&seen, mem);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef x = LLVMValueMetadataEntriesGetMetadata (all, i);
    LLVMMetadataKind k = LLVMGetMetadataKind (x);
    if (k == LLVMDISubprogramMetadataKind ||
        k == LLVMDIGlobalVariableExpressionMetadataKind)
      h = hash128_mix (h, node_types (mem, llvm, x, &seen));
  }
  map_release (&seen);
  LLVMDisposeValueMetadataEntries (all);
  return h;
}

/* Of the texts of all that it needs, in any order. */
static hash128 item_digest (const defined_items *d, uint32_t first) {
  hash128 h = {0};
  u32_vec todo = {0};
  uint8_t *is_seen = memory_zalloc (d->mem, d->all.len);
  vec_push (d->mem, &todo, first);
  is_seen[first] = true;
  while (todo.len) {
    const defined_item *x = d->all.data + todo.data[--todo.len];
    h = (hash128) {h.lo ^ x->text.lo, h.hi ^ x->text.hi};
    hash128 types = hash128_mix (x->text, x->types);
    h = (hash128) {h.lo ^ types.lo, h.hi ^ types.hi};
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

static void add_items (defined_items *d, LLVMModuleRef m) {
  EACH_GLOBAL (v, m)
    add_value (d, v);
  EACH_ALIAS (v, m)
    add_value (d, v);
  EACH_FUNCTION (v, m)
    add_value (d, v);
}

/* Debug information is gone then. */
static void read_items (defined_items *d, LLVMModuleRef m) {
  LLVMContextRef llvm = LLVMGetModuleContext (m);
  for (size_t i = 0; i < d->all.len; i++)
    if (!LLVMIsAGlobalAlias (d->all.data[i].value))
      d->all.data[i].types = value_types (d->mem, llvm, d->all.data[i].value);
  LLVMStripModuleDebugInfo (m);
  size_t n = d->all.len;
  read_types (d, m);
  for (size_t i = 0; i < n; i++)
    read_item (d, i);
}

static void release_items (defined_items *d) {
  for (size_t i = 0; i < d->all.len; i++)
    vec_release (d->mem, &d->all.data[i].needs);
  vec_release (d->mem, &d->all);
  map_release (&d->by_name);
}

static bool is_below (const char *path, const char *folder) {
  size_t k = folder ? strlen (folder) : 0;
  return k && !strncmp (path, folder, k) && path[k] == '/';
}

bool defined_is_system (const program_config *config, const char *path) {
  return is_below (path, "/usr/include") || is_below (path, "/usr/lib") ||
         is_below (path, "/usr/local/include") || is_below (path, config->libc);
}

static const char *file_of (LLVMValueRef f, arena *to) {
  LLVMMetadataRef about = LLVMIsAFunction (f) ? LLVMGetSubprogram (f) : NULL;
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile (about) : NULL;
  unsigned n = 0;
  const char *path = file ? LLVMDIFileGetFilename (file, &n) : "";
  return arena_string (to, path, n);
}

/* What a variable begins with: literals by what is in them, since their numbers
 * are those of the file.
 */
static hash128 value_digest (const defined_items *d, LLVMValueRef v) {
  LLVMValueRef value = LLVMGetInitializer (v);
  char *text = LLVMPrintValueToString (value ? value : v);
  hash128 h = {0};
  char_vec rest = {0};
  for (const char *at = text; *at; at++) {
    bool is_quoted = at[1] == '"';
    const char *name = at + 1 + is_quoted;
    size_t n = *at == '@' ? name_length (name, is_quoted) : 0;
    uint32_t i =
        n ? (uint32_t) map_get (&d->by_name, item_key (name, n, false), 0) : 0;
    LLVMValueRef to = i ? d->all.data[i - 1].value : NULL;
    if (to && LLVMIsAGlobalVariable (to) &&
        LLVMGetLinkage (to) == LLVMPrivateLinkage) {
      h = hash128_mix (h, value_digest (d, to));
      at = name + n - !is_quoted;
    } else
      text_add (d->mem, &rest, at, 1);
  }
  h = hash128_mix (h, hash_bytes (text_c (d->mem, &rest), rest.len));
  vec_release (d->mem, &rest);
  LLVMDisposeMessage (text);
  return h;
}

/* Without a text, a literal is known by those who use it. */
static bool is_listed (LLVMValueRef v) {
  return !LLVMIsDeclaration (v) && !LLVMIsAGlobalAlias (v) &&
         LLVMGetLinkage (v) != LLVMPrivateLinkage;
}

static void list_names (const program_config *config, LLVMModuleRef m,
                        arena *to, defined_names *out) {
  defined_items d = {.mem = config->mem};
  map_init (&d.by_name, d.mem);
  add_items (&d, m);
  for (uint32_t i = 0; i < d.all.len; i++) {
    LLVMValueRef v = d.all.data[i].value;
    const char *name = value_name (v), *file = file_of (v, to);
    if (is_listed (v) && !defined_is_system (config, file))
      vec_push (config->mem, out,
                (defined_name) {
                    .name = arena_string (to, name, strlen (name)),
                    .file = file,
                    .value = LLVMIsAFunction (v) ? (hash128) {0}
                                                 : value_digest (&d, v),
                    .is_variable = !LLVMIsAFunction (v),
                    .is_local = LLVMGetLinkage (v) == LLVMInternalLinkage});
  }
  release_items (&d);
}

/* Of these, as they are in this module. */
static void take_digests (memory *mem, LLVMModuleRef m, defined_names *all) {
  defined_items d = {.mem = mem};
  map_init (&d.by_name, mem);
  add_items (&d, m);
  read_items (&d, m);
  for (size_t i = 0; i < all->len; i++) {
    const char *name = all->data[i].name;
    uint64_t at =
        map_get (&d.by_name, item_key (name, strlen (name), false), 0);
    if (at)
      all->data[i].digest = item_digest (&d, (uint32_t) at - 1);
  }
  release_items (&d);
}

status defined_list (const program_config *config, bool is_linked, arena *to,
                     defined_names *out, trouble *t) {
  module m = {0};
  status st = module_read (config, &m, t);
  if (!st)
    list_names (config, m.module, to, out);
  if (!st && is_linked) {
    module_release (config->mem, &m);
    m = (module) {0};
    st = linker_load (config, &m, t);
  }
  if (!st)
    take_digests (config->mem, m.module, out);
  module_release (config->mem, &m);
  return st;
}
