#include "program/sections.h"

#include <llvm-c/Target.h>

#define START "__start_"
#define STOP "__stop_"

typedef VEC (LLVMValueRef) value_vec;

typedef struct joining {
  memory *mem;
  LLVMModuleRef module;
  LLVMContextRef llvm;
  LLVMTargetDataRef layout;
  value_vec members, parts; /* variables; their values, and bytes between */
  u64_vec offsets;          /* of members */
  uint64_t size;
  unsigned alignment;
} joining;

/* The section that the name is an end of, or NULL. */
static const char *section_of_end (LLVMValueRef v) {
  const char *name = value_name (v);
  if (!LLVMIsDeclaration (v))
    return NULL;
  if (!strncmp (name, START, strlen (START)))
    return name + strlen (START);
  return strncmp (name, STOP, strlen (STOP)) ? NULL : name + strlen (STOP);
}

static bool is_in (LLVMValueRef v, const char *section) {
  const char *own = LLVMIsDeclaration (v) ? NULL : LLVMGetSection (v);
  return own && !strcmp (own, section) && !LLVMIsThreadLocal (v);
}

static LLVMTypeRef bytes_of (const joining *j, uint64_t n) {
  return LLVMArrayType2 (LLVMInt8TypeInContext (j->llvm), n);
}

/* Behind what is there, at a place that suits it. */
static void add_member (joining *j, LLVMValueRef v) {
  LLVMTypeRef type = LLVMGlobalGetValueType (v);
  unsigned alignment = LLVMGetAlignment (v);
  if (!alignment)
    alignment = LLVMABIAlignmentOfType (j->layout, type);
  uint64_t at = (j->size + alignment - 1) / alignment * alignment;
  if (at > j->size)
    vec_push (j->mem, &j->parts, LLVMConstNull (bytes_of (j, at - j->size)));
  vec_push (j->mem, &j->members, v);
  vec_push (j->mem, &j->offsets, at);
  vec_push (j->mem, &j->parts, LLVMGetInitializer (v));
  j->size = at + LLVMABISizeOfType (j->layout, type);
  j->alignment = alignment > j->alignment ? alignment : j->alignment;
}

/* Lists of what linkers must keep take no parts of variables. */
static void drop_lists (joining *j) {
  static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    LLVMValueRef list = LLVMGetNamedGlobal (j->module, lists[i]);
    if (list)
      LLVMDeleteGlobal (list);
  }
}

static LLVMValueRef section_place (const joining *j, LLVMValueRef whole,
                                   uint64_t offset) {
  LLVMValueRef index =
      LLVMConstInt (LLVMInt64TypeInContext (j->llvm), offset, false);
  return offset
             ? LLVMConstGEP2 (LLVMInt8TypeInContext (j->llvm), whole, &index, 1)
             : whole;
}

static void replace_end (joining *j, const char *prefix, const char *section,
                         LLVMValueRef end) {
  char_vec name = {0};
  text_printf (j->mem, &name, "%s%s", prefix, section);
  LLVMValueRef v = LLVMGetNamedGlobal (j->module, text_c (j->mem, &name));
  if (v && LLVMIsDeclaration (v))
    LLVMReplaceAllUsesWith (v, end);
  vec_release (j->mem, &name);
}

static LLVMValueRef make_whole (joining *j, const char *section) {
  LLVMValueRef init = LLVMConstStructInContext (j->llvm, j->parts.data,
                                                (unsigned) j->parts.len, true);
  LLVMValueRef whole = LLVMAddGlobal (j->module, LLVMTypeOf (init), "section.");
  char_vec name = {0};
  text_printf (j->mem, &name, "section.%s", section);
  LLVMSetValueName2 (whole, name.data, name.len);
  vec_release (j->mem, &name);
  LLVMSetInitializer (whole, init);
  LLVMSetAlignment (whole, j->alignment);
  LLVMSetLinkage (whole, LLVMInternalLinkage);
  return whole;
}

/* Constants stay so only if all of them are. */
static void settle (joining *j, const char *section) {
  LLVMValueRef whole = make_whole (j, section);
  bool is_constant = true;
  for (size_t i = 0; i < j->members.len; i++) {
    LLVMValueRef v = j->members.data[i];
    is_constant &= LLVMIsGlobalConstant (v) != 0;
    LLVMReplaceAllUsesWith (v, section_place (j, whole, j->offsets.data[i]));
    LLVMDeleteGlobal (v);
  }
  LLVMSetGlobalConstant (whole, is_constant);
  replace_end (j, START, section, whole);
  replace_end (j, STOP, section, section_place (j, whole, j->size));
}

static void join (joining *j, const char *section) {
  j->members.len = j->parts.len = j->offsets.len = 0;
  j->size = 0;
  j->alignment = 1;
  EACH_GLOBAL (v, j->module)
    if (is_in (v, section))
      add_member (j, v);
  if (!j->members.len)
    return;
  drop_lists (j);
  settle (j, section);
}

void sections_join (memory *mem, LLVMModuleRef m) {
  joining j = {.mem = mem,
               .module = m,
               .llvm = LLVMGetModuleContext (m),
               .layout = LLVMGetModuleDataLayout (m)};
  value_vec ends = {0};
  EACH_GLOBAL (v, m)
    if (section_of_end (v))
      vec_push (mem, &ends, v);
  for (size_t i = 0; i < ends.len; i++)
    if (LLVMGetFirstUse (ends.data[i]))
      join (&j, section_of_end (ends.data[i]));
  vec_release (mem, &ends, &j.members, &j.parts, &j.offsets);
}
