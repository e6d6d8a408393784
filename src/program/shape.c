/* Types: as runs of scalars for slots, and as layouts of objects. */

#include "program/program_priv.h"

typedef VEC (type_leaf) leaf_vec;
typedef VEC (layout_run) shape_run_vec;

/* Width of a scalar type in bits; 0: none, or not supported. */
static unsigned scalar_width (LLVMTypeRef t, LLVMTypeKind kind) {
  switch (kind) {
  case LLVMIntegerTypeKind: {
    unsigned w = LLVMGetIntTypeWidth (t);
    return w <= CODE_MAX_WIDTH ? w : 0;
  }
  case LLVMPointerTypeKind:
    return 64;
  case LLVMHalfTypeKind:
    return 16;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  case LLVMX86_FP80TypeKind:
    return 80;
  default:
    return 0;
  }
}

/* Types nest as deeply as the source declares them: recursion is fine. */
static bool add_leaves (program *p, LLVMTypeRef t, uint64_t at, leaf_vec *out) {
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  if (kind == LLVMStructTypeKind) {
    unsigned n = LLVMCountStructElementTypes (t);
    for (unsigned i = 0; i < n; i++)
      if (!add_leaves (p, LLVMStructGetTypeAtIndex (t, i),
                       at + LLVMOffsetOfElement (p->target, t, i), out))
        return false;
    return true;
  }
  if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
    LLVMTypeRef e = LLVMGetElementType (t);
    bool is_array = kind == LLVMArrayTypeKind;
    uint64_t n = is_array ? LLVMGetArrayLength2 (t) : LLVMGetVectorSize (t);
    uint64_t stride = is_array ? LLVMABISizeOfType (p->target, e)
                               : (LLVMSizeOfTypeInBits (p->target, e) + 7) / 8;
    bool ok = n <= SHAPE_MAX_LEAVES;
    for (uint64_t i = 0; ok && i < n; i++)
      ok = add_leaves (p, e, at + i * stride, out);
    return ok;
  }
  unsigned w = scalar_width (t, kind);
  assert (w <= CODE_MAX_WIDTH);
  if (!w || out->len >= SHAPE_MAX_LEAVES)
    return false;
  vec_push (
      p->mem, out,
      (type_leaf) {at, (uint8_t) w,
                   kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind,
                   kind == LLVMPointerTypeKind});
  return true;
}

/* A vector within which elements are not whole bytes. */
static bool has_bit_vector (LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  if (kind == LLVMVectorTypeKind) {
    LLVMTypeRef e = LLVMGetElementType (t);
    return LLVMGetTypeKind (e) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth (e) % 8;
  }
  if (kind == LLVMArrayTypeKind)
    return has_bit_vector (LLVMGetElementType (t));
  if (kind == LLVMStructTypeKind)
    for (unsigned i = 0, n = LLVMCountStructElementTypes (t); i < n; i++)
      if (has_bit_vector (LLVMStructGetTypeAtIndex (t, i)))
        return true;
  return false;
}

static code_shape *make_shape (program *p, LLVMTypeRef t) {
  code_shape *s = arena_alloc (&p->arena, sizeof *s);
  *s = (code_shape) {0};
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  if (kind == LLVMVoidTypeKind) {
    s->is_supported = true;
    return s;
  }
  if (kind == LLVMScalableVectorTypeKind || !LLVMTypeIsSized (t))
    return s;
  leaf_vec leaves = {0};
  if (add_leaves (p, t, 0, &leaves)) {
    s->is_supported = true;
    s->n = (uint32_t) leaves.len;
    s->leaf =
        arena_copy (&p->arena, leaves.data, leaves.len * sizeof (type_leaf));
    s->is_packed = has_bit_vector (t);
    assert (s->n <= SHAPE_MAX_LEAVES);
  }
  vec_release (p->mem, &leaves);
  return s;
}

const code_shape *shape_of (program *p, LLVMTypeRef t) {
  uint64_t *known = map_at (&p->shapes, program_key (t));
  if (*known)
    return (const code_shape *) (uintptr_t) *known;
  code_shape *s = make_shape (p, t); /* asks for no other: 'known' stays */
  assert (known == map_find (&p->shapes, program_key (t)));
  *known = program_key (s);
  return s;
}

/* Layouts. */

#define LAYOUT_MAX_RUNS 1024

static bool shape_add_run (memory *mem, shape_run_vec *out, layout_run r) {
  assert (r.count && r.size && r.stride >= r.size);
  if (out->len) {
    layout_run *last = &vec_last (out);
    if (last->size == r.size && last->stride == r.stride &&
        r.stride == r.size &&
        last->offset + last->count * last->stride == r.offset) {
      last->count += r.count;
      return true;
    }
  }
  assert (!out->len || vec_last (out).offset <= r.offset); /* they increase */
  if (out->len == LAYOUT_MAX_RUNS)
    return false;
  vec_push (mem, out, r);
  return true;
}

/* The runs of one element, n times. One run that fits to its successors
 * stays one.
 */
static bool repeat_runs (memory *mem, const shape_run_vec *one, uint64_t n,
                         uint64_t stride, uint64_t at, shape_run_vec *out) {
  const layout_run *first = one->data;
  assert (n); /* or there would be a run of nothing */
  if (one->len == 1 && stride <= UINT32_MAX &&
      (first->count == 1 || first->count * first->stride == stride)) {
    layout_run r = *first;
    if (r.count == 1)
      r.stride = (uint32_t) stride;
    r.offset += at;
    r.count *= n;
    return shape_add_run (mem, out, r);
  }
  for (uint64_t i = 0; i < n; i++)
    for (size_t k = 0; k < one->len; k++) {
      layout_run r = one->data[k];
      r.offset += at + i * stride;
      if (!shape_add_run (mem, out, r))
        return false;
    }
  return true;
}

static bool add_runs (program *p, LLVMTypeRef t, uint64_t at,
                      shape_run_vec *out) {
  assert (LLVMTypeIsSized (t));
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  if (kind == LLVMStructTypeKind) {
    unsigned n = LLVMCountStructElementTypes (t);
    for (unsigned i = 0; i < n; i++)
      if (!add_runs (p, LLVMStructGetTypeAtIndex (t, i),
                     at + LLVMOffsetOfElement (p->target, t, i), out))
        return false;
    return true;
  }
  if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
    LLVMTypeRef e = LLVMGetElementType (t);
    uint64_t n = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2 (t)
                                           : LLVMGetVectorSize (t);
    shape_run_vec one = {0};
    bool ok = !n || (add_runs (p, e, 0, &one) &&
                     repeat_runs (p->mem, &one, n,
                                  LLVMABISizeOfType (p->target, e), at, out));
    vec_release (p->mem, &one);
    return ok;
  }
  unsigned w = scalar_width (t, kind);
  if (!w)
    return false;
  uint32_t size = (w + 7) / 8;
  return shape_add_run (p->mem, out, (layout_run) {at, 1, size, size});
}

const layout *layout_of (program *p, LLVMTypeRef t) {
  uint64_t *known = map_at (&p->layouts, program_key (t));
  if (*known)
    return (const layout *) (uintptr_t) *known;
  layout *res = arena_alloc (&p->arena, sizeof *res);
  *res = (layout) {0};
  shape_run_vec runs = {0};
  if (LLVMTypeIsSized (t) && add_runs (p, t, 0, &runs) && runs.len) {
    res->n = (uint32_t) runs.len;
    res->run =
        arena_copy (&p->arena, runs.data, runs.len * sizeof (layout_run));
  }
  vec_release (p->mem, &runs);
  assert (known == map_find (&p->layouts, program_key (t))); /* as shape_of */
  *known = program_key (res);
  return res;
}

hash128 layout_digest (const layout *a) {
  assert (a->run || !a->n);
  hash128 h = hash128_of (a->n, 18);
  for (uint32_t i = 0; i < a->n; i++) {
    const layout_run *r = a->run + i;
    h = hash128_mix (h, hash128_of (r->offset, r->count));
    h = hash128_mix (h, hash128_of (r->size, r->stride));
  }
  return h;
}
