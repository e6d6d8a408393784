/* What a function expects of its pointers: one walk over its instructions notes
 * facts, and conclusions are drawn from them for each pointer. It is one file
 * since each rule reads what others noted: names, where values are from, facts,
 * conclusions, members, callers. Indices are in contract_index.c.
 */

#include "program/contract_priv.h"

#include <llvm-c/Target.h>
#include <strings.h>

#define MAX_NESTED 3 /* calls that are looked into */

/* Names. */

static bool is_one_of (const char *name, size_t len, const char *const *words) {
  for (; *words; words++)
    if (strlen (*words) == len && !strncasecmp (name, *words, len))
      return true;
  return false;
}

static bool ends_in (const char *name, size_t len, const char *const *words) {
  for (; *words; words++) {
    size_t n = strlen (*words);
    if (len > n && is_one_of (name + len - n, n, words))
      return true;
  }
  return false;
}

static const char *const counts[] = {
    "n",     "len",   "length", "size",  "count", "cnt",    "num", "sz",
    "nmemb", "nelem", "nelems", "bytes", "used",  "nitems", NULL};
static const char *const parts_of_counts[] = {
    "len", "length", "size", "count", "cnt", "sz", "_n", "bytes", "_num", NULL};
static const char *const capacities[] = {
    "cap",    "capacity", "alloc", "alloced",  "allocated", "max",
    "maxlen", "room",     "limit", "reserved", "bufsize",   NULL};
static const char *const ends[] = {"end", "last", "limit", "stop",  "e", "fin",
                                   "eof", "ende", "tail",  "bound", NULL};

/* "cap", "buf_cap", "bufCap", but not "noalloc". */
static bool ends_in_word (const char *name, size_t len,
                          const char *const *words) {
  size_t last = len;
  while (last > 1 && name[last - 1] != '_' &&
         !(name[last - 1] >= 'A' && name[last - 1] <= 'Z'))
    last--;
  last -= last > 1 && name[last - 1] != '_';
  return is_one_of (name, len, words) ||
         (last < len && is_one_of (name + last, len - last, words));
}

static bool is_capacity (const char *name, size_t len) {
  return ends_in_word (name, len, capacities);
}

/* "end", "bufend", "buf_e", but not "value". */
static bool is_end (const char *name, size_t len) {
  return ends_in_word (name, len, ends) ||
         ends_in (name, len, (const char *const[]) {"end", NULL});
}

/* "n", "len", "buf_size", "nbytes", "num_items" */
static bool is_count (const char *name, size_t len) {
  return is_one_of (name, len, counts) ||
         ends_in (name, len, parts_of_counts) || is_capacity (name, len) ||
         (len > 2 && (!strncmp (name, "n_", 2) || !strncmp (name, "num_", 4)));
}

/* "nslots" of "slot", "n_words" of "words" */
static bool is_number_of (const char *name, size_t len, const char *pointer,
                          size_t n) {
  size_t skip = len > 1 && name[1] == '_' ? 2 : 1;
  if (len <= skip || name[0] != 'n' || !n)
    return false;
  len -= skip + (name[len - 1] == 's');
  n -= pointer[n - 1] == 's';
  return len && len == n && !strncasecmp (name + skip, pointer, n);
}

/* Where values are from. */

static void see (learning *l, holder h, unsigned what) {
  size_t i = 0;
  while (i < l->seen.len && !is_same (l->seen.data[i].of, h))
    i++;
  if (is_held (h) && i == l->seen.len)
    vec_push (l->mem, &l->seen, ((extent) {.of = h}));
  if (is_held (h))
    l->seen.data[i].seen |= what;
}

unsigned contract_seen (const learning *l, holder h) {
  const extent *e = contract_find (&l->seen, h);
  return e ? e->seen : 0;
}

static bool is_constant (LLVMValueRef v) { return LLVMIsAConstantInt (v); }

LLVMValueRef contract_bare (LLVMValueRef v, int64_t *sum) {
  *sum = 0;
  for (unsigned i = 0; i < CONTRACT_FOLLOW && LLVMIsAInstruction (v); i++) {
    LLVMOpcode op = LLVMGetInstructionOpcode (v);
    bool is_cast = op == LLVMSExt || op == LLVMZExt || op == LLVMTrunc;
    if (!is_cast && ((op != LLVMAdd && op != LLVMSub) ||
                     !is_constant (LLVMGetOperand (v, 1))))
      return v;
    if (!is_cast)
      *sum += (op == LLVMSub ? -1 : 1) *
              LLVMConstIntGetSExtValue (LLVMGetOperand (v, 1));
    v = LLVMGetOperand (v, 0);
  }
  return v;
}

static LLVMValueRef bare (LLVMValueRef v) {
  int64_t ignored;
  return contract_bare (v, &ignored);
}

/* Also without constants that it is multiplied with. */
static LLVMValueRef unscaled (LLVMValueRef v, uint64_t *scale) {
  v = bare (v);
  for (unsigned i = 0; i < CONTRACT_FOLLOW; i++) {
    bool is_shift = is_op (v, LLVMShl);
    if (!is_shift && !is_op (v, LLVMMul))
      break;
    unsigned at = !is_shift && is_constant (LLVMGetOperand (v, 0)) ? 0 : 1;
    LLVMValueRef by = LLVMGetOperand (v, at);
    uint64_t n = is_constant (by) ? LLVMConstIntGetZExtValue (by) : 0;
    if (!n || n >= (is_shift ? 16 : 65536))
      break;
    *scale *= is_shift ? 1u << n : n;
    v = bare (LLVMGetOperand (v, 1 - at));
  }
  return v;
}

static uint32_t param_number (const learning *l, LLVMValueRef v) {
  uint32_t k = 0;
  if (!LLVMIsAArgument (v))
    return 0;
  for (LLVMValueRef p = LLVMGetFirstParam (l->function); p;
       p = LLVMGetNextParam (p), k++)
    if (p == v)
      return k + 1;
  return 0;
}

/* The offset that a getelementptr adds, if it is constant, and of which type
 * is what lies there.
 */
static bool constant_offset (const learning *l, LLVMValueRef v, int64_t *at,
                             LLVMTypeRef *there) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType (v);
  LLVMTargetDataRef layout =
      LLVMGetModuleDataLayout (LLVMGetGlobalParent (l->function));
  for (int i = 1; i < LLVMGetNumOperands (v); i++) {
    int64_t k;
    LLVMValueRef index = contract_bare (LLVMGetOperand (v, (unsigned) i), &k);
    if (!is_constant (index))
      return false;
    k += LLVMConstIntGetSExtValue (index);
    if (i == 1) {
      *at += k * (int64_t) LLVMABISizeOfType (layout, type);
    } else if (LLVMGetTypeKind (type) == LLVMStructTypeKind) {
      *at += (int64_t) LLVMOffsetOfElement (layout, type, (unsigned) k);
      type = LLVMStructGetTypeAtIndex (type, (unsigned) k);
    } else {
      type = LLVMGetElementType (type);
      *at += k * (int64_t) LLVMABISizeOfType (layout, type);
    }
  }
  *there = type;
  return true;
}

holder contract_place (const learning *l, LLVMValueRef v) {
  int64_t at = 0;
  LLVMTypeRef type;
  for (unsigned i = 0; i < CONTRACT_FOLLOW && LLVMIsAGetElementPtrInst (v);
       i++) {
    if (!constant_offset (l, v, &at, &type))
      return nobody;
    v = LLVMGetOperand (v, 0);
  }
  uint32_t k = param_number (l, v);
  return k && at >= 0 && at < INT32_MAX ? (holder) {k, (int32_t) at} : nobody;
}

holder contract_held (const learning *l, LLVMValueRef v) {
  uint32_t k = param_number (l, v);
  if (k)
    return (holder) {k, -1};
  return LLVMIsALoadInst (v) ? contract_place (l, LLVMGetOperand (v, 0))
                             : nobody;
}

/* The object that a pointer leads into, 'at' constant steps behind its start.
 */
static holder start_of (const learning *l, LLVMValueRef v, int64_t *at) {
  LLVMTypeRef type;
  *at = 0;
  for (unsigned i = 0; i < CONTRACT_FOLLOW && LLVMIsAGetElementPtrInst (v) &&
                       constant_offset (l, v, at, &type);
       i++)
    v = LLVMGetOperand (v, 0);
  return contract_held (l, v);
}

/* So many bytes are used at this place, whatever the caller passes. */
static void learn_need (learning *l, LLVMValueRef v, uint64_t bytes) {
  int64_t at;
  holder of = start_of (l, v, &at);
  uint64_t end = (uint64_t) at + bytes;
  if (at < 0 || bytes > CONTRACT_MOST || end > CONTRACT_MOST)
    return;
  see (l, of, 0);
  for (size_t i = 0; i < l->seen.len; i++)
    if (is_same (l->seen.data[i].of, of) && end > l->seen.data[i].least)
      l->seen.data[i].least = end;
}

/* Does it lead to a member, which has a size of its own? */
static bool is_member (LLVMValueRef v) {
  return LLVMIsAGetElementPtrInst (v) && LLVMGetNumOperands (v) > 2 &&
         LLVMGetTypeKind (LLVMGetGEPSourceElementType (v)) ==
             LLVMStructTypeKind;
}

/* An array in the struct behind a parameter. */
static holder array_at (const learning *l, LLVMValueRef v, uint64_t *n) {
  int64_t at = 0;
  LLVMTypeRef type;
  if (!constant_offset (l, v, &at, &type) ||
      LLVMGetTypeKind (type) != LLVMArrayTypeKind)
    return nobody;
  *n = LLVMGetArrayLength2 (type);
  return contract_place (l, v);
}

/* What a pointer was before it was moved, from element to element. */
static holder origin (const learning *l, LLVMValueRef v, unsigned depth) {
  uint64_t n;
  for (unsigned i = 0; i < CONTRACT_FOLLOW; i++) {
    holder h = contract_held (l, v);
    if (is_held (h) || !LLVMIsAInstruction (v))
      return h;
    if (is_member (v))
      return array_at (l, v, &n);
    if (LLVMIsAGetElementPtrInst (v)) {
      v = LLVMGetOperand (v, 0);
      continue;
    }
    for (unsigned k = 0; LLVMIsAPHINode (v) && depth < 3 &&
                         k < LLVMCountIncoming (v) && !is_held (h);
         k++)
      h = origin (l, LLVMGetIncomingValue (v, k), depth + 1);
    return h;
  }
  return nobody;
}

/* Facts. */

/* "y * width", and to one side of a sum. */
static void take_product (fact *f, LLVMValueRef v, LLVMValueRef rest) {
  if (f->factor[0] || !is_op (v, LLVMMul))
    return;
  for (unsigned i = 0; i < 2; i++)
    f->factor[i] = bare (LLVMGetOperand (v, i));
  f->rest = rest ? bare (rest) : NULL;
}

/* "i % 10", "i & 7", an unsigned char. */
static uint64_t bound_of (LLVMValueRef number, LLVMValueRef n) {
  LLVMValueRef with = LLVMIsABinaryOperator (n) ? LLVMGetOperand (n, 1) : n;
  uint64_t k = is_constant (with) ? LLVMConstIntGetZExtValue (with) : 0;
  if (k && k < 65536 && (is_op (n, LLVMURem) || is_op (n, LLVMSRem)))
    return k;
  if (k && k < 65536 && is_op (n, LLVMAnd))
    return k + 1;
  bool is_byte = is_op (number, LLVMZExt) &&
                 LLVMGetIntTypeWidth (LLVMTypeOf (bare (number))) == 8;
  return is_byte ? 256 : 0;
}

/* "hash % n", "hash & (n - 1)" */
static holder wrapped_by (const learning *l, LLVMValueRef v) {
  if (is_op (v, LLVMURem) || is_op (v, LLVMSRem))
    return contract_held (l, bare (LLVMGetOperand (v, 1)));
  for (unsigned i = 0; i < 2 && is_op (v, LLVMAnd); i++) {
    int64_t sum;
    holder by = contract_held (l, contract_bare (LLVMGetOperand (v, i), &sum));
    if (is_held (by) && sum == -1)
      return by;
  }
  return nobody;
}

static void add_fact (learning *l, holder of, LLVMValueRef number,
                      uint64_t element, LLVMValueRef moved) {
  int64_t ahead;
  LLVMValueRef n = contract_bare (number, &ahead);
  fact f = {.of = of,
            .number = n,
            .ahead = ahead,
            .moved = moved,
            .element = element,
            .scale = 1};
  if (!is_held (of) || is_constant (n))
    return;
  f.by = contract_held (l, n);
  f.in_bytes = !element;
  f.inner = unscaled (n, &f.scale);
  take_product (&f, f.inner, NULL);
  for (unsigned i = 0; i < 2 && is_op (f.inner, LLVMAdd) && !f.factor[0]; i++) {
    uint64_t row = 1; /* of a constant length */
    LLVMValueRef side = LLVMGetOperand (f.inner, i);
    LLVMValueRef at = unscaled (side, &row);
    take_product (&f, at, LLVMGetOperand (f.inner, 1 - i));
    if (!f.factor[0] && row > 1) {
      f.scale *= row;
      f.inner = at;
    }
  }
  f.bound = bound_of (number, n);
  if (!f.bound && is_held (wrapped_by (l, n)))
    f.by = wrapped_by (l, n);
  vec_push (l->mem, &l->facts, f);
}

static uint64_t size_of (const learning *l, LLVMTypeRef type) {
  return LLVMABISizeOfType (
      LLVMGetModuleDataLayout (LLVMGetGlobalParent (l->function)), type);
}

/* What a pointer was moved by, if that is no constant. */
static LLVMValueRef moved_by (LLVMValueRef v) {
  LLVMValueRef by = LLVMIsAGetElementPtrInst (v) && LLVMGetNumOperands (v) == 2
                        ? bare (LLVMGetOperand (v, 1))
                        : NULL;
  return by && !is_constant (by) ? by : NULL;
}

/* "names[day]", of a table of the program. */
static void learn_table (learning *l, LLVMValueRef v, LLVMValueRef table) {
  LLVMTypeRef type = LLVMGlobalGetValueType (table);
  LLVMValueRef last = LLVMGetOperand (v, (unsigned) LLVMGetNumOperands (v) - 1);
  if (LLVMGetTypeKind (type) != LLVMArrayTypeKind || is_constant (last) ||
      LLVMGetNumOperands (v) > 3)
    return;
  fact f = {.table = table, .elements = LLVMGetArrayLength2 (type)};
  f.element = size_of (l, LLVMGetElementType (type));
  f.number = f.inner = contract_bare (last, &f.ahead);
  f.by = contract_held (l, f.number);
  vec_push (l->mem, &l->facts, f);
}

static void learn_element (learning *l, LLVMValueRef v) {
  LLVMValueRef base = LLVMGetOperand (v, 0), row = moved_by (base);
  LLVMTypeRef type = LLVMGetGEPSourceElementType (v);
  int n = LLVMGetNumOperands (v);
  size_t before = l->facts.len;
  uint64_t inside = 0;
  if (n == 3 && LLVMGetTypeKind (type) == LLVMArrayTypeKind &&
      LLVMIsNull (LLVMGetOperand (v, 1)) && LLVMIsAGetElementPtrInst (base))
    add_fact (l, array_at (l, base, &inside), LLVMGetOperand (v, 2),
              size_of (l, LLVMGetElementType (type)), NULL);
  if (l->facts.len > before)
    l->facts.data[before].elements = inside;
  if (LLVMIsAGlobalVariable (base))
    learn_table (l, v, base);
  if (n != 2)
    return;
  holder of = origin (l, base, 0);
  add_fact (l, of, LLVMGetOperand (v, 1), size_of (l, type), NULL);
  if (row && l->facts.len > before) /* of a length that is no constant */
    take_product (&l->facts.data[before], row, LLVMGetOperand (v, 1));
  if (LLVMIsAPHINode (base) || !LLVMIsNull (LLVMGetOperand (v, 1)))
    see (l, of, SEEN_WALKED | SEEN_INDEXED);
}

static bool is_pointer (LLVMValueRef v) {
  return LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMPointerTypeKind;
}

/* A character that is loaded: from where? */
static holder letter_of (const learning *l, LLVMValueRef v) {
  v = bare (v);
  if (!LLVMIsALoadInst (v) ||
      LLVMTypeOf (v) != LLVMInt8TypeInContext (LLVMGetModuleContext (
                            LLVMGetGlobalParent (l->function))))
    return nobody;
  return origin (l, LLVMGetOperand (v, 0), 0);
}

/* It is compared with this one. */
static void learn_letter (learning *l, holder h, uint64_t c) {
  if (!c)
    see (l, h, SEEN_STRING);
  else if (c == '\t' || c == '\n' || (c >= ' ' && c <= '~'))
    see (l, h, SEEN_LETTERS);
}

/* "i <= 8", "i > 8": it may be 8 where the other side is left out. */
static bool includes_equal (LLVMIntPredicate p) {
  return p == LLVMIntULE || p == LLVMIntSLE || p == LLVMIntUGT ||
         p == LLVMIntSGT;
}

static bool is_signed_order (LLVMIntPredicate p) {
  return p >= LLVMIntSGT && p <= LLVMIntSLE;
}

/* Numbers that are compared, also in sums and products. */
static void learn_compared (learning *l, LLVMValueRef v, int depth) {
  v = bare (v);
  if (is_held (contract_held (l, v)))
    see (l, contract_held (l, v), SEEN_COMPARED);
  else if (depth && LLVMIsABinaryOperator (v))
    for (unsigned i = 0; i < 2; i++)
      learn_compared (l, LLVMGetOperand (v, i), depth - 1);
}

static void learn_comparison (learning *l, LLVMValueRef v) {
  LLVMValueRef a = LLVMGetOperand (v, 0), b = LLVMGetOperand (v, 1);
  LLVMIntPredicate p = LLVMGetICmpPredicate (v);
  bool is_equality = p == LLVMIntEQ || p == LLVMIntNE;
  if (is_pointer (a)) {
    holder x = origin (l, a, 0), y = origin (l, b, 0);
    if (is_held (x) && is_held (y) && !is_same (x, y)) {
      vec_push (l->mem, &l->ended,
                ((fact) {.of = x, .by = y, .number = is_equality ? a : NULL}));
      vec_push (l->mem, &l->ended,
                ((fact) {.of = y, .by = x, .number = is_equality ? b : NULL}));
    }
    return;
  }
  if (is_constant (b) && is_equality)
    learn_letter (l, letter_of (l, a), LLVMConstIntGetZExtValue (b));
  LLVMValueRef x = bare (a), y = bare (b);
  holder of[2] = {contract_held (l, x), contract_held (l, y)};
  bool are_limits = is_held (of[0]) && (is_held (of[1]) || is_constant (y));
  learn_compared (l, a, 3);
  learn_compared (l, b, 3);
  for (unsigned i = 0; i < 2; i++)
    if (is_signed_order (p) && are_limits)
      see (l, of[i], SEEN_LIMITED);
  if (is_constant (y))
    see (l, of[0], SEEN_SIZED);
  if (is_constant (y) && !is_equality && !is_held (of[0]) &&
      LLVMConstIntGetSExtValue (y) > 1) /* not a lower bound */
    vec_push (l->mem, &l->fixed,
              ((fixed_number) {x, LLVMConstIntGetZExtValue (y) +
                                      includes_equal (p)}));
  if (!is_constant (x) && !is_constant (y))
    vec_push (l->mem, &l->orders,
              ((compared_pair) {{x, y}, {of[0], of[1]}, is_equality}));
}

static const struct {
  const char *name, *how;
} known[] = {
#define CALL(name, how) {name, how},
#include "program/library_calls.def"
};

static bool is_text (LLVMValueRef v) {
  LLVMValueRef text = LLVMIsAGlobalVariable (v) ? LLVMGetInitializer (v) : NULL;
  return text && LLVMIsAConstantDataSequential (text) &&
         LLVMIsConstantString (text);
}

/* NULL: nothing is known of it. */
static const char *how_called (LLVMValueRef f) {
  size_t len;
  const char *name = LLVMGetValueName2 (f, &len);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t n = strlen (known[i].name);
    if (!strncmp (name, known[i].name, n) && (len == n || name[n] == '.'))
      return known[i].how;
  }
  return NULL;
}

/* The argument that says how many bytes it is about, or NULL. */
static LLVMValueRef number_of (LLVMValueRef call, const char *how) {
  const char *n = strchr (how, 'n');
  return n && n - how < (long) LLVMGetNumArgOperands (call)
             ? LLVMGetOperand (call, (unsigned) (n - how))
             : NULL;
}

/* What %s prints up to its NUL, not up to a precision; at: the format. */
static void learn_printed (learning *l, LLVMValueRef call, unsigned at) {
  LLVMValueRef format = LLVMGetOperand (call, at);
  size_t len = 0;
  const char *f = is_text (format)
                      ? LLVMGetAsString (LLVMGetInitializer (format), &len)
                      : NULL;
  for (size_t i = 0; i < len; i++) {
    if (f[i] != '%')
      continue;
    bool is_cut = false;
    while (++i < len && f[i] && strchr ("-+ #0123456789.*hjlqtzL", f[i])) {
      at += f[i] == '*';
      is_cut |= f[i] == '.' || f[i] == 'l';
    }
    if (i == len || f[i] == '$') /* by number */
      return;
    at += f[i] != '%';
    if (f[i] == 's' && !is_cut && at < LLVMGetNumArgOperands (call))
      see (l, origin (l, LLVMGetOperand (call, at), 0), SEEN_STRING);
  }
}

static void learn_known (learning *l, LLVMValueRef call, const char *how) {
  LLVMValueRef number = number_of (call, how);
  for (unsigned i = 0; how[i] && i < LLVMGetNumArgOperands (call); i++) {
    LLVMValueRef p = LLVMGetOperand (call, i);
    holder of = origin (l, p, 0);
    if (how[i] == 's')
      see (l, of, SEEN_STRING);
    if (how[i] == 'f')
      see (l, of, SEEN_FILLED);
    if (how[i] == 't')
      learn_printed (l, call, i);
    if (how[i] == 'p' && is_text (LLVMGetOperand (call, i ? 0 : 1)))
      see (l, of, SEEN_LETTERS);
    if (how[i] != 'p' || !number)
      continue;
    if (is_constant (number))
      learn_need (l, p, LLVMConstIntGetZExtValue (number));
    add_fact (l, of, number, 0, moved_by (p));
  }
}

static void learn_inside (learning *, extent_vec *);
static void learning_release (learning *);

/* What is a parameter there, or a field behind one, here. */
static bool move_holder (const learning *l, LLVMValueRef call, holder *h) {
  if (!is_held (*h))
    return true;
  holder here = h->param <= LLVMGetNumArgOperands (call)
                    ? contract_held (l, LLVMGetOperand (call, h->param - 1))
                    : nobody;
  if (!is_held (here) || (h->field >= 0 && here.field >= 0))
    return false;
  *h = h->field < 0 ? here : (holder) {here.param, h->field};
  return true;
}

/* A field behind a parameter that is handed on is as it is there. */
static void inherit (learning *l, LLVMValueRef call, extent e) {
  if (!move_holder (l, call, &e.of) || !move_holder (l, call, &e.by) ||
      !move_holder (l, call, &e.times))
    return;
  uint32_t n = 0;
  for (uint32_t i = 0; i < e.n_indices; i++) {
    index_use x = e.index[i];
    if (move_holder (l, call, &x.by) && move_holder (l, call, &x.below))
      e.index[n++] = x;
  }
  e.n_indices = n;
  vec_push (l->mem, &l->inherited, e);
}

/* A function that is there: what it expects is expected here. */
static void learn_callee (learning *l, LLVMValueRef call, LLVMValueRef f) {
  extent_vec inner = {0};
  unsigned n = LLVMGetNumArgOperands (call);
  learning there = {.mem = l->mem, .function = f, .depth = l->depth + 1};
  learn_inside (&there, &inner);
  for (size_t i = 0; i < there.seen.len; i++)
    if (there.seen.data[i].seen & SEEN_COMPARED &&
        move_holder (l, call, &there.seen.data[i].of))
      see (l, there.seen.data[i].of, SEEN_COMPARED);
  learning_release (&there);
  for (size_t i = 0; i < inner.len; i++) {
    const extent *e = inner.data + i;
    if (e->of.field >= 0)
      inherit (l, call, *e);
    if (e->of.field >= 0 || e->of.param > n)
      continue;
    LLVMValueRef p = LLVMGetOperand (call, e->of.param - 1);
    holder of = origin (l, p, 0);
    learn_need (l, p, e->least);
    see (l, of, e->seen & (SEEN_STRING | SEEN_LETTERS));
    size_t before = l->facts.len;
    if (e->kind == EXTENT_COUNT && e->by.field < 0 && e->by.param <= n)
      add_fact (l, of, LLVMGetOperand (call, e->by.param - 1), !e->in_bytes,
                moved_by (p));
    if (l->facts.len > before)
      l->facts.data[before].is_count = true;
  }
  vec_release (l->mem, &inner);
}

static void learn_call (learning *l, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue (call);
  bool is_here = LLVMIsAFunction (f) && !LLVMIsDeclaration (f);
  const char *how = LLVMIsAFunction (f) ? how_called (f) : NULL;
  for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++)
    if (is_pointer (LLVMGetOperand (call, i)))
      see (l, origin (l, LLVMGetOperand (call, i), 0), SEEN_WALKED);
  if (how)
    learn_known (l, call, how);
  if (is_here && l->depth < MAX_NESTED && f != l->function)
    learn_callee (l, call, f);
}

static void learn_switch (learning *l, LLVMValueRef v) {
  for (int i = 2; i < LLVMGetNumOperands (v); i += 2)
    learn_letter (l, letter_of (l, LLVMGetOperand (v, 0)),
                  LLVMConstIntGetZExtValue (LLVMGetOperand (v, (unsigned) i)));
}

static void learn_instruction (learning *l, LLVMValueRef v) {
  switch ((int) LLVMGetInstructionOpcode (v)) {
  case LLVMGetElementPtr:
    learn_element (l, v);
    break;
  case LLVMICmp:
    learn_comparison (l, v);
    break;
  case LLVMCall:
    learn_call (l, v);
    break;
  case LLVMSwitch:
    learn_switch (l, v);
    break;
  case LLVMLoad:
    learn_need (l, LLVMGetOperand (v, 0), size_of (l, LLVMTypeOf (v)));
    break;
  case LLVMStore:
    learn_need (l, LLVMGetOperand (v, 1),
                size_of (l, LLVMTypeOf (LLVMGetOperand (v, 0))));
    see (l, contract_held (l, bare (LLVMGetOperand (v, 0))), SEEN_STORED);
    see (l, origin (l, LLVMGetOperand (v, 1), 0), SEEN_WRITTEN);
    break;
  default:
    break;
  }
}

/* Conclusions. */

/* The members of the struct behind a parameter. */
static void members_of (const learning *l, holder h, member_vec *out) {
  ctype_vec ctypes = {0};
  if (ctype_params (l->mem, l->function, &ctypes) &&
      ctypes.len == LLVMCountParams (l->function))
    ctype_members (l->mem, ctype_target (ctypes.data[h.param - 1]), out);
  vec_release (l->mem, &ctypes);
}

static const ctype_member *member_at (const member_vec *all, holder h) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i].bit_offset == 8 * (uint64_t) h.field)
      return all->data + i;
  return NULL;
}

static LLVMValueRef param_of (const learning *l, holder h) {
  return LLVMGetParam (l->function, h.param - 1);
}

static bool is_called (const learning *l, holder h,
                       bool (*is_so) (const char *, size_t)) {
  size_t len;
  const char *name = LLVMGetValueName2 (param_of (l, h), &len);
  return h.field < 0 && is_so (name, len);
}

bool contract_is_count (const learning *l, holder h) {
  member_vec members = {0};
  if (h.field < 0)
    return is_called (l, h, is_count);
  members_of (l, h, &members);
  const ctype_member *m = member_at (&members, h);
  bool res = m && is_count (m->name, m->len);
  vec_release (l->mem, &members);
  return res;
}

/* The same value, or computed alike: what is loaded twice is one number. */
static bool is_alike (LLVMValueRef a, LLVMValueRef b, int depth) {
  if (a == b)
    return true;
  if (!depth || !LLVMIsAInstruction (a) || !LLVMIsAInstruction (b) ||
      LLVMIsACallInst (a) || LLVMIsAPHINode (a) || LLVMIsAAllocaInst (a) ||
      LLVMGetInstructionOpcode (a) != LLVMGetInstructionOpcode (b) ||
      LLVMTypeOf (a) != LLVMTypeOf (b) ||
      LLVMGetNumOperands (a) != LLVMGetNumOperands (b))
    return false;
  for (int i = 0; i < LLVMGetNumOperands (a); i++)
    if (!is_alike (LLVMGetOperand (a, (unsigned) i),
                   LLVMGetOperand (b, (unsigned) i), depth - 1))
      return false;
  return true;
}

/* Is it "a[hi]", or behind that, or where a loop begins? */
static bool is_index (const learning *l, holder of, holder h) {
  for (size_t i = 0; i < l->facts.len; i++) {
    const fact *f = l->facts.data + i;
    if (!is_same (f->of, of) || !f->element)
      continue;
    if (f->ahead >= 0 && is_same (f->by, h))
      return true;
    for (unsigned k = 0;
         LLVMIsAPHINode (f->number) && k < LLVMCountIncoming (f->number); k++)
      if (is_same (
              contract_held (l, bare (LLVMGetIncomingValue (f->number, k))), h))
        return true;
  }
  return false;
}

/* What a number is compared with, preferably something that is called a count;
 * of equalities only that. What is itself an index has to be called so.
 */
holder contract_limit (const learning *l, LLVMValueRef number, holder of) {
  holder best = nobody;
  for (size_t k = 0; k < 2 * l->orders.len; k++) {
    const compared_pair *o = l->orders.data + k / 2;
    holder by = o->by[1 - k % 2];
    if (is_alike (o->number[k % 2], number, 5) && is_held (by) &&
        !is_same (by, of) && (!o->is_equality || is_called (l, by, is_count)) &&
        (is_called (l, by, is_count) || !is_index (l, of, by)))
      best = is_held (best) && is_called (l, best, is_count) ? best : by;
  }
  return best;
}

/* This number, or what goes up to the same? */
static bool is_as_far (const learning *l, LLVMValueRef v, LLVMValueRef number,
                       holder of) {
  v = bare (v);
  return is_alike (v, number, 5) ||
         (is_held (contract_held (l, v)) &&
          is_same (contract_held (l, v), contract_limit (l, number, of)));
}

/* "off + n > size", "n > size - off": the size, where the pointer was moved by
 * one of them and used with the other.
 */
static holder limit_of_sum (const learning *l, LLVMValueRef a, LLVMValueRef b,
                            holder of) {
  for (size_t k = 0; k < 2 * l->orders.len; k++) {
    const compared_pair *o = l->orders.data + k / 2;
    LLVMValueRef s = o->number[k % 2], other = o->number[1 - k % 2];
    bool is_sum = is_op (s, LLVMAdd), is_rest = is_op (other, LLVMSub);
    for (unsigned i = 0; i < 2; i++) {
      LLVMValueRef x = i ? a : b, y = i ? b : a;
      if (is_sum && is_held (o->by[1 - k % 2]) &&
          is_as_far (l, LLVMGetOperand (s, 0), x, of) &&
          is_as_far (l, LLVMGetOperand (s, 1), y, of))
        return o->by[1 - k % 2];
      if (is_rest && is_as_far (l, s, x, of) &&
          is_as_far (l, LLVMGetOperand (other, 1), y, of))
        return contract_held (l, bare (LLVMGetOperand (other, 0)));
    }
  }
  return nobody;
}

/* Is it the number, or a sum or difference with it? */
static bool has_part (const learning *l, LLVMValueRef v, holder h, int depth) {
  v = bare (v);
  if (is_same (contract_held (l, v), h))
    return true;
  for (unsigned i = 0;
       depth && i < 2 && (is_op (v, LLVMAdd) || is_op (v, LLVMSub)); i++)
    if (has_part (l, LLVMGetOperand (v, i), h, depth - 1))
      return true;
  return false;
}

/* In "p, left, n", where n bytes of p are copied if it is not above what is
 * left, that is how many there are.
 */
static holder neighbour_of (const learning *l, holder of, holder by) {
  LLVMValueRef q = of.field < 0 ? LLVMGetNextParam (param_of (l, of)) : NULL;
  holder next = {of.param + 1, -1};
  if (!q || LLVMGetTypeKind (LLVMTypeOf (q)) != LLVMIntegerTypeKind)
    return by;
  for (size_t k = 0; k < 2 * l->orders.len; k++) {
    const compared_pair *o = l->orders.data + k / 2;
    if (!o->is_equality && has_part (l, o->number[k % 2], by, 2) &&
        has_part (l, o->number[1 - k % 2], next, 2))
      return next;
  }
  return by;
}

static const char *const partners[][2] = {
    {"width", "height"},  {"cols", "rows"},    {"columns", "rows"},
    {"stride", "height"}, {"pitch", "height"}, {"nx", "ny"},
    {"w", "h"},           {"nc", "nr"},        {"xsize", "ysize"},
    {"_x", "_y"}};

/* "cols" and "rows", "img_w" and "img_h": is it the same with the other end? */
static bool are_partners (const char *a, size_t n, const char *b, size_t k) {
  for (size_t i = 0; i < sizeof partners / sizeof *partners; i++)
    for (unsigned side = 0; side < 2; side++) {
      const char *x = partners[i][side], *y = partners[i][1 - side];
      size_t rest = n - strlen (x);
      if (n >= strlen (x) && k == rest + strlen (y) && !strncmp (a, b, rest) &&
          !strncmp (a + rest, x, strlen (x)) &&
          !strncmp (b + rest, y, strlen (y)))
        return true;
    }
  return false;
}

/* The parameter or field that is called the other side of this one. */
static holder partner_of (const learning *l, holder h) {
  member_vec members = {0};
  holder found = nobody;
  size_t n, k;
  const char *name = LLVMGetValueName2 (param_of (l, h), &n);
  if (h.field < 0)
    for (LLVMValueRef p = LLVMGetFirstParam (l->function); p;
         p = LLVMGetNextParam (p)) {
      const char *other = LLVMGetValueName2 (p, &k);
      if (!is_pointer (p) && are_partners (name, n, other, k))
        found = (holder) {param_number (l, p), -1};
    }
  else
    members_of (l, h, &members);
  const ctype_member *m = h.field < 0 ? NULL : member_at (&members, h);
  for (size_t i = 0; m && i < members.len; i++) {
    const ctype_member *x = members.data + i;
    if (x->ctype.kind == CTYPE_SCALAR && !x->is_bit_field &&
        are_partners (m->name, m->len, x->name, x->len))
      found = (holder) {h.param, (int32_t) (x->bit_offset / 8)};
  }
  vec_release (l->mem, &members);
  return found;
}

/* "p[y * width + x]": as many as y may be, times the width. Where that is the
 * width again, or unknown, its partner.
 */
static bool count_by_rows (const learning *l, const fact *f, extent *e) {
  for (unsigned i = 0; i < 4; i++) { /* those first whose rest stays in a row */
    holder times = contract_held (l, f->factor[i % 2]);
    if (f->of.field >= 0 && times.field < 0) /* the struct says its sizes */
      continue;
    bool is_row = f->rest && is_held (times) &&
                  is_same (contract_limit (l, f->rest, f->of), times);
    holder y = contract_held (l, f->factor[1 - i % 2]);
    holder by = contract_limit (l, f->factor[1 - i % 2], f->of);
    if (f->rest &&
        (is_same (by, y) || is_same (by, contract_held (l, f->rest))))
      by = nobody;
    if (is_held (times) && (is_same (by, times) || (is_row && !is_held (by)))) {
      holder partner = partner_of (l, times);
      by = is_held (partner) ? partner : by;
    }
    e->times = times;
    e->by = by;
    if (is_held (times) && is_held (by) && (is_row || i >= 2))
      return true;
  }
  e->by = e->times = nobody;
  return false;
}

/* "i / 32", "i >> 5": by 32. */
static uint64_t divisor_of (LLVMValueRef v) {
  LLVMValueRef by = LLVMIsABinaryOperator (v) ? LLVMGetOperand (v, 1) : v;
  uint64_t k = is_constant (by) ? LLVMConstIntGetZExtValue (by) : 0;
  if (is_op (v, LLVMUDiv) || is_op (v, LLVMSDiv))
    return k < 65536 ? k : 0;
  return k && k < 16 && (is_op (v, LLVMLShr) || is_op (v, LLVMAShr)) ? 1u << k
                                                                     : 0;
}

/* What an index of the pointer is compared with, or a number that it is used
 * with and that is called one. An index that is a parameter is no count. False:
 * it is nothing simple.
 */
static bool count_by_index (const learning *l, extent *e) {
  bool has_rows = false;
  for (size_t i = 0; i < l->facts.len; i++) {
    const fact *f = l->facts.data + i;
    if (!is_same (f->of, e->of) || !f->factor[0])
      continue;
    has_rows = true;
    e->scale = f->scale;
    if (count_by_rows (l, f, e))
      return true;
  }
  bool is_doubtful = false;
  for (size_t i = 0; i < l->facts.len && !has_rows; i++) {
    const fact *f = l->facts.data + i;
    if (!is_same (f->of, e->of))
      continue;
    bool is_wrapped = !f->bound && is_held (wrapped_by (l, f->number));
    bool is_sum = !f->moved && f->element && is_op (f->number, LLVMAdd);
    holder by = f->moved ? limit_of_sum (l, f->moved, f->number, e->of)
                : is_sum ? limit_of_sum (l, LLVMGetOperand (f->number, 0),
                                         LLVMGetOperand (f->number, 1), e->of)
                         : nobody;
    if (f->moved && !is_held (by))
      by = contract_limit (l, f->moved, e->of);
    bool is_far = f->moved || is_held (by);
    if (!is_far && is_held (f->by) &&
        (f->in_bytes || is_wrapped || is_called (l, f->by, is_count))) {
      e->in_bytes = f->in_bytes;
      e->scale = 1;
      e->by = neighbour_of (l, e->of, f->by);
      return true;
    }
    by = is_far ? by : contract_limit (l, f->number, e->of);
    bool is_better =
        is_held (by) && (!is_held (e->by) || is_called (l, by, is_count));
    is_doubtful |= is_held (by) && is_held (e->by) && !is_same (by, e->by) &&
                   !is_called (l, by, is_count);
    if (!is_far && !is_better && !is_held (e->by))
      by = contract_limit (l, f->inner, e->of);
    if (!is_far && !is_held (by) && !is_held (e->by) &&
        divisor_of (f->number)) {
      e->by = contract_limit (l, bare (LLVMGetOperand (f->number, 0)), e->of);
      e->per = is_held (e->by) ? divisor_of (f->number) : 0;
      continue;
    }
    if (is_better || (is_held (by) && !is_held (e->by))) {
      e->by = by;
      e->per = 0;
      e->scale = is_better ? 1 : f->scale;
    }
  }
  if (is_doubtful && !is_called (l, e->by, is_count) && e->by.field < 0)
    e->by = nobody;
  return !has_rows && !is_doubtful;
}

/* All indices are below a constant by how they are computed. */
static uint64_t bytes_by_index (const learning *l, holder of) {
  uint64_t most = 0;
  for (size_t i = 0; i < l->facts.len; i++) {
    const fact *f = l->facts.data + i;
    if (!is_same (f->of, of))
      continue;
    if (!f->bound)
      return 0;
    most = f->bound * f->element > most ? f->bound * f->element : most;
  }
  return most;
}

/* The bytes up to where an index goes that goes up to a constant; 0: none. */
static uint64_t bytes_of_fixed (const learning *l, holder of) {
  uint64_t most = 0;
  for (size_t i = 0; i < l->facts.len; i++)
    for (size_t k = 0; k < l->fixed.len; k++) {
      const fact *f = l->facts.data + i;
      uint64_t n = l->fixed.data[k].below * (f->element ? f->element : 1);
      if (is_same (f->of, of) && n > most &&
          is_alike (f->number, l->fixed.data[k].number, 5))
        most = n;
    }
  return most;
}

/* What is used of it in any case: at constant places, and in loops up to a
 * constant if it is no text, which may end before.
 */
static uint64_t least_of (const learning *l, const extent *e, uint64_t fixed) {
  const extent *seen = contract_find (&l->seen, e->of);
  uint64_t least = seen ? seen->least : 0;
  for (size_t i = 0; i < l->facts.len; i++) {
    const fact *f = l->facts.data + i;
    if (is_same (f->of, e->of) && f->bound * f->element > least)
      least = f->bound * f->element;
  }
  bool is_text = e->seen & (SEEN_STRING | SEEN_LETTERS);
  return !is_text && fixed > least && fixed <= CONTRACT_MOST ? fixed : least;
}

/* "a, n, b": n may be about b, too; in "buf, len, ctx" it is about buf only. */
static bool counted_too (const learning *l, holder of) {
  ctype_vec ctypes = {0};
  bool res = of.param < 3 ||
             !is_pointer (LLVMGetParam (l->function, of.param - 3)) ||
             !ctype_params (l->mem, l->function, &ctypes) ||
             ctypes.len != LLVMCountParams (l->function) ||
             ctype_target (ctypes.data[of.param - 1]).node ==
                 ctype_target (ctypes.data[of.param - 3]).node;
  vec_release (l->mem, &ctypes);
  return res;
}

/* "do *--p = '0' + n % 10; while (n /= 10);": its digits are wanted. */
static bool is_spelled (const learning *l, LLVMValueRef param) {
  EACH_INSTRUCTION_OF (v, l->function) {
    bool is_part = is_op (v, LLVMUDiv) || is_op (v, LLVMSDiv);
    LLVMValueRef of = is_part ? bare (LLVMGetOperand (v, 0)) : NULL;
    if (!is_part || !LLVMIsAPHINode (of) ||
        !is_constant (LLVMGetOperand (v, 1)) ||
        LLVMConstIntGetZExtValue (LLVMGetOperand (v, 1)) != 10)
      continue;
    for (unsigned i = 0; i < LLVMCountIncoming (of); i++)
      if (bare (LLVMGetIncomingValue (of, i)) == param)
        return true;
  }
  return false;
}

/* "buf, len", "n, a", "dst, src, n": the next one after, or before. */
static holder count_by_name (const learning *l, holder of) {
  LLVMValueRef p = param_of (l, of), q = p;
  size_t len, other;
  const char *name = LLVMGetValueName2 (p, &len);
  for (q = LLVMGetFirstParam (l->function); q; q = LLVMGetNextParam (q)) {
    const char *text = LLVMGetValueName2 (q, &other);
    if (!is_pointer (q) && (is_number_of (text, other, name, len) ||
                            (len && other > len && !strncmp (text, name, len) &&
                             is_count (text, other))))
      return (holder) {param_number (l, q), -1};
  }
  for (q = LLVMGetNextParam (p); q && is_pointer (q); q = LLVMGetNextParam (q))
    ;
  LLVMValueRef before = counted_too (l, of) ? LLVMGetPreviousParam (p) : NULL;
  for (int i = 0; i < 2; i++, q = before) {
    const char *text = q ? LLVMGetValueName2 (q, &other) : NULL;
    if (q && LLVMGetTypeKind (LLVMTypeOf (q)) == LLVMIntegerTypeKind &&
        is_count (text, other) && !is_spelled (l, q))
      return (holder) {param_number (l, q), -1};
  }
  return nobody;
}

/* The pointer that it is compared with on its way, if that is called an end, or
 * if they are ordered.
 */
static holder end_of (const learning *l, holder of) {
  for (size_t i = 0; i < l->ended.len; i++) {
    const fact *f = l->ended.data + i;
    size_t len;
    if (!is_same (f->of, of) || f->by.field >= 0 ||
        (of.field < 0 ? f->by.param < of.param : f->by.param == of.param))
      continue;
    const char *name = LLVMGetValueName2 (param_of (l, f->by), &len);
    bool is_moved = f->number && !param_number (l, f->number);
    if (is_end (name, len) || !f->number || is_moved)
      return f->by;
  }
  return nobody;
}

static uint64_t fixed_bytes (LLVMValueRef f, uint32_t param) {
  unsigned kind = LLVMGetEnumAttributeKindForName ("dereferenceable", 15);
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex (f, param, kind);
  return a ? LLVMGetEnumAttributeValue (a) : 0;
}

static void conclude (const learning *l, holder of, extent_vec *out) {
  extent e = {.of = of, .scale = 1, .seen = contract_seen (l, of)};
  bool is_param = of.field < 0;
  holder named = is_param ? count_by_name (l, of) : nobody;
  e.bytes = is_param ? fixed_bytes (l->function, of.param) : 0;
  bool is_simple = count_by_index (l, &e);
  uint64_t fixed = bytes_of_fixed (l, of);
  e.least = least_of (l, &e, fixed);
  if (is_held (named) && is_held (e.by) && e.by.field >= 0 &&
      is_called (l, named, is_capacity))
    e.by = named; /* "a, *n, cap": n of them are used */
  if (!is_held (e.by) && !e.bytes && bytes_by_index (l, of)) {
    e.bytes = bytes_by_index (l, of);
    e.is_learned = true;
  }
  if (!is_held (e.by) && is_held (end_of (l, of))) {
    e.by = end_of (l, of);
    e.kind = EXTENT_END;
  } else {
    bool is_kept = /* "b.data = p; b.len = n" */
        e.seen & contract_seen (l, named) & SEEN_STORED;
    if (!is_held (e.by) && is_param && !(e.seen & SEEN_STRING) && is_simple &&
        (is_kept || e.seen & SEEN_WALKED) && !fixed)
      e.by = named;
    e.kind = is_held (e.by) ? EXTENT_COUNT : EXTENT_UNKNOWN;
  }
  if (e.bytes)
    e.kind = EXTENT_FIXED;
  contract_indices (l, &e);
  e.is_checked = contract_seen (l, e.by) & SEEN_SIZED;
  e.is_signed = contract_seen (l, e.by) & SEEN_LIMITED;
  unsigned told =
      SEEN_STRING | SEEN_LETTERS | SEEN_FILLED | (is_param ? SEEN_INDEXED : 0);
  if (e.kind || e.seen & told || e.n_indices || e.least)
    vec_push (l->mem, out, e);
}

static void conclude_field (const learning *l, holder of, extent_vec *out) {
  if (of.param && of.field >= 0 && !contract_find (out, of))
    conclude (l, of, out);
}

static void conclude_table (const learning *l, LLVMValueRef table,
                            extent_vec *out) {
  extent e = {.table = table};
  for (size_t i = 0; i < out->len; i++)
    if (out->data[i].table == table)
      return;
  contract_indices (l, &e);
  if (e.n_indices)
    vec_push (l->mem, out, e);
}

/* What a function that is called leaves to its callers, this one may look at.
 */
static void conclude_inherited (const learning *l, extent e, extent_vec *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < e.n_indices; i++)
    if (e.index[i].by.field >= 0 ||
        !(contract_seen (l, e.index[i].by) & SEEN_COMPARED))
      e.index[n++] = e.index[i];
  e.n_indices = n;
  if (e.table || !contract_find (out, e.of))
    vec_push (l->mem, out, e);
}

static void learn_inside (learning *l, extent_vec *out) {
  uint32_t k = 0;
  EACH_INSTRUCTION_OF (v, l->function)
    learn_instruction (l, v);
  for (LLVMValueRef p = LLVMGetFirstParam (l->function); p;
       p = LLVMGetNextParam (p)) {
    k++;
    if (is_pointer (p))
      conclude (l, (holder) {k, -1}, out);
  }
  for (size_t i = 0; i < l->facts.len; i++)
    conclude_field (l, l->facts.data[i].of, out);
  for (size_t i = 0; i < l->ended.len; i++)
    conclude_field (l, l->ended.data[i].of, out);
  for (size_t i = 0; i < l->seen.len; i++)
    if (l->seen.data[i].seen & (SEEN_STRING | SEEN_LETTERS))
      conclude_field (l, l->seen.data[i].of, out);
  for (size_t i = 0; i < l->facts.len; i++)
    if (l->facts.data[i].table)
      conclude_table (l, l->facts.data[i].table, out);
  for (size_t i = 0; i < l->inherited.len; i++)
    conclude_inherited (l, l->inherited.data[i], out);
}

static void learning_release (learning *l) {
  vec_release (l->mem, &l->facts, &l->orders, &l->seen, &l->fixed, &l->ended,
               &l->inherited);
}

void contract_learn (memory *mem, LLVMValueRef f, extent_vec *out) {
  learning l = {.mem = mem, .function = f};
  learn_inside (&l, out);
  learning_release (&l);
}

const extent *contract_find (const extent_vec *all, holder of) {
  for (size_t i = 0; i < all->len; i++)
    if (is_same (all->data[i].of, of))
      return all->data + i;
  return NULL;
}

/* Members. */

static bool is_integer (const ctype_member *m) {
  return !m->is_bit_field && m->ctype.kind == CTYPE_SCALAR &&
         m->ctype.size <= 8 && m->ctype.size >= 2;
}

/* "data, len, cap"; "name, name_len"; of several pointers, those whose name it
 * begins with.
 */
bool contract_members (const member_vec *members, size_t pointer, size_t *count,
                       size_t *used) {
  const ctype_member *p = members->data + pointer;
  size_t n_pointers = 0, none = members->len;
  *count = *used = none;
  for (size_t i = 0; i < members->len; i++) {
    ctype s = members->data[i].ctype;
    n_pointers +=
        s.kind == CTYPE_POINTER && ctype_target (s).kind != CTYPE_FUNCTION;
  }
  for (size_t i = 0; i < members->len; i++) {
    const ctype_member *m = members->data + i;
    bool is_number = is_number_of (m->name, m->len, p->name, p->len);
    bool is_own = is_number || (p->len && m->len > p->len &&
                                !strncmp (m->name, p->name, p->len));
    if (!is_integer (m) || (!is_number && !is_count (m->name, m->len)) ||
        (n_pointers > 1 && !is_own))
      continue;
    bool holds_more =
        is_capacity (m->name, m->len) ||
        (*used != none &&
         is_one_of (m->name, m->len,
                    (const char *const[]) {"size", "alloc", NULL}));
    size_t *where = holds_more && *count == none ? count : used;
    if (*where == none)
      *where = i;
  }
  if (*count == none && *used != none) {
    *count = *used;
    *used = none;
  }
  return *count != none;
}

static bool points_alike (const ctype_member *a, const ctype_member *b) {
  ctype x = a->ctype, y = b->ctype;
  if (x.kind != CTYPE_POINTER || y.kind != CTYPE_POINTER)
    return false;
  ctype to = ctype_target (x);
  return (to.kind == CTYPE_SCALAR || to.kind == CTYPE_CHAR) &&
         to.node == ctype_target (y).node;
}

bool contract_member_end (const member_vec *members, size_t pointer,
                          size_t *middle, size_t *end) {
  const ctype_member *m = members->data;
  size_t n = 0, at[3] = {0};
  for (size_t i = 0; i < members->len; i++)
    if (points_alike (m + pointer, m + i) && n++ < 3)
      at[n - 1] = i;
  *end = at[n == 3 ? 2 : 1];
  *middle = n == 3 ? at[1] : *end;
  return (n == 2 || n == 3) && at[0] == pointer &&
         is_end (m[*end].name, m[*end].len);
}

/* Callers. */

/* Functions whose result is null on ordinary days. */
static const char *const finders[] = {"getenv",  "strchr",  "strrchr", "strstr",
                                      "strpbrk", "strtok",  "fopen",   "memchr",
                                      "fgets",   "bsearch", NULL};

/* Not by the program, but by a sanitizer that the compiler added? */
static bool is_added (LLVMValueRef v) {
  unsigned kind = LLVMGetMDKindIDInContext (LLVMGetTypeContext (LLVMTypeOf (v)),
                                            "nosanitize", 10);
  return LLVMGetMetadata (v, kind) != NULL;
}

static bool may_be_nothing (LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming (phi); i++)
    if (LLVMIsNull (LLVMGetIncomingValue (phi, i)))
      return true;
  return false;
}

/* With null, itself or where it goes on: "for (; p; p = p->next)". */
static bool is_compared_below (LLVMValueRef v, unsigned depth) {
  EACH_USE (use, v) {
    LLVMValueRef user = LLVMGetUser (use);
    if (LLVMIsAICmpInst (user) && !is_added (user) &&
        (LLVMIsNull (LLVMGetOperand (user, 0)) ||
         LLVMIsNull (LLVMGetOperand (user, 1))))
      return true;
    if (depth && LLVMIsAPHINode (user) && !may_be_nothing (user) &&
        is_compared_below (user, depth - 1))
      return true;
  }
  return false;
}

static bool is_compared (LLVMValueRef v) { return is_compared_below (v, 2); }

bool contract_expects_null (memory *mem, LLVMValueRef f, holder h) {
  learning l = {.mem = mem, .function = f};
  EACH_INSTRUCTION_OF (v, f)
    if (LLVMIsALoadInst (v) && is_pointer (v) &&
        is_same (contract_held (&l, v), h) && is_compared (v))
      return true;
  return false;
}

/* Is it the member at this offset of a struct of this name that is loaded? */
static bool loads_member (const learning *l, LLVMValueRef v, const char *tag,
                          size_t len, uint64_t offset) {
  LLVMValueRef from = LLVMIsALoadInst (v) ? LLVMGetOperand (v, 0) : NULL;
  int64_t at = 0;
  LLVMTypeRef type;
  if (!from || !LLVMIsAGetElementPtrInst (from))
    return false;
  type = LLVMGetGEPSourceElementType (from);
  const char *name = LLVMGetTypeKind (type) == LLVMStructTypeKind
                         ? LLVMGetStructName (type)
                         : NULL;
  return name && !strncmp (name, "struct.", 7) &&
         !strncmp (name + 7, tag, len) &&
         (!name[7 + len] || name[7 + len] == '.') &&
         constant_offset (l, from, &at, &type) && at == (int64_t) offset;
}

bool contract_chain_ends (memory *mem, LLVMModuleRef m, const char *tag,
                          size_t len, uint64_t offset) {
  EACH_FUNCTION (f, m) {
    learning l = {.mem = mem, .function = f};
    EACH_INSTRUCTION_OF (v, f)
      if (loads_member (&l, v, tag, len, offset) && is_compared (v))
        return true;
  }
  return false;
}

static null_passed passed_as (LLVMValueRef v) {
  size_t len;
  if (LLVMIsAConstantPointerNull (v))
    return NULL_PASSED;
  while (LLVMIsAGetElementPtrInst (v))
    v = LLVMGetOperand (v, 0);
  if (LLVMIsConstant (v) || LLVMIsAAllocaInst (v) || is_compared (v))
    return NULL_EXCLUDED;
  LLVMValueRef f = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
  const char *name =
      f && LLVMIsAFunction (f) ? LLVMGetValueName2 (f, &len) : NULL;
  return name && is_one_of (name, len, finders) ? NULL_PASSED : NULL_UNKNOWN;
}

/* Others may call what is not static, unless this is a whole program. */
static bool is_closed (LLVMValueRef f) {
  LLVMValueRef main = LLVMGetNamedFunction (LLVMGetGlobalParent (f), "main");
  return LLVMGetLinkage (f) == LLVMInternalLinkage ||
         (main && !LLVMIsDeclaration (main));
}

null_passed contract_null (LLVMValueRef f, unsigned param, LLVMValueRef *call) {
  null_passed all = is_closed (f) ? NULL_EXCLUDED : NULL_UNKNOWN;
  unsigned n = 0;
  EACH_USE (use, f) {
    LLVMValueRef user = LLVMGetUser (use);
    bool is_call = LLVMIsACallInst (user) && LLVMGetCalledValue (user) == f;
    if (is_call &&
        LLVMGetBasicBlockParent (LLVMGetInstructionParent (user)) == f)
      continue;
    null_passed one = is_call && param < LLVMGetNumArgOperands (user)
                          ? passed_as (LLVMGetOperand (user, param))
                          : NULL_UNKNOWN;
    *call = user;
    if (one == NULL_PASSED)
      return one;
    all = one == NULL_UNKNOWN ? one : all;
    n++;
  }
  if (n && all == NULL_EXCLUDED)
    return all;
  return is_compared (LLVMGetParam (f, param)) ? NULL_EXPECTED : NULL_UNKNOWN;
}
