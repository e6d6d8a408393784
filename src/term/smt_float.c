#include "term/smt_float.h"

#include "term/ieee.h"

#include <stdio.h>

static const char *const modes[IEEE_ROUNDINGS] = {"even", "away", "up", "down",
                                                  "zero"};
static const char *const standard[IEEE_ROUNDINGS] = {"RNE", "RNA", "RTP", "RTN",
                                                     "RTZ"};

static const struct plain {
  const char *name;
  kind kind;
} plain[] = {{"add", KIND_FP_ADD},   {"mul", KIND_FP_MUL},
             {"div", KIND_FP_DIV},   {"rem", KIND_FP_REM},
             {"sqrt", KIND_FP_SQRT}, {"fma", KIND_FP_FMA}};

static const struct cast {
  const char *format; /* of the other width */
  kind kind;
  bool is_to; /* the first width is the argument's */
} casts[] = {{"from.fp%u%n", KIND_FP_CONVERT, false},
             {"from.sbv%u%n", KIND_FP_FROM_SINT, false},
             {"from.ubv%u%n", KIND_FP_FROM_UINT, false},
             {"to.sbv%u%n", KIND_FP_TO_SINT, true}};

/* Names. */

static const char *plain_name (kind k) {
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (plain[i].kind == k)
      return plain[i].name;
  return NULL;
}

smt_float_text smt_float_name (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  unsigned to = sort_width (n->sort), from = term_width (ts, n->arg[0]);
  smt_float_text res;
  char *text = res.text;
  const size_t room = sizeof res.text;
  const char *name = plain_name ((kind) n->kind);
  if (name)
    snprintf (text, room, "reprise.fp%u.%s", to, name);
  else if (n->kind == KIND_FP_ROUND)
    snprintf (text, room, "reprise.fp%u.round.%s", to, modes[n->payload]);
  else if (n->kind == KIND_FP_TO_SINT)
    snprintf (text, room, "reprise.fp%u.to.sbv%u", from, to);
  else
    snprintf (text, room, "reprise.fp%u.from.%s%u", to,
              n->kind == KIND_FP_CONVERT     ? "fp"
              : n->kind == KIND_FP_FROM_SINT ? "sbv"
                                             : "ubv",
              from);
  return res;
}

static uint64_t code_of (kind k, uint64_t payload) {
  return (uint64_t) k << 8 | payload;
}

static bool parse_operation (const char *name, uint64_t *code) {
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (!strcmp (name, plain[i].name)) {
      *code = code_of (plain[i].kind, 0);
      return true;
    }
  for (unsigned i = 0; i < IEEE_ROUNDINGS; i++)
    if (!strncmp (name, "round.", 6) && !strcmp (name + 6, modes[i])) {
      *code = code_of (KIND_FP_ROUND, i);
      return true;
    }
  return false;
}

/* '*width' is the one that comes first in the name. */
static bool parse_cast (const char *name, uint64_t *code, uint64_t *width) {
  for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
    unsigned other;
    int end = 0;
    if (sscanf (name, casts[i].format, &other, &end) != 1 || name[end] ||
        other > 64)
      continue;
    unsigned to = casts[i].is_to ? other : (unsigned) *width;
    *width = casts[i].is_to ? *width : other;
    *code = code_of (casts[i].kind, to);
    return true;
  }
  return false;
}

bool smt_float_parse (const char *name, uint64_t *code, uint64_t *width) {
  static const char prefix[] = "reprise.fp";
  const char *rest = name + sizeof prefix - 1;
  if (strncmp (name, prefix, sizeof prefix - 1) || strlen (rest) < 4 ||
      rest[2] != '.')
    return false;
  *width = !strncmp (rest, "16", 2)   ? 16
           : !strncmp (rest, "32", 2) ? 32
           : !strncmp (rest, "64", 2) ? 64
                                      : 0;
  rest += 3;
  return *width &&
         (parse_operation (rest, code) || parse_cast (rest, code, width));
}

bool smt_float_draft (const terms *ts, uint64_t code, uint64_t width, size_t n,
                      const term *arg, draft *out) {
  *out = (draft) {.kind = (kind) (code >> 8), .payload = code & 255};
  if (n != kind_table[out->kind].arity)
    return false;
  for (size_t i = 0; i < n; i++) {
    sort s = term_sort (ts, arg[i]);
    if (!sort_is_bv (s) || sort_width (s) != width)
      return false;
    out->arg[i] = arg[i];
  }
  out->sort = sort_of_draft (ts, out);
  return out->sort.code;
}

/* Definitions. */

static const char *format (unsigned width) {
  return width == 16 ? "5 11" : width == 32 ? "8 24" : "11 53";
}

static void write_arguments (memory *mem, char_vec *out, unsigned n,
                             unsigned width) {
  for (unsigned i = 0; i < n; i++)
    text_printf (mem, out, " ((_ to_fp %s) %c)", format (width), "abc"[i]);
}

static void write_number (memory *mem, char_vec *out, const node *n,
                          unsigned from, unsigned to) {
  switch (n->kind) {
  case KIND_FP_FROM_SINT:
    text_printf (mem, out, "((_ to_fp %s) RNE a)", format (to));
    return;
  case KIND_FP_FROM_UINT:
    text_printf (mem, out, "((_ to_fp_unsigned %s) RNE a)", format (to));
    return;
  case KIND_FP_CONVERT:
    text_printf (mem, out, "((_ to_fp %s) RNE", format (to));
    break;
  case KIND_FP_ROUND:
    text_printf (mem, out, "(fp.roundToIntegral %s", standard[n->payload]);
    break;
  case KIND_FP_REM:
    text_puts (mem, out, "(fp.rem");
    break;
  default:
    text_printf (mem, out, "(%s RNE", kind_table[n->kind].smt);
  }
  write_arguments (mem, out, n->arity, from);
  text_puts (mem, out, ")");
}

/* What fits is between the least integer and the one above the greatest;
 * rounded, so that the bounds are numbers of every format.
 */
static void write_integer (memory *mem, char_vec *out, unsigned from,
                           unsigned to) {
  const char *f = format (from);
  unsigned long long least = 1ull << (to - 1);
  text_printf (mem, out,
               "(let ((f (fp.roundToIntegral RTZ ((_ to_fp %s) a))))"
               " (ite (and (fp.leq ((_ to_fp %s) RNE (bvneg (_ bv%llu %u))) f)"
               " (fp.lt f ((_ to_fp_unsigned %s) RNE (_ bv%llu %u))))"
               " ((_ fp.to_sbv %u) RTZ f) (_ bv%llu %u))))\n",
               f, f, least, to, f, least, to, to, least, to);
}

void smt_float_define (memory *mem, char_vec *out, const terms *ts, term t) {
  const node *n = term_node (ts, t);
  unsigned from = term_width (ts, n->arg[0]), to = sort_width (n->sort);
  text_printf (mem, out, "(define-fun %s (", smt_float_name (ts, t).text);
  for (unsigned i = 0; i < n->arity; i++)
    text_printf (mem, out, "%s(%c (_ BitVec %u))", i ? " " : "", "abc"[i],
                 from);
  text_printf (mem, out, ") (_ BitVec %u) ", to);
  if (n->kind == KIND_FP_TO_SINT) {
    write_integer (mem, out, from, to);
    return;
  }
  text_puts (mem, out, "(let ((f ");
  write_number (mem, out, n, from, to);
  text_printf (mem, out,
               ")) (ite (fp.isNaN f) (_ bv%llu %u) (fp.to_ieee_bv f))))\n",
               (unsigned long long) ieee_nan (to), to);
}
