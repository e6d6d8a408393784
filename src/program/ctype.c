#include "program/ctype.h"

#include <llvm-c/DebugInfo.h>

/* Numbers of the DWARF standard. */
enum tag {
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_SUBROUTINE = 0x15,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_SUBRANGE = 0x21,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};

/* Places of operands in LLVM's nodes. */
enum {
  OPERAND_NAME = 2,
  OPERAND_TARGET = 3,   /* of pointers, typedefs, members, arrays */
  OPERAND_PARAMS = 3,   /* of the type of a function */
  OPERAND_ELEMENTS = 4, /* of structs and arrays */
  OPERAND_TYPE = 4,     /* of a function */
  OPERAND_VARIABLE = 1  /* of a local variable: its name */
};

static unsigned count_operands (LLVMContextRef llvm, LLVMMetadataRef node) {
  return node ? LLVMGetMDNodeNumOperands (LLVMMetadataAsValue (llvm, node)) : 0;
}

/* All operands; those that are absent are NULL. */
static LLVMValueRef *read_operands (memory *mem, LLVMContextRef llvm,
                                    LLVMMetadataRef node, unsigned *n) {
  *n = count_operands (llvm, node);
  LLVMValueRef *res = memory_alloc (mem, *n * sizeof *res);
  if (*n)
    LLVMGetMDNodeOperands (LLVMMetadataAsValue (llvm, node), res);
  return res;
}

static LLVMValueRef read_operand (LLVMContextRef llvm, LLVMMetadataRef node,
                                  unsigned i) {
  unsigned n;
  LLVMValueRef *all = read_operands (NULL, llvm, node, &n);
  LLVMValueRef res = i < n ? all[i] : NULL;
  memory_free (NULL, all, n * sizeof *all);
  return res;
}

static LLVMMetadataRef read_node (LLVMContextRef llvm, LLVMMetadataRef node,
                                  unsigned i) {
  LLVMValueRef v = read_operand (llvm, node, i);
  return v ? LLVMValueAsMetadata (v) : NULL;
}

static LLVMMetadataRef strip (LLVMContextRef llvm, LLVMMetadataRef node) {
  while (node) {
    switch (LLVMGetDINodeTag (node)) {
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC:
      node = read_node (llvm, node, OPERAND_TARGET);
      break;
    default:
      return node;
    }
  }
  return NULL;
}

static bool is_named (LLVMMetadataRef node, const char *name) {
  size_t len;
  const char *text = LLVMDITypeGetName (node, &len);
  return len == strlen (name) && !memcmp (text, name, len);
}

static ctype_kind ctype_classify (LLVMMetadataRef node) {
  if (!node)
    return CTYPE_VOID;
  switch (LLVMGetDINodeTag (node)) {
  case TAG_BASE:
    if (is_named (node, "char"))
      return CTYPE_CHAR;
    if (is_named (node, "_Bool") || is_named (node, "bool"))
      return CTYPE_BOOL;
    return CTYPE_SCALAR;
  case TAG_ENUMERATION:
    return CTYPE_SCALAR;
  case TAG_POINTER:
    return CTYPE_POINTER;
  case TAG_STRUCTURE:
    return CTYPE_STRUCT;
  case TAG_UNION:
    return CTYPE_UNION;
  case TAG_ARRAY:
    return CTYPE_ARRAY;
  case TAG_SUBROUTINE:
    return CTYPE_FUNCTION;
  default:
    return CTYPE_UNKNOWN;
  }
}

ctype ctype_of (LLVMContextRef llvm, LLVMMetadataRef said) {
  LLVMMetadataRef node = strip (llvm, said);
  uint64_t bits = node ? LLVMDITypeGetSizeInBits (node) : 0;
  return (ctype) {ctype_classify (node), bits / 8, llvm, node, said};
}

ctype ctype_of_variable (LLVMContextRef llvm, LLVMMetadataRef variable) {
  return ctype_of (llvm, read_node (llvm, variable, OPERAND_TARGET));
}

ctype ctype_target (ctype s) {
  if (s.kind != CTYPE_FUNCTION)
    return ctype_of (s.llvm, read_node (s.llvm, s.node, OPERAND_TARGET));
  LLVMMetadataRef list = read_node (s.llvm, s.node, OPERAND_PARAMS);
  return ctype_of (s.llvm, list ? read_node (s.llvm, list, 0) : NULL);
}

/* By division: a dimension may be missing or not constant, and the whole then
 * has no size either.
 */
uint64_t ctype_count_elements (ctype s) {
  uint64_t size = ctype_target (s).size;
  return size ? s.size / size : 0;
}

bool ctype_is_enum (ctype s) {
  return s.node && LLVMGetDINodeTag (s.node) == TAG_ENUMERATION;
}

bool ctype_is_file (ctype s) {
  return s.kind == CTYPE_STRUCT && is_named (s.node, "_IO_FILE");
}

const char *ctype_alias (ctype s, size_t *len) {
  LLVMMetadataRef node = s.said;
  *len = 0;
  for (; node && node != s.node;
       node = read_node (s.llvm, node, OPERAND_TARGET))
    if (LLVMGetDINodeTag (node) == TAG_TYPEDEF)
      return LLVMDITypeGetName (node, len);
  return "";
}

const char *ctype_tag (ctype s, size_t *len) {
  const char *name = s.node ? LLVMDITypeGetName (s.node, len) : "";
  return s.node && *len ? name : ctype_alias (s, len);
}

/* Of "!DISubrange(count: 3)", a constant; 0 of a VLA. */
static uint64_t subrange_count (LLVMContextRef llvm, LLVMMetadataRef node) {
  LLVMValueRef n = read_operand (llvm, node, 0);
  return n && LLVMIsAConstantInt (n) ? LLVMConstIntGetZExtValue (n) : 0;
}

void ctype_dimensions (memory *mem, ctype s, u64_vec *out) {
  unsigned n;
  LLVMMetadataRef list = read_node (s.llvm, s.node, OPERAND_ELEMENTS);
  LLVMValueRef *all = read_operands (mem, s.llvm, list, &n);
  for (unsigned i = 0; i < n; i++)
    if (all[i])
      vec_push (mem, out,
                subrange_count (s.llvm, LLVMValueAsMetadata (all[i])));
  memory_free (mem, all, n * sizeof *all);
}

static ctype_member make_member (LLVMContextRef llvm, LLVMMetadataRef node) {
  ctype_member m = {
      .bit_offset = LLVMDITypeGetOffsetInBits (node),
      .bits = LLVMDITypeGetSizeInBits (node),
      .ctype = ctype_of (llvm, read_node (llvm, node, OPERAND_TARGET))};
  m.name = LLVMDITypeGetName (node, &m.len);
  m.is_bit_field = (LLVMDITypeGetFlags (node) & LLVMDIFlagBitField) != 0;
  return m;
}

void ctype_members (memory *mem, ctype s, member_vec *members) {
  unsigned n;
  LLVMMetadataRef list = read_node (s.llvm, s.node, OPERAND_ELEMENTS);
  LLVMValueRef *all = read_operands (mem, s.llvm, list, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef node = all[i] ? LLVMValueAsMetadata (all[i]) : NULL;
    if (node && LLVMGetDINodeTag (node) == TAG_MEMBER)
      vec_push (mem, members, make_member (s.llvm, node));
  }
  memory_free (mem, all, n * sizeof *all);
}

/* LLVM's interface has no way to the number but its text:
 * "... = !DIEnumerator(name: "RED", value: 0)". Without users it is printed
 * without numbering the whole module.
 */
static int64_t enumerator_value (LLVMContextRef llvm, LLVMMetadataRef node) {
  char *text = LLVMPrintValueToString (LLVMMetadataAsValue (llvm, node));
  const char *at = strstr (text, ", value: ");
  const char *digits = at ? at + strlen (", value: ") : "0";
  int64_t v = *digits == '-' ? (int64_t) strtoll (digits, NULL, 10)
                             : (int64_t) strtoull (digits, NULL, 10);
  LLVMDisposeMessage (text);
  return v;
}

void ctype_enumerators (memory *mem, ctype s, member_vec *out) {
  unsigned n;
  LLVMMetadataRef list = read_node (s.llvm, s.node, OPERAND_ELEMENTS);
  LLVMValueRef *all = read_operands (mem, s.llvm, list, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef node = all[i] ? LLVMValueAsMetadata (all[i]) : NULL;
    LLVMValueRef text = node ? read_operand (s.llvm, node, 0) : NULL;
    unsigned len;
    if (!text)
      continue;
    ctype_member m = {.name = LLVMGetMDString (text, &len)};
    m.len = len;
    m.bit_offset = (uint64_t) enumerator_value (s.llvm, node);
    vec_push (mem, out, m);
  }
  memory_free (mem, all, n * sizeof *all);
}

bool ctype_is_constant (ctype s) {
  LLVMMetadataRef node = read_node (s.llvm, s.node, OPERAND_TARGET);
  while (node && LLVMGetDINodeTag (node) != TAG_CONST) {
    if (node == strip (s.llvm, node))
      return false;
    node = read_node (s.llvm, node, OPERAND_TARGET);
  }
  return node != NULL;
}

/* The result and the parameters; NULL: there is no debug info. */
static LLVMMetadataRef find_types (LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram (function);
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (function));
  LLVMMetadataRef type =
      subprogram ? read_node (llvm, subprogram, OPERAND_TYPE) : NULL;
  return type ? read_node (llvm, type, OPERAND_PARAMS) : NULL;
}

bool ctype_result (LLVMValueRef function, ctype *out) {
  LLVMContextRef llvm = LLVMGetTypeContext (LLVMTypeOf (function));
  LLVMMetadataRef list = find_types (function);
  if (list)
    *out = ctype_of (llvm, read_node (llvm, list, 0));
  return list != NULL;
}

/* The first is the result; a last one without type is "...". */
static bool read_params (memory *mem, LLVMContextRef llvm, LLVMMetadataRef list,
                         ctype_vec *params) {
  unsigned n;
  LLVMValueRef *all = read_operands (mem, llvm, list, &n);
  for (unsigned i = 1; i < n; i++)
    if (all[i])
      vec_push (mem, params, ctype_of (llvm, LLVMValueAsMetadata (all[i])));
  bool is_open = n > 1 && !all[n - 1];
  memory_free (mem, all, n * sizeof *all);
  return is_open;
}

bool ctype_params (memory *mem, LLVMValueRef function, ctype_vec *params) {
  LLVMMetadataRef list = find_types (function);
  if (!list)
    return LLVMGetSubprogram (function) != NULL;
  read_params (mem, LLVMGetTypeContext (LLVMTypeOf (function)), list, params);
  return true;
}

bool ctype_called_params (memory *mem, ctype s, ctype_vec *params) {
  assert (s.kind == CTYPE_FUNCTION);
  LLVMMetadataRef list = read_node (s.llvm, s.node, OPERAND_PARAMS);
  return list && read_params (mem, s.llvm, list, params);
}

/* The parameter that is stored to this address, or NULL. */
static LLVMValueRef find_stored (LLVMValueRef address) {
  EACH_USE (u, address) {
    LLVMValueRef user = LLVMGetUser (u);
    if (LLVMIsAStoreInst (user) && LLVMGetOperand (user, 1) == address &&
        LLVMIsAArgument (LLVMGetOperand (user, 0)))
      return LLVMGetOperand (user, 0);
  }
  return NULL;
}

/* The first parameter that is stored to a part of a variable. Uses are in the
 * reverse of their order.
 */
static LLVMValueRef find_first_part (LLVMValueRef variable) {
  LLVMValueRef res = NULL;
  EACH_USE (u, variable) {
    LLVMValueRef part = LLVMGetUser (u);
    LLVMValueRef v =
        LLVMIsAGetElementPtrInst (part) ? find_stored (part) : NULL;
    res = v ? v : res;
  }
  return res;
}

/* The parameter that a variable is about, if it is one. */
static LLVMValueRef find_param (LLVMValueRef place) {
  if (LLVMIsAArgument (place))
    return place;
  if (!LLVMIsAAllocaInst (place))
    return NULL;
  LLVMValueRef res = find_stored (place);
  return res ? res : find_first_part (place);
}

bool ctype_is_record (LLVMValueRef v, LLVMValueRef *place) {
  size_t len;
  LLVMValueRef f = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
  const char *name = f ? LLVMGetValueName2 (f, &len) : "";
  if (strcmp (name, "llvm.dbg.declare") && strcmp (name, "llvm.dbg.value"))
    return false;
  LLVMValueRef where = LLVMGetOperand (v, 0);
  if (LLVMGetMDNodeNumOperands (where) != 1 || !LLVMIsAValueAsMetadata (where))
    return false;
  LLVMGetMDNodeOperands (where, place);
  return true;
}

static void use_record (LLVMContextRef llvm, LLVMValueRef call,
                        LLVMValueRef place) {
  LLVMValueRef param = find_param (place);
  LLVMMetadataRef variable = LLVMValueAsMetadata (LLVMGetOperand (call, 1));
  LLVMValueRef name = read_operand (llvm, variable, OPERAND_VARIABLE);
  unsigned len;
  size_t old;
  LLVMGetValueName2 (param ? param : call, &old);
  const char *text =
      param && name && !old ? LLVMGetMDString (name, &len) : NULL;
  if (text)
    LLVMSetValueName2 (param, text, len);
}

/* The C interface sees records only in the form of calls. */
void ctype_name_params (LLVMValueRef f) {
  LLVMModuleRef m = LLVMGetGlobalParent (f);
  bool is_new = LLVMIsNewDbgInfoFormat (m);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, false);
  LLVMBasicBlockRef body = LLVMGetEntryBasicBlock (f);
  LLVMValueRef place;
  EACH_INSTRUCTION (i, body)
    if (ctype_is_record (i, &place))
      use_record (LLVMGetModuleContext (m), i, place);
  if (is_new)
    LLVMSetIsNewDbgInfoFormat (m, true);
}
