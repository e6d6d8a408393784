#include "program/program.h"

#include "program/branches.h"
#include "program/checked.h"
#include "program/ctype.h"
#include "program/pairing.h"
#include "program/relative.h"
#include "program/start.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

/* Builtins. */

typedef struct builtin_row {
  const char *name;
  uint8_t wins;
} builtin_row;

static const builtin_row builtin_rows[] = {
    {"", 0},
#define BUILTIN(NAME, TEXT, WINS, DOES) {TEXT, WINS},
#include "program/builtins.def"
};

static uint64_t name_key (const char *name, size_t len) {
  return hash_bytes (name, len).lo | 1;
}

static void fill_builtins (program *p) {
  for (unsigned i = 1; i < BUILTIN_COUNT; i++) {
    const char *name = builtin_rows[i].name;
    assert (!map_find (&p->builtins, name_key (name, strlen (name))));
    map_put (&p->builtins, name_key (name, strlen (name)), i);
  }
}

static bool has_prefix (const char *name, size_t len, const char *prefix) {
  size_t n = strlen (prefix);
  return len > n && !memcmp (name, prefix, n);
}

builtin builtin_find (const program *p, const char *name, size_t len) {
  builtin b = (builtin) map_get (&p->builtins, name_key (name, len), 0);
  if (b && strlen (builtin_rows[b].name) == len &&
      !memcmp (builtin_rows[b].name, name, len))
    return b;
  if (has_prefix (name, len, builtin_rows[BUILTIN_NONDET].name))
    return BUILTIN_NONDET;
  if (has_prefix (name, len, builtin_rows[BUILTIN_UBSAN].name))
    return BUILTIN_UBSAN;
  return BUILTIN_NONE;
}

/* Names. */

#define MARK_LENGTH 4

const char *const pairing_mark[] = {"", "@new", "@old"};

size_t pairing_base (const char *name, size_t len, pairing_side *side) {
  *side = SIDE_NONE;
  if (len <= MARK_LENGTH)
    return len;
  for (int i = SIDE_NEW; i <= SIDE_OLD; i++)
    if (!memcmp (name + len - MARK_LENGTH, pairing_mark[i], MARK_LENGTH))
      *side = (pairing_side) i;
  return *side ? len - MARK_LENGTH : len;
}

const char *symbol_name (program *p, LLVMValueRef v, size_t *len,
                         bool *is_before) {
  pairing_side side;
  size_t whole;
  const char *name = LLVMGetValueName2 (v, &whole);
  *len = pairing_base (name, whole, &side);
  *is_before = side == SIDE_OLD;
  return side ? arena_string (&p->arena, name, *len) : name;
}

/* Functions. */

uint32_t program_function_at (const program *p, uint32_t slot) {
  return placing_find (&p->function_placing, slot);
}

uint32_t function_number (const program *p, LLVMValueRef v) {
  uint64_t address = map_get (&p->addresses, program_key (v), 0);
  return program_function_at (p, address_slot (address));
}

static uint32_t count_slots (program *p, LLVMTypeRef t) {
  const code_shape *s = shape_of (p, t);
  return s->is_supported ? s->n : 1;
}

static void describe_result (program *p, LLVMTypeRef type, function *f) {
  LLVMTypeRef result = LLVMGetReturnType (type);
  const code_shape *s = shape_of (p, result);
  if (!s->is_supported || !s->n)
    return;
  f->n_results = s->n < UINT8_MAX ? (uint8_t) s->n : UINT8_MAX;
  f->result_width = s->leaf->width;
  f->returns_float = s->leaf->is_float;
}

/* A struct may be returned as one number, its padding among the bits. */
static bool returns_struct (LLVMValueRef f) {
  ctype result;
  return ctype_result (f, &result) &&
         (result.kind == CTYPE_STRUCT || result.kind == CTYPE_UNION);
}

static void describe_params (program *p, LLVMTypeRef type, function *f) {
  assert (!f->n_params && !f->param);
  unsigned n = LLVMCountParamTypes (type);
  LLVMTypeRef *types = memory_alloc (p->mem, n * sizeof *types);
  LLVMGetParamTypes (type, types);
  for (unsigned i = 0; i < n; i++)
    f->n_params += count_slots (p, types[i]);
  uint8_t *widths = arena_alloc (&p->arena, f->n_params);
  f->param = widths;
  for (unsigned i = 0; i < n; i++) {
    const code_shape *s = shape_of (p, types[i]);
    if (!s->is_supported)
      *widths++ = 64;
    else
      for (uint32_t k = 0; k < s->n; k++)
        *widths++ =
            (uint8_t) (s->leaf[k].width | (s->leaf[k].is_float ? 0x80u : 0u));
  }
  assert (widths == f->param + f->n_params);
  memory_free (p->mem, types, n * sizeof *types);
}

static function describe_function (program *p, LLVMValueRef v) {
  size_t len;
  bool is_before;
  const char *name = symbol_name (p, v, &len, &is_before);
  LLVMTypeRef type = LLVMGlobalGetValueType (v);
  bool is_function = LLVMIsAFunction (v) != NULL;
  function f = {.name = is_before ? LLVMGetValueName2 (v, &(size_t) {0}) : name,
                .base = name,
                .label = hash_bytes (name, len),
                .is_before = is_before};
  f.has_body = is_function && !LLVMIsDeclaration (v);
  f.is_used = LLVMGetFirstUse (v);
  f.builtin = builtin_find (p, name, len);
  f.is_users = f.has_body && !module_is_marked (v, MODULE_RUNTIME_MARK);
  uint8_t wins = builtin_rows[f.builtin].wins;
  if (f.has_body && (!wins || (wins == 2 && !f.is_users)))
    f.builtin = BUILTIN_NONE;
  f.is_foreign = !f.has_body || module_is_marked (v, MODULE_UNDEFINED_MARK);
  f.is_vararg = LLVMIsFunctionVarArg (type);
  f.returns_struct = f.is_users && is_function && returns_struct (v);
  describe_result (p, type, &f);
  describe_params (p, type, &f);
  LLVMMetadataRef source = is_function ? LLVMGetSubprogram (v) : NULL;
  if (source) {
    f.file = place_file (p, source);
    f.line = LLVMDISubprogramGetLine (source);
    f.n_sides = branches_counted (v, &f.has_ternary);
  }
  return f;
}

static void program_add_function (program *p, LLVMValueRef v) {
  assert (p->codes.len == p->functions.len); /* three lists, one number */
  vec_push (p->mem, &p->functions, describe_function (p, v));
  vec_push (p->mem, &p->function_values, v);
  vec_push (p->mem, &p->codes, NULL);
  const function *f = &vec_last (&p->functions);
  map_put (&p->names, name_key (f->name, strlen (f->name)), p->functions.len);
  if (f->is_before && !strcmp (f->base, START_NAME))
    p->start_before = (uint32_t) p->functions.len - 1;
}

static void place_functions (program *p) {
  assert (!p->function_placing.slot); /* once: addresses do not change */
  uint32_t n = (uint32_t) p->functions.len;
  hash128 *key = memory_alloc (p->mem, n * sizeof *key);
  for (uint32_t i = 0; i < n; i++) {
    size_t len;
    const char *name = LLVMGetValueName2 (p->function_values.data[i], &len);
    key[i] = hash_bytes (name, len);
  }
  placing *a = &p->function_placing;
  placing_make (a, p->mem, ADDRESS_FIRST_FUNCTION, ADDRESS_FUNCTION_BITS, n,
                key);
  memory_free (p->mem, key, n * sizeof *key);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = a->item[k];
    assert (!p->functions.data[i].address);
    uint64_t address = address_of_slot (a->slot[k]);
    p->functions.data[i].address = address;
    map_put (&p->addresses, program_key (p->function_values.data[i]), address);
  }
}

/* An alias of a function is another name of it. */
static void add_alias (program *p, LLVMValueRef v) {
  assert (p->function_placing.n == p->functions.len); /* all have a place */
  size_t len;
  bool is_before;
  const char *name = symbol_name (p, v, &len, &is_before);
  uint32_t f = function_number (p, value_behind_alias (v));
  if (f != PLACING_NONE && !is_before)
    map_put (&p->names, name_key (name, len), f + UINT64_C (1));
}

static bool is_intrinsic (const char *name, size_t len) {
  return has_prefix (name, len, "llvm.") ||
         has_prefix (name, len, CHECKED_PREFIX);
}

static void add_functions (program *p) {
  EACH_FUNCTION (v, p->mod.module) {
    size_t len;
    const char *name = LLVMGetValueName2 (v, &len);
    if (!is_intrinsic (name, len))
      program_add_function (p, v);
  }
  for (LLVMValueRef v = LLVMGetFirstGlobalIFunc (p->mod.module); v;
       v = LLVMGetNextGlobalIFunc (v))
    program_add_function (p, v);
  place_functions (p);
  EACH_ALIAS (v, p->mod.module)
    add_alias (p, v);
}

/* Globals. Addresses first, since initialisers refer to each other. */

static uint32_t alignment_of (program *p, LLVMValueRef v) {
  unsigned given = LLVMGetAlignment (v);
  LLVMTypeRef t = LLVMGlobalGetValueType (v);
  if (given)
    return given;
  return LLVMTypeIsSized (t) ? LLVMPreferredAlignmentOfType (p->target, t) : 1;
}

static void list_globals (program *p) {
  EACH_GLOBAL (v, p->mod.module) {
    size_t len;
    bool is_before;
    const char *name = symbol_name (p, v, &len, &is_before);
    if (is_intrinsic (name, len))
      continue;
    global g = {.name = name,
                .is_before = is_before,
                .alignment = alignment_of (p, v),
                .is_local = module_is_marked (v, MODULE_LOCAL_MARK),
                .is_anonymous = is_private_data (v)};
    vec_push (p->mem, &p->globals, g);
    vec_push (p->mem, &p->global_values, v);
  }
}

static void place_globals (program *p) {
  assert (!p->global_placing.slot && !p->globals.len);
  list_globals (p);
  uint32_t n = (uint32_t) p->globals.len;
  hash128 *key = memory_alloc (p->mem, n * sizeof *key);
  placing_keys (p, key);
  placing *a = &p->global_placing;
  placing_make (a, p->mem, ADDRESS_FIRST_GLOBAL, ADDRESS_GLOBAL_BITS, n, key);
  memory_free (p->mem, key, n * sizeof *key);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = a->item[k];
    assert (!p->globals.data[i].address);
    global *g = p->globals.data + i;
    g->address = address_in_slot (a->slot[k], g->alignment);
    map_put (&p->addresses, program_key (p->global_values.data[i]), g->address);
  }
}

static void fill_content (program *p, LLVMValueRef v, global *g) {
  LLVMValueRef init = LLVMGetInitializer (v);
  assert (g->address); /* place_globals, for all of them, came first */
  if (LLVMIsNull (init) || !g->size)
    return;
  uint8_t *bytes = arena_alloc (&p->arena, g->size);
  u64_vec addresses = {0};
  memset (bytes, 0, g->size);
  if (!image_write (p, init, 0, bytes, &addresses))
    log_warning (p->log, "part of the initial value of '%s' is not supported",
                 g->name);
  g->bytes = bytes;
  g->n_addresses = (uint32_t) addresses.len;
  if (addresses.len)
    g->address_at = arena_copy (&p->arena, addresses.data,
                                addresses.len * sizeof *addresses.data);
  vec_release (p->mem, &addresses);
}

static void fill_global (program *p, LLVMValueRef v, global *g) {
  assert (!g->size && !g->bytes); /* once */
  LLVMTypeRef t = LLVMGlobalGetValueType (v);
  g->size = LLVMTypeIsSized (t) ? LLVMABISizeOfType (p->target, t) : 0;
  g->is_constant = LLVMIsGlobalConstant (v);
  g->is_foreign =
      LLVMIsDeclaration (v) || module_is_marked (v, MODULE_UNDEFINED_MARK);
  g->is_users = !g->is_foreign && !module_is_marked (v, MODULE_RUNTIME_MARK);
  g->layout = *layout_of (p, t);
  g->digest =
      hash128_mix (symbol_digest (p, v), hash128_of (g->size, g->is_constant));
  g->digest = hash128_mix (g->digest, layout_digest (&g->layout));
  if (g->is_foreign)
    return;
  fill_content (p, v, g);
  g->digest = hash128_mix (g->digest, image_digest (p, LLVMGetInitializer (v)));
}

static void fill_globals (program *p) {
  for (size_t i = 0; i < p->globals.len; i++)
    fill_global (p, p->global_values.data[i], p->globals.data + i);
}

/* Life cycle. */

static void init_tables (program *p) {
  map *maps[] = {&p->addresses, &p->names,     &p->shapes,     &p->layouts,
                 &p->labels,    &p->symbols,   &p->builtins,   &p->file_at,
                 &p->scope_at,  &p->source_at, &p->variable_at};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_init (maps[i], p->mem);
  arena_init (&p->arena, p->mem);
  vec_push (p->mem, &p->files, "");
  vec_push (p->mem, &p->scopes, (scope) {.function = ""});
}

static void release_tables (program *p) {
  map *maps[] = {&p->addresses, &p->names,     &p->shapes,     &p->layouts,
                 &p->labels,    &p->symbols,   &p->builtins,   &p->file_at,
                 &p->scope_at,  &p->source_at, &p->variable_at};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_release (maps[i]);
  placing_release (&p->function_placing, p->mem);
  placing_release (&p->global_placing, p->mem);
  vec_release (p->mem, &p->functions, &p->function_values, &p->codes,
               &p->globals, &p->global_values, &p->files, &p->scopes,
               &p->sources);
  vec_release (p->mem, &p->blocks, &p->variables);
  arena_release (&p->arena);
}

void program_free (program *p) {
  if (!p)
    return;
  release_tables (p);
  memory *mem = p->mem;
  module_release (mem, &p->mod);
  memory_free (mem, p, sizeof *p);
}

const char *program_parameter (const program *p, uint32_t which, uint32_t i) {
  size_t len;
  LLVMValueRef f = p->function_values.data[which];
  bool is_one = i < LLVMCountParams (f) &&
                LLVMCountParams (f) == p->functions.data[which].n_params;
  return is_one ? LLVMGetValueName2 (LLVMGetParam (f, i), &len) : "";
}

program *program_new (memory *mem, logger *log, module *m, trouble *t) {
  program *p = memory_zalloc (mem, sizeof *p);
  p->mem = mem;
  p->log = log;
  assert (m->module && m->llvm);
  p->mod = *m;
  *m = (module) {0};
  p->target = LLVMGetModuleDataLayout (p->mod.module);
  p->byval = LLVMGetEnumAttributeKindForName ("byval", 5);
  p->start_before = UINT32_MAX;
  init_tables (p);
  fill_builtins (p);
  relative_resolve (p->mod.llvm, p->mod.module, mem);
  add_functions (p);
  place_globals (p);
  fill_globals (p);
  p->start = program_find_function (p, p->mod.start);
  p->judge = program_find_function (p, JUDGE_NAME);
  if (p->start == UINT32_MAX || !p->functions.data[p->start].has_body) {
    trouble_set (t, ST_BADINPUT, "the program has no function '%s'",
                 p->mod.start);
    program_free (p);
    return NULL;
  }
  return p;
}

/* Queries. */

uint32_t program_start (const program *p) { return p->start; }

uint32_t program_start_before (const program *p) { return p->start_before; }
uint32_t program_judge (const program *p) { return p->judge; }

uint32_t program_count_functions (const program *p) {
  return (uint32_t) p->functions.len;
}

const function *program_function (const program *p, uint32_t i) {
  assert (i < p->functions.len);
  return p->functions.data + i;
}

void program_relabel (program *p, uint32_t i, hash128 label) {
  assert (i < p->functions.len);
  p->functions.data[i].label = label;
}

uint32_t program_class_words (const program *p, const insn *i) {
  bool has = i->op == OP_CALL_POINTER ||
             (i->op == OP_CALL && program_function (p, i->a)->is_vararg);
  return has ? CALL_WORDS : 0;
}

uint32_t program_find_function (const program *p, const char *name) {
  uint64_t slot = map_get (&p->names, name_key (name, strlen (name)), 0);
  assert (slot <= p->functions.len);
  return slot ? (uint32_t) slot - 1 : UINT32_MAX;
}

uint32_t program_count_globals (const program *p) {
  return (uint32_t) p->globals.len;
}

const global *program_global (const program *p, uint32_t i) {
  assert (i < p->globals.len);
  return p->globals.data + i;
}

const global *program_global_at (const program *p, uint32_t slot) {
  uint32_t i = placing_find (&p->global_placing, slot);
  assert (i == PLACING_NONE || i < p->globals.len);
  return i == PLACING_NONE ? NULL : p->globals.data + i;
}

const placing *program_function_placing (const program *p) {
  return &p->function_placing;
}

/* The upper bits of the function's own slot, if it has these alone. */
uint32_t program_variable_slot (program *p, uint32_t f, uint32_t pc) {
  enum { SHARE = 1 << (ADDRESS_VARIABLE_BITS + 1) };
  const placing *a = &p->function_placing;
  uint32_t slot = address_slot (program_function (p, f)->address);
  uint32_t group = slot / SHARE * SHARE;
  uint32_t n = placing_rank (a, group + SHARE) - placing_rank (a, group);
  uint32_t k = code_variable_number (program_code (p, f), pc,
                                     (1u << ADDRESS_VARIABLE_BITS) - 1);
  if (n != 1 || !k || program_start_before (p) != UINT32_MAX)
    return 0;
  return ADDRESS_FIRST_VARIABLE + (group - ADDRESS_FIRST_FUNCTION) / 2 + k;
}

const placing *program_global_placing (const program *p) {
  return &p->global_placing;
}

const char *program_input (const program *p) { return p->input; }

const char *program_file (const program *p, uint32_t i) {
  assert (i < p->files.len);
  return p->files.data[i];
}

uint32_t program_find_file (const program *p, const char *path) {
  assert (p->files.len && !*p->files.data[0]); /* 0 is no file */
  uint32_t i = (uint32_t) p->files.len - 1;
  while (i && strcmp (p->files.data[i], path))
    i--;
  return i;
}

const block *program_block (const program *p, uint32_t i, uint32_t *f) {
  assert (i < p->blocks.len); /* of a function that was lowered */
  *f = p->blocks.data[i].function;
  return p->blocks.data[i].block;
}

const scope *program_scope (const program *p, uint32_t i) {
  assert (i < p->scopes.len);
  return p->scopes.data + i;
}

bool program_has_code (const program *p, uint32_t f) {
  assert (f < p->codes.len);
  return p->codes.data[f] != NULL;
}

const code *program_code (program *p, uint32_t f) {
  assert (f < p->codes.len && p->functions.data[f].has_body);
  const code *c = p->codes.data[f];
  if (c)
    return c;
  c = p->codes.data[f] = lower_function (p, f);
#ifdef CHECKS
  assert (code_is_valid (c));
#endif
  assert (!c->n_blocks || c->block->index == p->blocks.len);
  for (uint32_t i = 0; i < c->n_blocks; i++)
    vec_push (p->mem, &p->blocks, (lowered_block) {f, c->block + i});
  return c;
}

bool program_is_marked (const program *p, const char *name) {
  return LLVMGetNamedMetadataNumOperands (p->mod.module, name) > 0;
}

const struct datatypes *program_types (const program *p) {
  return p->mod.types;
}

const struct datatypes *program_types_before (const program *p) {
  return p->mod.types_before;
}

bool program_write (const program *p, const char *path) {
  return !LLVMWriteBitcodeToFile (p->mod.module, path);
}

void program_print (const program *p, memory *mem, char_vec *text,
                    u32_vec *bodies) {
  char *all = LLVMPrintModuleToString (p->mod.module);
  uint32_t n = program_count_functions (p);
  text_puts (mem, text, all);
  LLVMDisposeMessage (all);
  EACH_FUNCTION (v, p->mod.module) {
    uint32_t f = function_number (p, v);
    if (!LLVMIsDeclaration (v))
      vec_push (mem, bodies, f < n ? f : UINT32_MAX);
  }
}
