#include "lab/query/smt_float_read.h"

#include "term/smt_float.h"

#include <stdio.h>

static const struct cast {
  const char *format; /* of the other width */
  kind kind;
  bool is_to; /* the first width is the argument's */
} casts[] = {{"from.fp%u%n", KIND_FP_CONVERT, false},
             {"from.sbv%u%n", KIND_FP_FROM_SINT, false},
             {"from.ubv%u%n", KIND_FP_FROM_UINT, false},
             {"to.sbv%u%n", KIND_FP_TO_SINT, true}};

static uint64_t code_of (kind k, uint64_t payload) {
  return (uint64_t) k << 16 | payload;
}

/* A direction behind the name, if it is not the usual one; 'round' has one
 * always.
 */
static bool parse_mode (const char *rest, bool is_needed, ieee_rounding *mode) {
  *mode = IEEE_EVEN;
  if (!*rest)
    return !is_needed;
  for (unsigned i = 0; i < IEEE_ROUNDINGS; i++)
    if (*rest == '.' && !strcmp (rest + 1, smt_float_modes[i])) {
      *mode = (ieee_rounding) i;
      return is_needed || i != IEEE_EVEN;
    }
  return false;
}

static bool parse_operation (const char *name, uint64_t *code) {
  size_t len = strcspn (name, ".");
  for (kind k = 0; k < KIND_COUNT; k++) {
    const char *operation =
        k == KIND_FP_ROUND ? "round" : smt_float_operation (k);
    ieee_rounding mode;
    if (operation && !strncmp (name, operation, len) && !operation[len] &&
        parse_mode (name + len, k == KIND_FP_ROUND, &mode)) {
      *code = code_of (k, mode);
      return true;
    }
  }
  return false;
}

/* '*width' is the one that comes first in the name. */
static bool parse_cast (const char *name, uint64_t *code, uint64_t *width) {
  for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
    unsigned other;
    int end = 0;
    ieee_rounding mode;
    if (sscanf (name, casts[i].format, &other, &end) != 1 || other > 80 ||
        !parse_mode (name + end, false, &mode))
      continue;
    unsigned to = casts[i].is_to ? other : (unsigned) *width;
    *width = casts[i].is_to ? *width : other;
    *code = code_of (casts[i].kind, ieee_target (to, mode));
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
           : !strncmp (rest, "80", 2) ? 80
                                      : 0;
  rest += 3;
  return *width &&
         (parse_operation (rest, code) || parse_cast (rest, code, width));
}

bool smt_float_draft (const terms *ts, uint64_t code, uint64_t width, size_t n,
                      const term *arg, draft *out) {
  *out = (draft) {.kind = (kind) (code >> 16), .payload = code & 0xffff};
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
