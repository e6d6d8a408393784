/* Where in the source: files, lines, and what was inlined. */

#include "program/program_priv.h"

#include <llvm-c/DebugInfo.h>

/* Operands of debug nodes that the C interface has no names for. */
enum { NODE_FILE, NODE_SCOPE, NODE_NAME };

static LLVMValueRef node_operand (program *p, LLVMMetadataRef node,
                                  unsigned i) {
  LLVMValueRef v = LLVMMetadataAsValue (p->mod.llvm, node);
  unsigned n = LLVMGetMDNodeNumOperands (v);
  LLVMValueRef operands[64];
  if (i >= n || n > 64)
    return NULL;
  LLVMGetMDNodeOperands (v, operands);
  return operands[i];
}

const char *node_text (program *p, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef v = node_operand (p, node, i);
  unsigned len;
  const char *text = v ? LLVMGetMDString (v, &len) : NULL;
  return text ? arena_string (&p->arena, text, len) : "";
}

static uint32_t intern_file (program *p, const char *name, size_t len) {
  uint64_t *known = map_at (&p->file_at, hash_bytes (name, len).lo | 1);
  assert (len && p->files.len); /* file 0 is none */
  if (!*known) {
    *known = p->files.len;
    vec_push (p->mem, &p->files, arena_string (&p->arena, name, len));
  }
  return (uint32_t) *known;
}

uint32_t place_file (program *p, LLVMMetadataRef where) {
  LLVMMetadataRef file = where ? LLVMDIScopeGetFile (where) : NULL;
  unsigned len = 0;
  const char *name = file ? LLVMDIFileGetFilename (file, &len) : NULL;
  return name && len ? intern_file (p, name, len) : 0;
}

/* Lexical blocks lie in their function. */
static const char *function_name (program *p, LLVMMetadataRef where) {
  for (int depth = 0; where && depth < 1000; depth++) {
    LLVMMetadataKind kind = LLVMGetMetadataKind (where);
    if (kind == LLVMDISubprogramMetadataKind)
      return node_text (p, where, NODE_NAME);
    LLVMValueRef outer = node_operand (p, where, NODE_SCOPE);
    where = outer ? LLVMValueAsMetadata (outer) : NULL;
  }
  return "";
}

static source_scope source_of (program *p, LLVMMetadataRef where) {
  uint64_t known = map_get (&p->source_at, program_key (where), 0);
  if (known)
    return p->sources.data[known - 1];
  source_scope s = {place_file (p, where), function_name (p, where)};
  vec_push (p->mem, &p->sources, s);
  map_put (&p->source_at, program_key (where), p->sources.len);
  return s;
}

/* Scopes are named by the call they came from and the function inlined. */
static uint32_t scope_of (program *p, LLVMMetadataRef caller,
                          const char *name) {
  assert (caller && name);
  uint64_t key =
      hash_mix (program_key (caller), hash_bytes (name, strlen (name)).lo) | 1;
  uint64_t known = map_get (&p->scope_at, key, 0);
  if (known)
    return (uint32_t) known;
  scope s = {.function = name};
  s.caller = place_of (p, caller, &s.parent);
  uint32_t res = (uint32_t) p->scopes.len;
  assert (res); /* scope 0 is none */
  vec_push (p->mem, &p->scopes, s);
  map_put (&p->scope_at, key, res);
  return res;
}

bool value_is_debug (LLVMValueRef v) {
  if (LLVMGetInstructionOpcode (v) != LLVMCall)
    return false;
  size_t len;
  const char *name = LLVMGetValueName2 (LLVMGetCalledValue (v), &len);
  return len > 9 && !memcmp (name, "llvm.dbg.", 9);
}

place place_of (program *p, LLVMMetadataRef location, uint32_t *out) {
  *out = 0;
  if (!location)
    return (place) {0};
  source_scope s = source_of (p, LLVMDILocationGetScope (location));
  LLVMMetadataRef caller = LLVMDILocationGetInlinedAt (location);
  if (caller)
    *out = scope_of (p, caller, s.function);
  return (place) {s.file, LLVMDILocationGetLine (location),
                  LLVMDILocationGetColumn (location)};
}
