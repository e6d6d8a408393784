/* Constants of LLVM as numbers, and initialisers as bytes. */

#include "program/pairing.h"
#include "program/program_priv.h"

__extension__ typedef unsigned __int128 wide;

static wide wide_of (const number *n) { return (wide) n->high << 64 | n->low; }

static void set_wide (number *n, wide v, unsigned w) {
  assert (w && w <= 128);
  if (w < 128)
    v &= ((wide) 1 << w) - 1;
  n->low = (uint64_t) v;
  n->high = (uint64_t) (v >> 64);
}

static wide sign_extended (const number *n, unsigned from) {
  wide v = wide_of (n);
  assert (from && from <= 128);
  if (from < 128 && v >> (from - 1) & 1)
    v |= ~(wide) 0 << from;
  return v;
}

/* LLVM's C interface gives no more than 64 bits; its text has all. */
static wide parse_integer (LLVMValueRef v) {
  char *text = LLVMPrintValueToString (v);
  const char *s = strchr (text, ' ');
  bool is_negative = s && s[1] == '-';
  wide res = 0;
  for (s = s ? s + 1 + is_negative : ""; *s >= '0' && *s <= '9'; s++)
    res = res * 10 + (unsigned) (*s - '0');
  LLVMDisposeMessage (text);
  return is_negative ? -res : res;
}

static unsigned type_width (program *p, LLVMTypeRef t) {
  const code_shape *s = shape_of (p, t);
  return s->is_supported && s->n == 1 ? s->leaf->width : 0;
}

/* Names. */

LLVMValueRef value_behind_alias (LLVMValueRef v) {
  for (;;)
    if (LLVMIsAGlobalAlias (v))
      v = LLVMAliasGetAliasee (v);
    else if (LLVMIsAConstantExpr (v) &&
             (LLVMGetConstOpcode (v) == LLVMBitCast ||
              LLVMGetConstOpcode (v) == LLVMAddrSpaceCast))
      v = LLVMGetOperand (v, 0);
    else
      return v;
}

bool is_private_data (LLVMValueRef v) {
  if (!LLVMIsAGlobalVariable (v) || !LLVMIsGlobalConstant (v) ||
      LLVMGetLinkage (v) != LLVMPrivateLinkage)
    return false;
  LLVMValueRef init = LLVMGetInitializer (v);
  return init && LLVMGetTypeKind (LLVMTypeOf (init)) == LLVMArrayTypeKind &&
         (LLVMIsAConstantDataArray (init) ||
          LLVMIsAConstantAggregateZero (init));
}

static hash128 data_digest (LLVMValueRef v) {
  size_t len = 0;
  hash128 res = hash128_of (LLVMGetArrayLength2 (LLVMTypeOf (v)), 4);
  if (LLVMIsAConstantDataArray (v) && LLVMIsConstantString (v)) {
    const char *text = LLVMGetAsString (v, &len);
    return hash128_mix (res, hash_bytes (text, len));
  }
  char *text = LLVMPrintValueToString (v);
  res = hash128_mix (res, hash_bytes (text, strlen (text)));
  LLVMDisposeMessage (text);
  return res;
}

hash128 symbol_digest (program *p, LLVMValueRef v) {
  uint64_t known = map_get (&p->symbols, program_key (v), 0);
  if (known)
    return *(const hash128 *) (uintptr_t) known;
  hash128 *res = arena_alloc (&p->arena, sizeof *res);
  if (is_private_data (v))
    *res = data_digest (LLVMGetInitializer (v));
  else {
    pairing_side side;
    size_t len;
    const char *name = LLVMGetValueName2 (v, &len);
    *res = hash_bytes (name, pairing_base (name, len, &side));
  }
  map_put (&p->symbols, program_key (v), program_key (res));
  return *res;
}

/* Addresses. */

static bool address_of_value (program *p, LLVMValueRef v, number *out) {
  uint64_t address = map_get (&p->addresses, program_key (v), 0);
  out->is_symbolic = true;
  out->symbol = symbol_digest (p, v);
  if (LLVMGetLinkage (v) == LLVMExternalWeakLinkage && LLVMIsDeclaration (v)) {
    uint32_t f = function_number (p, v);
    if (f == PLACING_NONE || p->functions.data[f].builtin == BUILTIN_NONE)
      return true;
  }
  out->low = address;
  return address != 0;
}

/* Of a label: of its function, and the number of the block behind it. */
static bool label_address (program *p, LLVMValueRef v, number *out) {
  LLVMValueRef f = LLVMGetBlockAddressFunction (v);
  LLVMBasicBlockRef wanted = LLVMGetBlockAddressBasicBlock (v);
  if (!map_find (&p->labels, program_key (wanted))) {
    uint64_t n = 0;
    EACH_BLOCK (b, f)
      map_put (&p->labels, program_key (b), ++n);
  }
  assert (map_find (&p->labels, program_key (wanted))); /* it is of 'f' */
  uint64_t block_number = map_get (&p->labels, program_key (wanted), 0) - 1;
  if (!address_of_value (p, f, out) || block_number >= ADDRESS_MAX_LABEL)
    return false;
  out->low += block_number;
  out->symbol = hash128_mix (out->symbol, hash128_of (block_number, 1));
  return true;
}

bool gep_walk (program *p, LLVMValueRef gep, gep_steps *s) {
  s->constant = 0;
  s->n = 0;
  LLVMTypeRef t = LLVMGetGEPSourceElementType (gep);
  int n = LLVMGetNumOperands (gep);
  for (int i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand (gep, (unsigned) i);
    uint64_t scale;
    if (i == 1)
      scale = LLVMABISizeOfType (p->target, t);
    else if (LLVMGetTypeKind (t) == LLVMStructTypeKind) {
      if (!LLVMIsAConstantInt (index))
        return false;
      unsigned field = (unsigned) LLVMConstIntGetZExtValue (index);
      s->constant += (int64_t) LLVMOffsetOfElement (p->target, t, field);
      t = LLVMStructGetTypeAtIndex (t, field);
      continue;
    } else {
      t = LLVMGetElementType (t);
      scale = LLVMABISizeOfType (p->target, t);
    }
    if (LLVMIsAConstantInt (index) &&
        LLVMGetIntTypeWidth (LLVMTypeOf (index)) <= 64) {
      s->constant =
          (int64_t) ((uint64_t) s->constant +
                     (uint64_t) LLVMConstIntGetSExtValue (index) * scale);
      continue;
    }
    assert (s->n <= GEP_MAX_STEPS);
    if (s->n == GEP_MAX_STEPS)
      return false;
    s->index[s->n] = index;
    s->scale[s->n++] = (int64_t) scale;
  }
  return true;
}

static bool fold_gep (program *p, LLVMValueRef v, number *out) {
  assert (LLVMGetConstOpcode (v) == LLVMGetElementPtr);
  gep_steps s;
  if (!gep_walk (p, v, &s) || !number_of (p, LLVMGetOperand (v, 0), out))
    return false;
  out->low += (uint64_t) s.constant;
  out->symbol =
      hash128_mix (out->symbol, hash128_of ((uint64_t) s.constant, 2));
  for (uint32_t i = 0; i < s.n; i++) {
    number index;
    unsigned w = type_width (p, LLVMTypeOf (s.index[i]));
    if (!w || !number_of (p, s.index[i], &index))
      return false;
    uint64_t step = (uint64_t) sign_extended (&index, w);
    out->low += step * (uint64_t) s.scale[i];
    out->symbol = hash128_mix (
        out->symbol, hash128_of (index.is_symbolic ? index.symbol.lo : step,
                                 (uint64_t) s.scale[i]));
  }
  return true;
}

/* Expressions. */

static bool fold_binary (program *p, LLVMValueRef v, LLVMOpcode o,
                         number *out) {
  number a, b;
  unsigned w = type_width (p, LLVMTypeOf (v));
  if (!w || !number_of (p, LLVMGetOperand (v, 0), &a) ||
      !number_of (p, LLVMGetOperand (v, 1), &b))
    return false;
  wide x = wide_of (&a), y = wide_of (&b), res;
  switch ((int) o) {
  case LLVMAdd:
    res = x + y;
    break;
  case LLVMSub:
    res = x - y;
    break;
  case LLVMMul:
    res = x * y;
    break;
  case LLVMXor:
    res = x ^ y;
    break;
  case LLVMAnd:
    res = x & y;
    break;
  case LLVMOr:
    res = x | y;
    break;
  case LLVMShl:
    res = y < w ? x << (unsigned) y : 0;
    break;
  case LLVMLShr:
    res = y < w ? x >> (unsigned) y : 0;
    break;
  default:
    return false;
  }
  set_wide (out, res, w);
  out->is_symbolic = a.is_symbolic || b.is_symbolic;
  hash128 left = a.is_symbolic ? a.symbol : hash128_of (a.low, a.high);
  hash128 right = b.is_symbolic ? b.symbol : hash128_of (b.low, b.high);
  out->symbol = hash128_mix (hash128_mix (left, right), hash128_of (o, w));
  return true;
}

static bool fold_cast (program *p, LLVMValueRef v, LLVMOpcode o, number *out) {
  LLVMValueRef from = LLVMGetOperand (v, 0);
  unsigned w = type_width (p, LLVMTypeOf (v));
  unsigned was = type_width (p, LLVMTypeOf (from));
  if (!w || !was || !number_of (p, from, out))
    return false;
  set_wide (out, o == LLVMSExt ? sign_extended (out, was) : wide_of (out), w);
  out->symbol = hash128_mix (out->symbol, hash128_of (w, 3));
  return true;
}

static bool fold_expression (program *p, LLVMValueRef v, number *out) {
  LLVMOpcode o = LLVMGetConstOpcode (v);
  switch ((int) o) {
  case LLVMGetElementPtr:
    return fold_gep (p, v, out);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
    return fold_cast (p, v, o, out);
  default:
    return fold_binary (p, v, o, out);
  }
}

static bool fold_float (program *p, LLVMValueRef v, number *out) {
  unsigned w = type_width (p, LLVMTypeOf (v));
  if (!w)
    return false;
  LLVMTypeRef bits = LLVMIntTypeInContext (p->mod.llvm, w);
  LLVMValueRef i = LLVMConstBitCast (v, bits);
  return LLVMIsAConstantInt (i) && number_of (p, i, out);
}

bool number_of (program *p, LLVMValueRef v, number *out) {
  *out = (number) {0};
  switch ((int) LLVMGetValueKind (v)) {
  case LLVMConstantIntValueKind: {
    unsigned w = LLVMGetIntTypeWidth (LLVMTypeOf (v));
    if (w <= 64)
      out->low = LLVMConstIntGetZExtValue (v);
    else if (w <= 128)
      set_wide (out, parse_integer (v), w);
    return w <= 128;
  }
  case LLVMConstantFPValueKind:
    return fold_float (p, v, out);
  case LLVMConstantPointerNullValueKind:
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind:
  case LLVMConstantAggregateZeroValueKind:
    return true;
  case LLVMFunctionValueKind:
  case LLVMGlobalVariableValueKind:
  case LLVMGlobalIFuncValueKind:
    return address_of_value (p, v, out);
  case LLVMGlobalAliasValueKind:
    return number_of (p, value_behind_alias (v), out);
  case LLVMBlockAddressValueKind:
    return label_address (p, v, out);
  case LLVMConstantExprValueKind:
    return fold_expression (p, v, out);
  default:
    return false;
  }
}

/* Initialisers. */

static bool is_zero (LLVMValueRef v) {
  LLVMValueKind k = LLVMGetValueKind (v);
  return k == LLVMConstantAggregateZeroValueKind ||
         k == LLVMUndefValueValueKind || k == LLVMPoisonValueValueKind ||
         k == LLVMConstantPointerNullValueKind;
}

static uint64_t count_elements (LLVMTypeRef t, LLVMTypeKind kind) {
  switch ((int) kind) {
  case LLVMStructTypeKind:
    return LLVMCountStructElementTypes (t);
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2 (t);
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize (t);
  default:
    return UINT64_MAX;
  }
}

static uint64_t element_offset (program *p, LLVMTypeRef t, LLVMTypeKind kind,
                                unsigned i) {
  assert (i < count_elements (t, kind));
  if (kind == LLVMStructTypeKind)
    return LLVMOffsetOfElement (p->target, t, i);
  LLVMTypeRef e = LLVMGetElementType (t);
  if (kind == LLVMVectorTypeKind)
    return i * ((LLVMSizeOfTypeInBits (p->target, e) + 7) / 8);
  return i * LLVMABISizeOfType (p->target, e);
}

static bool write_scalar (program *p, LLVMValueRef v, uint64_t at,
                          uint8_t *bytes, u64_vec *addresses) {
  number n;
  unsigned w = type_width (p, LLVMTypeOf (v));
  if (!w || !number_of (p, v, &n))
    return false;
  wide bits = wide_of (&n);
  assert (w <= 128 && (w == 128 || !(bits >> w))); /* as wide as its type */
  for (unsigned i = 0; i < (w + 7) / 8; i++)
    bytes[at + i] = (uint8_t) (bits >> 8 * i);
  if (n.is_symbolic && w == 64)
    vec_push (p->mem, addresses, at);
  return true;
}

bool image_write (program *p, LLVMValueRef v, uint64_t at, uint8_t *bytes,
                  u64_vec *addresses) {
  if (is_zero (v))
    return true;
  LLVMTypeRef t = LLVMTypeOf (v);
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  uint64_t n = count_elements (t, kind);
  if (n == UINT64_MAX)
    return write_scalar (p, v, at, bytes, addresses);
  if (kind == LLVMArrayTypeKind && LLVMIsAConstantDataArray (v) &&
      LLVMIsConstantString (v)) {
    size_t len;
    const char *text = LLVMGetAsString (v, &len);
    memcpy (bytes + at, text, len);
    return true;
  }
  bool ok = true;
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement (v, i);
    ok &= e && image_write (p, e, at + element_offset (p, t, kind, i), bytes,
                            addresses);
  }
  return ok;
}

hash128 image_digest (program *p, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf (v);
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  uint64_t n = count_elements (t, kind);
  hash128 res = hash128_of (LLVMABISizeOfType (p->target, t), kind);
  if (is_zero (v))
    return hash128_mix (res, hash128_of (0, 0));
  if (n == UINT64_MAX) {
    number k;
    if (!number_of (p, v, &k))
      return res;
    return hash128_mix (res,
                        k.is_symbolic ? k.symbol : hash128_of (k.low, k.high));
  }
  if (LLVMIsAConstantDataArray (v) && LLVMIsConstantString (v)) {
    size_t len;
    const char *text = LLVMGetAsString (v, &len);
    return hash128_mix (res, hash_bytes (text, len));
  }
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement (v, i);
    if (e)
      res = hash128_mix (res, image_digest (p, e));
  }
  return res;
}
