/* --assume: an expression of C over the parameters of a driven function, as
 * code of the driver.
 *
 *   either:  binary operators by their precedence below
 *   operand: number  NULL  name  name->field.field  *name  len (name)
 *            (either)  -operand  !operand
 *
 * Numbers have 64 bits; they are compared as unsigned ones where one of them
 * is, and has 32 bits, as in C. All of it is computed: && and || do not stop.
 */

#include "program/assume.h"

#include <ctype.h>
#include <stdlib.h>

#define PATH_MAX_LETTERS 128
#define MOST_NESTED 64

typedef struct operand {
  LLVMValueRef v;
  bool is_unsigned;
} operand;

typedef struct parsing {
  harness *h;
  const char *text, *at;
  trouble *why;
  unsigned depth;
} parsing;

static const struct { /* who begins like another comes first */
  const char *sign;
  int rank;
  LLVMOpcode op; /* 0: a comparison */
  LLVMIntPredicate is, is_unsigned;
} operators[] = {
    {"||", 1, LLVMOr, 0, 0},
    {"&&", 2, LLVMAnd, 0, 0},
    {"==", 4, 0, LLVMIntEQ, LLVMIntEQ},
    {"!=", 4, 0, LLVMIntNE, LLVMIntNE},
    {"<=", 5, 0, LLVMIntSLE, LLVMIntULE},
    {">=", 5, 0, LLVMIntSGE, LLVMIntUGE},
    {"&", 3, LLVMAnd, 0, 0},
    {"<", 5, 0, LLVMIntSLT, LLVMIntULT},
    {">", 5, 0, LLVMIntSGT, LLVMIntUGT},
    {"+", 6, LLVMAdd, 0, 0},
    {"-", 6, LLVMSub, 0, 0},
    {"*", 7, LLVMMul, 0, 0},
    {"/", 7, LLVMUDiv, 0, 0},
    {"%", 7, LLVMURem, 0, 0},
};
#define N_OPERATORS (sizeof operators / sizeof *operators)

/* Text. */

static const char *skip_blanks (const char *at) {
  return at + strspn (at, " \t\n");
}

static bool take (parsing *p, const char *sign) {
  p->at = skip_blanks (p->at);
  if (strncmp (p->at, sign, strlen (sign)))
    return false;
  p->at += strlen (sign);
  return true;
}

/* "r -> in . cap" as "r.in.cap", like inputs are called; empty: no name. */
static const char *take_path (const char *at, char out[PATH_MAX_LETTERS]) {
  size_t n = 0;
  for (bool goes_on = true; goes_on;) {
    at = skip_blanks (at);
    while ((isalnum ((unsigned char) *at) || *at == '_') &&
           n + 2 < PATH_MAX_LETTERS)
      out[n++] = *at++;
    const char *next = skip_blanks (at);
    size_t link = n && !strncmp (next, "->", 2) ? 2 : n && *next == '.';
    goes_on = link && n + 2 < PATH_MAX_LETTERS;
    if (goes_on) {
      out[n++] = '.';
      at = next + link;
    }
  }
  out[n] = 0;
  return at;
}

bool assume_measures (const char *text, const char *name) {
  char path[PATH_MAX_LETTERS];
  for (const char *at = strstr (text, "len"); at; at = strstr (at + 1, "len")) {
    bool is_word =
        at == text || (!isalnum ((unsigned char) at[-1]) && at[-1] != '_' &&
                       at[-1] != '.' && at[-1] != '>');
    const char *open = skip_blanks (at + 3);
    if (is_word && *open == '(' &&
        *skip_blanks (take_path (open + 1, path)) == ')' &&
        !strcmp (path, name))
      return true;
  }
  return false;
}

/* Values. */

static operand fail (parsing *p, const char *what) {
  trouble_set (p->why, ST_USAGE, "--assume='%s': %s at '%s'", p->text, what,
               p->at);
  return (operand) {harness_number (p->h, 0), false};
}

static operand truth (parsing *p, LLVMValueRef v) {
  return (operand) {LLVMBuildZExt (p->h->builder, v, p->h->i64, ""), false};
}

static LLVMValueRef is_true (parsing *p, operand n) {
  return LLVMBuildICmp (p->h->builder, LLVMIntNE, n.v, harness_number (p->h, 0),
                        "");
}

/* A number in the memory behind a pointer. */
static bool load_named (parsing *p, LLVMValueRef base, uint64_t offset,
                        const ctype_member *m, operand *out) {
  harness *h = p->h;
  const datatype *type = describe (&h->describing, m->ctype);
  if ((m->ctype.kind != CTYPE_SCALAR && m->ctype.kind != CTYPE_CHAR &&
       m->ctype.kind != CTYPE_BOOL) ||
      type->kind == DATATYPE_FLOAT || type->size > 8)
    return false;
  LLVMTypeRef own = LLVMIntTypeInContext (h->llvm, 8 * (unsigned) type->size);
  bool is_signed = type->kind == DATATYPE_SIGNED || m->ctype.kind == CTYPE_CHAR;
  out->is_unsigned = !is_signed && type->size >= 4; /* or it becomes an int */
  out->v = LLVMBuildIntCast2 (h->builder, harness_load (h, own, base, offset),
                              h->i64, is_signed, "");
  return true;
}

/* "in.cap" of a struct. */
static bool load_path (parsing *p, LLVMValueRef base, ctype s, const char *path,
                       operand *out) {
  member_vec members = {0};
  uint64_t offset = 0;
  bool res = false;
  while (*path && !res && (s.kind == CTYPE_STRUCT || s.kind == CTYPE_UNION)) {
    size_t n = strcspn (path, "."), i = 0;
    members.len = 0;
    ctype_members (p->h->mem, s, &members);
    while (i < members.len && (members.data[i].len != n ||
                               strncmp (members.data[i].name, path, n)))
      i++;
    if (i == members.len || members.data[i].is_bit_field)
      break;
    offset += members.data[i].bit_offset / 8;
    s = members.data[i].ctype;
    path += n + (path[n] == '.');
    res = !*path && load_named (p, base, offset, members.data + i, out);
  }
  vec_release (p->h->mem, &members);
  return res;
}

/* The parameter of this name, or a part of what it points to. */
static bool load_param (parsing *p, const char *path, bool is_behind,
                        operand *out) {
  harness *h = p->h;
  size_t n = strcspn (path, ".");
  for (unsigned i = 0; i < LLVMCountParams (h->driven); i++) {
    const char *name = harness_param_name (h, i);
    LLVMValueRef v = h->argument[i], object = h->objects.data[i];
    ctype s = h->ctypes.data[i];
    if (strlen (name) != n || strncmp (name, path, n) || !v)
      continue;
    ctype_member target = {.ctype =
                               s.kind == CTYPE_POINTER ? ctype_target (s) : s};
    if (path[n] == '.' || is_behind)
      return object &&
             (is_behind
                  ? !path[n] && load_named (p, object, 0, &target, out)
                  : load_path (p, object, target.ctype, path + n + 1, out));
    const datatype *type = describe (&h->describing, s);
    bool is_signed = type->kind == DATATYPE_SIGNED || s.kind == CTYPE_CHAR;
    bool is_pointer = LLVMTypeOf (v) == h->pointer;
    out->is_unsigned = !is_signed && !is_pointer && type->size >= 4;
    if (!is_pointer && LLVMGetTypeKind (LLVMTypeOf (v)) != LLVMIntegerTypeKind)
      return false;
    out->v = is_pointer
                 ? LLVMBuildPtrToInt (h->builder, v, h->i64, "")
                 : LLVMBuildIntCast2 (h->builder, v, h->i64, is_signed, "");
    return true;
  }
  return false;
}

/* Expressions. */

static operand take_either (parsing *, int rank);

static operand take_length (parsing *p) {
  char path[PATH_MAX_LETTERS];
  const char *start = p->at;
  p->at = take_path (p->at, path);
  if (!take (p, ")"))
    return fail (p, "')' is missing");
  for (size_t i = 0; i < p->h->lengths.len; i++)
    if (!strcmp (p->h->lengths.data[i].name, path))
      return (operand) {p->h->lengths.data[i].count, true};
  p->at = start;
  return fail (p, "there is no buffer of this name");
}

static operand take_variable (parsing *p, bool is_behind) {
  char path[PATH_MAX_LETTERS];
  const char *start = p->at = skip_blanks (p->at);
  operand n = {0};
  p->at = take_path (p->at, path);
  if (!strcmp (path, "len") && take (p, "("))
    return take_length (p);
  if (!strcmp (path, "NULL"))
    return (operand) {harness_number (p->h, 0), false};
  if (load_param (p, path, is_behind, &n))
    return n;
  p->at = start;
  return fail (p, "there is no parameter or number of this name");
}

static operand take_digits (parsing *p) {
  char *end;
  unsigned long long k = strtoull (p->at, &end, 0);
  p->at = end + strspn (end, "uUlL");
  return (operand) {harness_number (p->h, k), k > INT64_MAX};
}

static operand take_operand (parsing *p) {
  LLVMBuilderRef b = p->h->builder;
  p->at = skip_blanks (p->at);
  if (++p->depth > MOST_NESTED)
    return fail (p, "too many parentheses and signs");
  operand n;
  if (isdigit ((unsigned char) *p->at))
    n = take_digits (p);
  else if (take (p, "(")) {
    n = take_either (p, 1);
    if (!take (p, ")"))
      n = fail (p, "')' is missing");
  } else if (take (p, "-")) {
    n = take_operand (p);
    n.v = LLVMBuildNeg (b, n.v, "");
  } else if (strncmp (p->at, "!=", 2) && take (p, "!"))
    n = truth (p, LLVMBuildNot (b, is_true (p, take_operand (p)), ""));
  else if (take (p, "*"))
    n = take_variable (p, true);
  else if (isalpha ((unsigned char) *p->at) || *p->at == '_')
    n = take_variable (p, false);
  else
    n = fail (p, "a name or operand is missing");
  p->depth--;
  return n;
}

static operand combine (parsing *p, size_t k, operand a, operand b) {
  LLVMBuilderRef builder = p->h->builder;
  LLVMOpcode with = operators[k].op;
  operand res = {.is_unsigned = a.is_unsigned || b.is_unsigned};
  if (!with)
    return truth (p, LLVMBuildICmp (builder,
                                    res.is_unsigned ? operators[k].is_unsigned
                                                    : operators[k].is,
                                    a.v, b.v, ""));
  if (operators[k].rank <= 2)
    return truth (
        p, LLVMBuildBinOp (builder, with, is_true (p, a), is_true (p, b), ""));
  bool divides = with == LLVMUDiv || with == LLVMURem;
  if (divides &&
      (!LLVMIsAConstantInt (b.v) || LLVMConstIntGetSExtValue (b.v) <= 0))
    return fail (p, "only a positive number divides here, not what is");
  if (divides && !res.is_unsigned)
    with = with == LLVMUDiv ? LLVMSDiv : LLVMSRem;
  res.v = LLVMBuildBinOp (builder, with, a.v, b.v, "");
  return res;
}

static operand take_either (parsing *p, int rank) {
  operand left = take_operand (p);
  while (!p->why->code) {
    size_t k = 0;
    p->at = skip_blanks (p->at);
    while (k < N_OPERATORS &&
           strncmp (p->at, operators[k].sign, strlen (operators[k].sign)))
      k++;
    if (k == N_OPERATORS || operators[k].rank < rank)
      break;
    p->at += strlen (operators[k].sign);
    left = combine (p, k, left, take_either (p, operators[k].rank + 1));
  }
  return left;
}

LLVMValueRef assume_build (harness *h, const char *text, trouble *why) {
  parsing p = {.h = h, .text = text, .at = text, .why = why};
  operand n = take_either (&p, 1);
  if (!why->code && *skip_blanks (p.at))
    fail (&p, "this is not understood");
  return n.v;
}
