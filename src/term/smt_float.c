#include "term/smt_float.h"

#include "term/ieee.h"

#include <stdio.h>

const char *const smt_float_modes[IEEE_ROUNDINGS] = {"even", "away", "up",
                                                     "down", "zero"};
static const char *const standard[IEEE_ROUNDINGS] = {"RNE", "RNA", "RTP", "RTN",
                                                     "RTZ"};

static const struct plain {
  const char *name;
  kind kind;
} plain[] = {{"add", KIND_FP_ADD},   {"mul", KIND_FP_MUL},
             {"div", KIND_FP_DIV},   {"rem", KIND_FP_REM},
             {"sqrt", KIND_FP_SQRT}, {"fma", KIND_FP_FMA}};

/* Names. */

const char *smt_float_operation (kind k) {
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
  const char *name = smt_float_operation ((kind) n->kind);
  uint64_t mode = ieee_mode ((kind) n->kind, n->payload);
  if (n->kind == KIND_FP_ROUND)
    name = "round";
  const char *dot = mode || n->kind == KIND_FP_ROUND ? "." : "";
  const char *how = *dot ? smt_float_modes[mode] : "";
  if (name)
    snprintf (text, room, "reprise.fp%u.%s%s%s", to, name, dot, how);
  else if (n->kind == KIND_FP_TO_SINT)
    snprintf (text, room, "reprise.fp%u.to.sbv%u", from, to);
  else
    snprintf (text, room, "reprise.fp%u.from.%s%u%s%s", to,
              n->kind == KIND_FP_CONVERT     ? "fp"
              : n->kind == KIND_FP_FROM_SINT ? "sbv"
                                             : "ubv",
              from, dot, how);
  return res;
}

/* Definitions. */

static const char *format (unsigned width) {
  return width == 16   ? "5 11"
         : width == 32 ? "8 24"
         : width == 64 ? "11 53"
                       : "15 64";
}

/* Of 80 bits, that before the point is worth as much as an exponent of 1 where
 * the exponent is 0, and else has to be 1.
 */
static void write_argument (memory *mem, char_vec *out, char name,
                            unsigned width) {
  if (width != 80)
    text_printf (mem, out, "((_ to_fp %s) %c)", format (width), name);
  else
    text_printf (mem, out,
                 "(ite (and (= ((_ extract 63 63) %c) #b0)"
                 " (not (= ((_ extract 78 64) %c) (_ bv0 15)))) (_ NaN 15 64)"
                 " ((_ to_fp 15 64) (concat ((_ extract 79 79) %c)"
                 " (ite (= ((_ extract 78 64) %c) (_ bv0 15))"
                 " (concat (_ bv0 14) ((_ extract 63 63) %c))"
                 " ((_ extract 78 64) %c)) ((_ extract 62 0) %c))))",
                 name, name, name, name, name, name, name);
}

static void write_arguments (memory *mem, char_vec *out, unsigned n,
                             unsigned width) {
  for (unsigned i = 0; i < n; i++) {
    text_puts (mem, out, " ");
    write_argument (mem, out, "abc"[i], width);
  }
}

static void write_number (memory *mem, char_vec *out, const node *n,
                          unsigned from, unsigned to) {
  const char *mode = standard[ieee_mode ((kind) n->kind, n->payload)];
  switch (n->kind) {
  case KIND_FP_FROM_SINT:
    text_printf (mem, out, "((_ to_fp %s) %s a)", format (to), mode);
    return;
  case KIND_FP_FROM_UINT:
    text_printf (mem, out, "((_ to_fp_unsigned %s) %s a)", format (to), mode);
    return;
  case KIND_FP_CONVERT:
    text_printf (mem, out, "((_ to_fp %s) %s", format (to), mode);
    break;
  case KIND_FP_ROUND:
    text_printf (mem, out, "(fp.roundToIntegral %s", mode);
    break;
  case KIND_FP_REM:
    text_puts (mem, out, "(fp.rem");
    break;
  default:
    text_printf (mem, out, "(%s %s", kind_table[n->kind].smt, mode);
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
  text_puts (mem, out, "(let ((f (fp.roundToIntegral RTZ ");
  write_argument (mem, out, 'a', from);
  text_printf (mem, out,
               ")))"
               " (ite (and (fp.leq ((_ to_fp %s) RNE (bvneg (_ bv%llu %u))) f)"
               " (fp.lt f ((_ to_fp_unsigned %s) RNE (_ bv%llu %u))))"
               " ((_ fp.to_sbv %u) RTZ f) (_ bv%llu %u))))\n",
               f, least, to, f, least, to, to, least, to);
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
  if (to == 80)
    text_puts (mem, out,
               ")) (ite (fp.isNaN f) (concat (_ bv32767 16)"
               " (_ bv13835058055282163712 64)) (let ((b (fp.to_ieee_bv f)))"
               " (concat ((_ extract 78 63) b) (ite (= ((_ extract 77 63) b)"
               " (_ bv0 15)) #b0 #b1) ((_ extract 62 0) b))))))\n");
  else
    text_printf (mem, out,
                 ")) (ite (fp.isNaN f) (_ bv%llu %u) (fp.to_ieee_bv f))))\n",
                 (unsigned long long) ieee_nan (to), to);
}
