/* Floating point for Z3. Terms are bit-vectors (term/ieee.h), so arguments
 * are read as numbers and results are written as bits:
 *
 *     (ite (isNaN f) the-one-nan (to_ieee_bv f))
 *
 * An argument that was made so is used as f directly: on chains of operations
 * Z3 sees numbers only.
 *
 * Z3 counts references. What is made on the way of one translation is kept in
 * a small list and dropped at its end.
 */

#include "z3/z3_priv.h"

#include "term/ieee.h"

typedef struct workshop {
  translator *tr;
  Z3_context ctx;
  const node *n;
  unsigned len;
  Z3_ast made[96];
} workshop;

static Z3_ast z3_float_note (workshop *w, Z3_ast a) {
  assert (w->len < sizeof w->made / sizeof *w->made);
  if (a) {
    Z3_inc_ref (w->ctx, a);
    w->made[w->len++] = a;
  }
  return a;
}

static Z3_sort format (workshop *w, unsigned width) {
  Z3_sort s = width == 16   ? Z3_mk_fpa_sort_half (w->ctx)
              : width == 32 ? Z3_mk_fpa_sort_single (w->ctx)
              : width == 64 ? Z3_mk_fpa_sort_double (w->ctx)
                            : Z3_mk_fpa_sort (w->ctx, 15, 64);
  z3_float_note (w, Z3_sort_to_ast (w->ctx, s));
  return s;
}

static Z3_ast bits (workshop *w, unsigned width, uint64_t value) {
  Z3_sort s = Z3_mk_bv_sort (w->ctx, width);
  z3_float_note (w, Z3_sort_to_ast (w->ctx, s));
  return z3_float_note (w, Z3_mk_unsigned_int64 (w->ctx, value, s));
}

static Z3_ast mode (workshop *w, uint64_t rounding) {
  Z3_context ctx = w->ctx;
  switch (rounding) {
  case IEEE_EVEN:
    return z3_float_note (w, Z3_mk_fpa_rne (ctx));
  case IEEE_AWAY:
    return z3_float_note (w, Z3_mk_fpa_rna (ctx));
  case IEEE_UP:
    return z3_float_note (w, Z3_mk_fpa_rtp (ctx));
  case IEEE_DOWN:
    return z3_float_note (w, Z3_mk_fpa_rtn (ctx));
  default:
    return z3_float_note (w, Z3_mk_fpa_rtz (ctx));
  }
}

/* Those of 80 bits are taken apart each time. */
static bool makes_float (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  return kind_is_float (k) && k != KIND_FP_TO_SINT && term_width (ts, t) != 80;
}

/* Of 80 bits one is more than Z3 has: the digit before the point, at 63. */

static Z3_ast part (workshop *w, Z3_ast a, unsigned high, unsigned low) {
  return z3_float_note (w, Z3_mk_extract (w->ctx, high, low, a));
}

static Z3_ast joined (workshop *w, Z3_ast high, Z3_ast low) {
  return z3_float_note (w, Z3_mk_concat (w->ctx, high, low));
}

static Z3_ast z3_is_zero (workshop *w, Z3_ast a, unsigned width) {
  return z3_float_note (w, Z3_mk_eq (w->ctx, a, bits (w, width, 0)));
}

/* With exponent 0 it is worth as much as an exponent of 1. */
static Z3_ast from_wide (workshop *w, Z3_ast a) {
  Z3_sort s = format (w, 80);
  Z3_ast exponent = part (w, a, 78, 64), digit = part (w, a, 63, 63);
  Z3_ast is_low = z3_is_zero (w, exponent, 15);
  Z3_ast low = joined (w, bits (w, 14, 0), digit);
  exponent = z3_float_note (w, Z3_mk_ite (w->ctx, is_low, low, exponent));
  Z3_ast less =
      joined (w, joined (w, part (w, a, 79, 79), exponent), part (w, a, 62, 0));
  Z3_ast f = z3_float_note (w, Z3_mk_fpa_to_fp_bv (w->ctx, less, s));
  Z3_ast is_wrong[2] = {z3_float_note (w, Z3_mk_not (w->ctx, is_low)),
                        z3_is_zero (w, digit, 1)};
  Z3_ast is_nan = z3_float_note (w, Z3_mk_and (w->ctx, 2, is_wrong));
  Z3_ast nan = z3_float_note (w, Z3_mk_fpa_nan (w->ctx, s));
  return z3_float_note (w, Z3_mk_ite (w->ctx, is_nan, nan, f));
}

static Z3_ast to_wide (workshop *w, Z3_ast ieee) {
  Z3_ast digit = z3_float_note (
      w, Z3_mk_ite (w->ctx, z3_is_zero (w, part (w, ieee, 77, 63), 15),
                    bits (w, 1, 0), bits (w, 1, 1)));
  return joined (w, joined (w, part (w, ieee, 78, 63), digit),
                 part (w, ieee, 62, 0));
}

/* The number behind the bits that 'result' made. */
static Z3_ast z3_float_number_of (workshop *w, Z3_ast ite) {
  Z3_context ctx = w->ctx;
  Z3_ast ieee = Z3_get_app_arg (ctx, Z3_to_app (ctx, ite), 2);
  return z3_float_note (w, Z3_get_app_arg (ctx, Z3_to_app (ctx, ieee), 0));
}

static Z3_ast argument (workshop *w, Z3_ast a, unsigned i) {
  translator *tr = w->tr;
  term t = w->n->arg[i];
  if (makes_float (tr->ts, t))
    return z3_float_number_of (w, a);
  if (term_width (tr->ts, t) == 80)
    return from_wide (w, a);
  Z3_sort s = format (w, term_width (tr->ts, t));
  return z3_float_note (w, Z3_mk_fpa_to_fp_bv (w->ctx, a, s));
}

static Z3_ast result (workshop *w, Z3_ast f) {
  unsigned width = sort_width (w->n->sort);
  if (!f)
    return NULL;
  Z3_ast is_nan = z3_float_note (w, Z3_mk_fpa_is_nan (w->ctx, f));
  Z3_ast nan = width == 80 ? joined (w, bits (w, 16, 0x7fff),
                                     bits (w, 64, UINT64_C (3) << 62))
                           : bits (w, width, ieee_nan (width));
  Z3_ast ieee = z3_float_note (w, Z3_mk_fpa_to_ieee_bv (w->ctx, f));
  if (width == 80)
    ieee = to_wide (w, ieee);
  return z3_float_note (w, Z3_mk_ite (w->ctx, is_nan, nan, ieee));
}

static Z3_ast power (workshop *w, unsigned width, double x) {
  Z3_sort s = format (w, width);
  return z3_float_note (w, Z3_mk_fpa_numeral_double (w->ctx, x, s));
}

/* Where the value fits Z3's conversion is ours. The least integer itself fits,
 * and a little less than it as far as the format can tell.
 */
static Z3_ast to_integer (workshop *w, Z3_ast f, unsigned from) {
  Z3_context ctx = w->ctx;
  unsigned to = (unsigned) w->n->payload;
  double limit = to == 32 ? 0x1p31 : 0x1p63;
  bool has_less = to == 32 && from >= 64;
  Z3_ast low = power (w, from, has_less ? -limit - 1 : -limit);
  Z3_ast high = power (w, from, limit);
  Z3_ast above = z3_float_note (w, has_less ? Z3_mk_fpa_gt (ctx, f, low)
                                            : Z3_mk_fpa_geq (ctx, f, low));
  Z3_ast both[2] = {above, z3_float_note (w, Z3_mk_fpa_lt (ctx, f, high))};
  Z3_ast fits = z3_float_note (w, Z3_mk_and (ctx, 2, both));
  Z3_ast value =
      z3_float_note (w, Z3_mk_fpa_to_sbv (ctx, mode (w, IEEE_ZERO), f, to));
  Z3_ast least = bits (w, to, UINT64_C (1) << (to - 1));
  return z3_float_note (w, Z3_mk_ite (ctx, fits, value, least));
}

static Z3_ast z3_float_apply (workshop *w, const Z3_ast arg[3], unsigned from) {
  Z3_context ctx = w->ctx;
  const node *n = w->n;
  kind k = (kind) n->kind;
  Z3_ast how = mode (w, ieee_mode (k, n->payload)), f[3] = {0};
  if (k == KIND_FP_FROM_SINT)
    return Z3_mk_fpa_to_fp_signed (ctx, how, arg[0],
                                   format (w, sort_width (n->sort)));
  if (k == KIND_FP_FROM_UINT)
    return Z3_mk_fpa_to_fp_unsigned (ctx, how, arg[0],
                                     format (w, sort_width (n->sort)));
  for (unsigned i = 0; i < n->arity; i++)
    f[i] = argument (w, arg[i], i);
  switch (k) {
  case KIND_FP_ADD:
    return Z3_mk_fpa_add (ctx, how, f[0], f[1]);
  case KIND_FP_MUL:
    return Z3_mk_fpa_mul (ctx, how, f[0], f[1]);
  case KIND_FP_DIV:
    return Z3_mk_fpa_div (ctx, how, f[0], f[1]);
  case KIND_FP_REM:
    return Z3_mk_fpa_rem (ctx, f[0], f[1]);
  case KIND_FP_SQRT:
    return Z3_mk_fpa_sqrt (ctx, how, f[0]);
  case KIND_FP_FMA:
    return Z3_mk_fpa_fma (ctx, how, f[0], f[1], f[2]);
  case KIND_FP_ROUND:
    return Z3_mk_fpa_round_to_integral (ctx, how, f[0]);
  case KIND_FP_CONVERT:
    return Z3_mk_fpa_to_fp_float (ctx, how, f[0],
                                  format (w, sort_width (n->sort)));
  default:
    return to_integer (w, f[0], from);
  }
}

Z3_ast translator_float (translator *tr, const node *n, const Z3_ast arg[3]) {
  workshop w = {.tr = tr, .ctx = tr->ctx, .n = n};
  tr->has_float = true;
  unsigned from = term_width (tr->ts, n->arg[0]);
  Z3_ast res = z3_float_note (&w, z3_float_apply (&w, arg, from));
  if (n->kind != KIND_FP_TO_SINT)
    res = result (&w, res);
  if (res)
    Z3_inc_ref (tr->ctx, res);
  for (unsigned i = 0; i < w.len; i++)
    Z3_dec_ref (tr->ctx, w.made[i]);
  return res;
}
