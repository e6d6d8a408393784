/* Functions of LLVM itself: llvm.NAME.TYPES. One table says by what each is
 * replaced (expand.h).
 *
 * The types at the end of a name are not told from the name but by what is in
 * the table: the longest beginning that is there wins, so "memcpy.inline" is
 * found before "memcpy". What is in no row ends the path that comes there, by
 * name. A row is a promise that its expansion is exact for all types that slots
 * hold, vectors lane by lane.
 */

#include "program/expand.h"

/* Expansions that are no arithmetic. */

static void expand_nothing (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) l;
  (void) call;
  (void) r;
}

static void expand_constant (lower *l, LLVMValueRef call, const intrinsic *r) {
  unsigned w = lower_shape (l, call)->leaf->width;
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call),
              lower_constant (l, w, r->detail, 0), 0, 0);
}

static void expand_move (lower *l, LLVMValueRef call, const intrinsic *r) {
  (void) r;
  for_each_lane (x, l, call)
      lower_emit (l, OP_MOVE, x.w, 0, x.dst, lane_argument (&x, 0), 0, 0);
}

static void expand_object_size (lower *l, LLVMValueRef call,
                                const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, call)->leaf->width;
  uint64_t is_minimum = 0;
  lower_is_number (argument (call, 1), &is_minimum);
  lower_emit (l, OP_MOVE, w, 0, lower_dst (l, call),
              is_minimum ? lower_zero (l, w) : lower_ones (l, w), 0, 0);
}

static void expand_memory (lower *l, LLVMValueRef call, const intrinsic *r) {
  uint32_t to = argument_leaf (l, call, 0, 0);
  uint32_t what = argument_leaf (l, call, 1, 0);
  LLVMValueRef count = argument (call, 2);
  unsigned w = lower_shape (l, count)->leaf->width;
  uint64_t known;
  uint32_t n = lower_is_number (count, &known)
                   ? lower_constant (l, 64, known, 0)
                   : lower_resize (l, lower_scalar (l, count), w, 64);
  lower_emit (l, (op) r->detail, 0, 0, 0, to, what, n);
}

/* One operation on addresses without result. */
static void expand_address (lower *l, LLVMValueRef call, const intrinsic *r) {
  uint32_t a = argument_leaf (l, call, 0, 0);
  uint32_t b = r->more == 2 ? argument_leaf (l, call, 1, 0) : 0;
  lower_emit (l, (op) r->detail, 0, 0, 0, a, b, 0);
}

static void expand_stack_save (lower *l, LLVMValueRef call,
                               const intrinsic *r) {
  (void) r;
  lower_emit (l, OP_STACK_SAVE, 64, 0, lower_dst (l, call), 0, 0, 0);
}

static void expand_pointer_mask (lower *l, LLVMValueRef call,
                                 const intrinsic *r) {
  (void) r;
  unsigned w = lower_shape (l, argument (call, 1))->leaf->width;
  uint32_t mask = lower_resize (l, argument_leaf (l, call, 1, 0), w, 64);
  lower_emit (l, OP_AND, 64, 0, lower_dst (l, call),
              argument_leaf (l, call, 0, 0), mask, 0);
}

static const intrinsic intrinsics[] = {
#define INTRINSIC(NAME, HOW, DETAIL, MORE) {NAME, expand_##HOW, DETAIL, MORE},
#include "program/intrinsics.def"
};

typedef struct span_of_name {
  const char *text;
  size_t len;
} span_of_name;

static int compare_name (const void *key, const void *row) {
  const span_of_name *k = key;
  const char *name = ((const intrinsic *) row)->name;
  int c = strncmp (k->text, name, k->len);
  return c ? c : name[k->len] ? -1 : 0;
}

/* Types at the end are cut off until the rest is in the table. */
static const intrinsic *find_row (span_of_name k) {
  while (k.len) {
    const intrinsic *r =
        bsearch (&k, intrinsics, sizeof intrinsics / sizeof *intrinsics,
                 sizeof *intrinsics, compare_name);
    assert (!r || r == intrinsics || strcmp (r[-1].name, r->name) < 0);
    if (r)
      return r;
    while (k.len && k.text[k.len - 1] != '.')
      k.len--;
    if (k.len)
      k.len--;
  }
  return NULL;
}

/* Constrained arithmetic is the plain one with modes behind its arguments. */
static const intrinsic *lower_intrinsic_find (const char *name, size_t len) {
  assert (len > strlen ("llvm.") && !strncmp (name, "llvm.", 5));
  static const char constrained[] = "llvm.experimental.constrained.";
  size_t prefix = strlen ("llvm."), longer = strlen (constrained);
  const intrinsic *r = find_row ((span_of_name) {name + prefix, len - prefix});
  if (!r && len > longer && !strncmp (name, constrained, longer))
    r = find_row ((span_of_name) {name + longer, len - longer});
  return r;
}

bool lower_intrinsic_is_known (const char *name, size_t len) {
  return lower_intrinsic_find (name, len) != NULL;
}

/* Types that cannot be held in slots are allowed where nothing is done. */
static bool has_supported_arguments (lower *l, LLVMValueRef call) {
  if (!lower_shape (l, call)->is_supported)
    return false;
  for (unsigned i = 0, n = LLVMGetNumArgOperands (call); i < n; i++) {
    LLVMTypeRef t = LLVMTypeOf (argument (call, i));
    if (LLVMGetTypeKind (t) != LLVMMetadataTypeKind &&
        !shape_of (l->program, t)->is_supported)
      return false;
  }
  return true;
}

void lower_intrinsic (lower *l, LLVMValueRef call, const char *name,
                      size_t len) {
  builtin b = builtin_find (l->program, name, len);
  if (b != BUILTIN_NONE) {
    lower_emit (l, OP_BUILTIN, 0, 0, 0, b, (uint32_t) l->pool.len, 0);
    return;
  }
  const intrinsic *r = lower_intrinsic_find (name, len);
  if (r && (r->expand == expand_nothing || has_supported_arguments (l, call)))
    r->expand (l, call, r);
  else
    lower_unsupported (l, "%.*s", (int) len, name);
}
