#include "klee/endings.h"

#include "machine/ending_text.h"

#define SUFFIX_MAX \
  64 /* bytes of a name; three of a file's for each at most \
      */

typedef struct ending_row {
  ending_type type;
  const char *suffix, *text;
} ending_row;

static const ending_row rows[FAULT_COUNT] = {
#define ENDING(FAULT, Type, suffix, text) \
  [FAULT_##FAULT] = {TYPE_##Type, suffix, text},
#include "klee/endings.def"
};

/* Cuts are told apart by what follows from their reasons. */
typedef struct cut_row {
  ending_type type;
  const char *suffix; /* NULL: the path only ended early */
  const char *text;   /* NULL: ours */
} cut_row;

static const cut_row cuts[CLASS_COUNT] = {
    [CLASS_FAULT] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_BUDGET] = {TYPE_Interrupted, NULL, "Execution halting."},
    [CLASS_FOUND] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_LIMIT] = {TYPE_Interrupted, NULL, "Execution halting."},
    [CLASS_REACH] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_LEFT_OUT] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_SOLVER] = {TYPE_Solver, "solver", NULL},
    [CLASS_INEXACT] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_UNSUPPORTED] = {TYPE_Execution, "exec", NULL},
    [CLASS_EXTERNAL] = {TYPE_External, "external", NULL},
    [CLASS_ASSUMED] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_BOUND] = {TYPE_Interrupted, NULL, NULL},
    [CLASS_WARNING] = {TYPE_Interrupted, NULL, NULL},
};

static const cut_row at_depth = {TYPE_MaxDepth, NULL, "max-depth exceeded."};

static const cut_row *cut_of (const testcase *t) {
  end_reason why = t->end.cause.reason;
  assert (t->end.kind == END_CUT);
  return why == WHY_MAX_DEPTH ? &at_depth : cuts + reason_class_of (why);
}

/* Faults that KLEE tells apart by what happened, as we do. */
typedef struct special_row {
  end_reason reason;
  ending_row row;
} special_row;

static const special_row special[] = {
    {WHY_NO_LABEL,
     {TYPE_Execution, "exec", "indirectbr: illegal label address"}},
    {WHY_FREE_OF_STACK, {TYPE_Free, "free", "free of alloca"}},
    {WHY_FREE_OF_GLOBAL, {TYPE_Free, "free", "free of global"}},
    {WHY_SYMBOLIC_INSIDE,
     {TYPE_Ptr, "ptr", "memory error: invalid pointer: make_symbolic"}},
    {WHY_SYMBOLIC_TOO_LARGE,
     {TYPE_User, "user", "Wrong size given to klee_make_symbolic"}},
};

/* What -fsanitize=undefined finds. */
static const special_row sanitized[] = {
    {WHY_SUM_TOO_LARGE, {TYPE_Overflow, "overflow", "signed-integer-overflow"}},
    {WHY_NEGATED_TOO_LARGE,
     {TYPE_Overflow, "overflow", "signed-integer-overflow"}},
    {WHY_FLOAT_TOO_LARGE, {TYPE_Overflow, "overflow", "float-cast-overflow"}},
    {WHY_DIVIDED_BY_ZERO, {TYPE_ReportError, "div", "integer-divide-by-zero"}},
    {WHY_SHIFTED, {TYPE_Overflow, "overflow", "shift out of bounds"}},
    {WHY_INDEX, {TYPE_Ptr, "ptr", "out-of-bounds-index"}},
    {WHY_ARRAY_BOUND, {TYPE_Ptr, "ptr", "non-positive-vla-index"}},
    {WHY_USE_OF_NULL, {TYPE_Ptr, "ptr", "null-pointer-use"}},
    {WHY_USE_UNALIGNED, {TYPE_Ptr, "ptr", "misaligned-pointer-use"}},
    {WHY_USE_WITHOUT_ROOM, {TYPE_Ptr, "ptr", "insufficient-object-size"}},
    {WHY_NULL_MOVED, {TYPE_Ptr, "ptr", "nullptr-with-nonzero-offset"}},
    {WHY_POINTER_WRAPS, {TYPE_Ptr, "ptr", "pointer-overflow"}},
    {WHY_ZERO_PASSED,
     {TYPE_ReportError, "invalid_builtin_use", "invalid-builtin-use"}},
    {WHY_INVALID_VALUE,
     {TYPE_ReportError, "invalid_load", "load invalid value"}},
    {WHY_CONVERSION,
     {TYPE_ReportError, "implicit_conversion", "implicit-integer-sign-change"}},
    {WHY_TRUNCATED,
     {TYPE_ReportError, "implicit_truncation",
      "implicit-unsigned-integer-truncation"}},
    {WHY_ARGUMENT_NULL,
     {TYPE_ReportError, "nullable_attribute", "invalid-null-argument"}},
    {WHY_RESULT_NULL,
     {TYPE_ReportError, "nullable_attribute", "invalid-null-return"}},
    {WHY_NO_RESULT, {TYPE_ReportError, "missing_return", "missing-return"}},
};

/* The same, where only the name of its handler tells; by how that starts. */
static const struct {
  const char *handler;
  ending_row row;
} by_handler[] = {
    {"alignment_assumption", {TYPE_Ptr, "ptr", "alignment-assumption"}},
    {"builtin_unreachable",
     {TYPE_ReportError, "unreachable_call", "unreachable-call"}},
    {"function_type_mismatch",
     {TYPE_ReportError, "function_type_mismatch", "function-type-mismatch"}},
};

#define LENGTH(array) (sizeof array / sizeof *array)

static const ending_row *find_reason (const special_row *rows_of, size_t n,
                                      end_reason reason) {
  for (size_t i = 0; i < n; i++)
    if (reason == rows_of[i].reason)
      return &rows_of[i].row;
  return NULL;
}

/* NULL: the sanitizer did not find it. */
static const ending_row *sanitized_row (const testcase *t) {
  const cause *why = &t->end.cause;
  if (why->reason != WHY_TEXT || !why->text[0])
    return find_reason (sanitized, LENGTH (sanitized), why->reason);
  for (size_t i = 0; i < LENGTH (by_handler); i++) {
    const char *handler = by_handler[i].handler;
    if (!strncmp (why->text[0], handler, strlen (handler)))
      return &by_handler[i].row;
  }
  return NULL;
}

bool ending_is_sanitized (const testcase *t) {
  return t->end.kind == END_FAULT && sanitized_row (t);
}

/* Finer than the row, by the values. */
static const char *sanitized_text (const testcase *t, const char *text) {
  const cause *why = &t->end.cause;
  bool is_signed = why->form[0] == VALUE_SIGNED || why->form[1] == VALUE_SIGNED;
  const char *type = why->text[0] ? why->text[0] : "";
  switch ((int) why->reason) {
  case WHY_SUM_TOO_LARGE:
  case WHY_NEGATED_TOO_LARGE:
    return t->end.fault == FAULT_UNSIGNED_OVERFLOW ? "unsigned-integer-overflow"
                                                   : text;
  case WHY_DIVIDED_BY_ZERO:
    return strstr (type, "float") || strstr (type, "double")
               ? "float-divide-by-zero"
               : text;
  case WHY_TRUNCATED:
    return is_signed ? "implicit-signed-integer-truncation" : text;
  case WHY_NULL_MOVED:
    return why->value[0] ? text : "nullptr-with-offset";
  case WHY_POINTER_WRAPS:
    return why->value[1] ? text : "nullptr-after-nonzero-offset";
  default:
    return text;
  }
}

static const ending_row *row_of (const testcase *t) {
  const ending_row *row = sanitized_row (t);
  if (!row)
    row = find_reason (special, LENGTH (special), t->end.cause.reason);
  assert (t->end.kind == END_FAULT && rows[t->end.fault].suffix);
  return row ? row : rows + t->end.fault;
}

ending_type ending_type_of (const testcase *t) {
  switch (t->end.kind) {
  case END_EXIT:
    return TYPE_Exit;
  case END_FAULT:
    return row_of (t)->type;
  case END_CUT:
    return cut_of (t)->type;
  default:
    assert (t->end.kind == END_SILENT);
    return TYPE_SilentExit;
  }
}

const char *ending_type_name (unsigned type) {
  switch (type) {
#define TYPE(Name, NUMBER) \
  case TYPE_##Name: \
    return #Name;
#include "klee/endings.def"
  }
  return NULL;
}

bool ending_is_error (const testcase *t) {
  return t->end.kind == END_FAULT
             ? t->end.fault != FAULT_STACK_EXHAUSTED
             : t->end.kind == END_CUT && cut_of (t)->suffix;
}

bool ending_is_early (const testcase *t) {
  return !ending_is_error (t) && t->end.kind != END_EXIT;
}

/* A name of the program's becomes part of a file's: without what ends it or
 * leaves the directory, and no longer than a file name may be.
 */
static void put_name (memory *mem, const char *name, char_vec *out) {
  size_t len = strlen (name), n = len <= SUFFIX_MAX ? len : SUFFIX_MAX - 17;
  for (size_t i = 0; i < n; i++)
    if (name[i] == '/' || name[i] == '%' || (unsigned char) name[i] < ' ')
      text_printf (mem, out, "%%%02X", (unsigned char) name[i]);
    else
      vec_push (mem, out, name[i]);
  if (n < len)
    text_printf (mem, out, "-%016llx",
                 (unsigned long long) hash_bytes (name, len).lo);
}

void ending_suffix (memory *mem, const testcase *t, char_vec *out) {
  assert (ending_is_error (t));
  if (t->end.kind == END_CUT)
    text_puts (mem, out, cut_of (t)->suffix);
  else if (t->end.suffix)
    put_name (mem, t->end.suffix, out);
  else
    text_puts (mem, out, row_of (t)->suffix);
}

void ending_write (memory *mem, const testcase *t, char_vec *out) {
  const end_record *e = &t->end;
  bool is_cut = e->kind == END_CUT;
  const char *text = is_cut ? cut_of (t)->text : row_of (t)->text;
  bool is_own =
      is_cut || e->fault == FAULT_REPORTED || e->fault == FAULT_BAD_INTRINSIC;
  size_t before = out->len;
  if (ending_is_sanitized (t))
    text = sanitized_text (t, text);
  if (is_cut && reason_class_of (e->cause.reason) == CLASS_EXTERNAL)
    text_printf (mem, out, "failed external call: %s", e->cause.text[0]);
  else if (text)
    text_puts (mem, out, text);
  else if (is_own)
    end_print (e, mem, out);
  if (out->len == before)
    text_puts (mem, out, fault_text (e->fault));
  if (e->fault == FAULT_ASSERTION && e->cause.text[0] && *e->cause.text[0])
    text_printf (mem, out, ": %s", e->cause.text[0]);
}

void end_counts_add (end_counts *e, const testcase *t) {
  ending_type type = ending_type_of (t);
  bool is_execution = type == TYPE_Execution || type == TYPE_External;
  e->solver += type == TYPE_Solver;
  e->stack += type == TYPE_OutOfStackMemory;
  e->user += type == TYPE_User;
  e->execution_fault += is_execution && t->end.kind == END_FAULT;
  e->execution_cut += is_execution && t->end.kind == END_CUT;
}
