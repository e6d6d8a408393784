/* What -fsanitize=undefined calls when it has found something.
 *
 * The first argument of a handler points to what clang knows of the place: its
 * file, line and column in 16 bytes, then the types that matter; values follow
 * as arguments. Here they become a cause. Nothing of that is touched: a place
 * that moves changes these data, and nothing of what the program does.
 */

#include "machine/builtin.h"

#define DATA_TYPE 16 /* bytes of the place; a pointer to a type */
#define DATA_OTHER 24

enum { TYPE_INTEGER = 0 };

/* Two numbers of 16 bits, then the name of the type in quotes. */
typedef struct described {
  uint16_t kind, info; /* info: lowest bit: signed; log2 of the width above */
  const char *name;
} described;

typedef struct ubsan_finding {
  called_builtin *call;
  uint64_t data; /* address, 0: not known */
} ubsan_finding;

/* Bytes at an address, as far as they are there. */
static bool peek (const ubsan_finding *f, uint64_t address, size_t n,
                  void *out) {
  const object *o = space_find (f->call->s->space, address_slot (address));
  uint64_t at = o ? address - o->address : 0;
  memset (out, 0, n);
  if (!o || at >= o->size)
    return false;
  object_get (o, at, o->size - at < n ? o->size - at : n, out);
  return true;
}

static uint64_t peek_number (const ubsan_finding *f, unsigned offset,
                             size_t n) {
  uint64_t v = 0;
  peek (f, f->data + offset, n, &v);
  return v;
}

/* Without the quotes. */
static const char *name_at (const ubsan_finding *f, uint64_t at) {
  char_vec name = {0};
  memory *mem = f->call->m->mem;
  char c;
  for (peek (f, at, 1, &c), at += c == '\''; peek (f, at, 1, &c); at++) {
    if (!c || c == '\'')
      break;
    vec_push (mem, &name, c);
  }
  const char *kept = machine_text (f->call->m, text_c (mem, &name), name.len);
  vec_release (mem, &name);
  return kept;
}

static described type_at (const ubsan_finding *f, unsigned offset) {
  assert (offset >= DATA_TYPE); /* before it is the place */
  described d = {0};
  uint64_t at = f->data ? peek_number (f, offset, 8) : 0;
  if (!at || !peek (f, at, 2, &d.kind))
    return (described) {.kind = 0xffff, .name = "its type"};
  peek (f, at + 2, 2, &d.info);
  d.name = name_at (f, at + 4);
  return d;
}

static unsigned ubsan_width_of (const described *d) {
  return d->kind == TYPE_INTEGER && d->info >> 1 < 8 ? 1u << (d->info >> 1) : 0;
}

static uint64_t argument (const ubsan_finding *f, uint32_t i) {
  machine *m = f->call->m;
  word w = call_arg (f->call, i);
  uint64_t v = w.bits;
  if (!word_is_concrete (w))
    machine_shown (m, f->call->s, word_term (m->terms, w, 64), &v);
  return v;
}

/* A value of this type; what is too wide lies elsewhere. */
static void ubsan_show (const ubsan_finding *f, uint32_t i, const described *d,
                        unsigned which, cause *out) {
  unsigned w = ubsan_width_of (d);
  assert (which < CAUSE_PARTS);
  if (!w || w > 64)
    return;
  uint64_t v = argument (f, i) << (64 - w);
  bool is_signed = d->info & 1;
  out->form[which] = is_signed ? VALUE_SIGNED : VALUE_UNSIGNED;
  out->value[which] =
      is_signed ? (uint64_t) ((int64_t) v >> (64 - w)) : v >> (64 - w);
}

/* A value that is an address, or any number. */
static void show_number (uint64_t v, value_form form, unsigned which,
                         cause *out) {
  out->form[which] = (uint8_t) form;
  out->value[which] = v;
}

/* Handlers, by what they say. */

static cause say_sum (ubsan_finding *f, const char *sign) {
  described d = type_at (f, DATA_TYPE);
  cause c = {.reason = WHY_SUM_TOO_LARGE, .text = {d.name, sign}};
  ubsan_show (f, 1, &d, 0, &c);
  ubsan_show (f, 2, &d, 1, &c);
  return c;
}

static cause say_add (ubsan_finding *f) { return say_sum (f, "+"); }
static cause say_sub (ubsan_finding *f) { return say_sum (f, "-"); }
static cause say_mul (ubsan_finding *f) { return say_sum (f, "*"); }

static cause say_one (ubsan_finding *f, end_reason why) {
  described d = type_at (f, DATA_TYPE);
  cause c = cause_about (why, d.name);
  ubsan_show (f, 1, &d, 0, &c);
  return c;
}

static cause say_div (ubsan_finding *f) {
  return argument (f, 2) ? say_sum (f, "/") : say_one (f, WHY_DIVIDED_BY_ZERO);
}

static cause say_negate (ubsan_finding *f) {
  return say_one (f, WHY_NEGATED_TOO_LARGE);
}

static cause say_shift (ubsan_finding *f) {
  described left = type_at (f, DATA_TYPE), right = type_at (f, DATA_OTHER);
  cause c = cause_about (WHY_SHIFTED, left.name);
  ubsan_show (f, 1, &left, 0, &c);
  ubsan_show (f, 2, &right, 1, &c);
  return c;
}

static cause say_index (ubsan_finding *f) {
  described array = type_at (f, DATA_TYPE), index = type_at (f, DATA_OTHER);
  cause c = cause_about (WHY_INDEX, array.name);
  ubsan_show (f, 1, &index, 0, &c);
  return c;
}

/* What is done through the pointer: clang's numbers. */
static const char *const uses[] = {
    "load",        "store",       "reference", "member access",
    "member call", "constructor", "downcast",  "downcast",
    "upcast",      "upcast",      "nonnull",   "dynamic operation"};

static cause say_mismatch (ubsan_finding *f) {
  described d = type_at (f, DATA_TYPE);
  uint64_t align = UINT64_C (1) << (peek_number (f, DATA_OTHER, 1) & 63);
  uint64_t use = peek_number (f, DATA_OTHER + 1, 1), at = argument (f, 1);
  const char *what =
      use < sizeof uses / sizeof *uses ? uses[use] : "use of a pointer";
  cause c = {.reason = !at                ? WHY_USE_OF_NULL
                       : at & (align - 1) ? WHY_USE_UNALIGNED
                                          : WHY_USE_WITHOUT_ROOM,
             .text = {d.name, what}};
  show_number (at, VALUE_ADDRESS, 0, &c);
  show_number (align, VALUE_UNSIGNED, 1, &c);
  return c;
}

static cause say_pointer (ubsan_finding *f) {
  uint64_t base = argument (f, 1), result = argument (f, 2);
  cause c = cause_of (base ? WHY_POINTER_WRAPS : WHY_NULL_MOVED);
  if (base) {
    show_number (base, VALUE_ADDRESS, 0, &c);
    show_number (result, VALUE_ADDRESS, 1, &c);
  } else
    show_number (result, VALUE_SIGNED, 0, &c);
  return c;
}

static cause say_bound (ubsan_finding *f) {
  return say_one (f, WHY_ARRAY_BOUND);
}
static cause say_value (ubsan_finding *f) {
  return say_one (f, WHY_INVALID_VALUE);
}

static cause say_float (ubsan_finding *f) {
  described from = type_at (f, DATA_TYPE), to = type_at (f, DATA_OTHER);
  return (cause) {.reason = WHY_FLOAT_TOO_LARGE, .text = {from.name, to.name}};
}

static cause say_conversion (ubsan_finding *f) {
  described from = type_at (f, DATA_TYPE), to = type_at (f, DATA_OTHER);
  uint64_t check = peek_number (f, DATA_OTHER + 8, 1); /* clang's number */
  cause c = {.reason = check < 3 ? WHY_TRUNCATED : WHY_CONVERSION,
             .text = {from.name, to.name}};
  ubsan_show (f, 1, &from, 0, &c);
  ubsan_show (f, 2, &to, 1, &c);
  return c;
}

static cause say_builtin (ubsan_finding *f) {
  return cause_about (WHY_ZERO_PASSED,
                      peek_number (f, DATA_TYPE, 1) ? "clz" : "ctz");
}

static cause say_nonnull (ubsan_finding *f) {
  return cause_number (WHY_ARGUMENT_NULL, peek_number (f, 32, 4));
}

static cause say_returned (ubsan_finding *f) {
  (void) f;
  return cause_of (WHY_RESULT_NULL);
}

static cause say_missing (ubsan_finding *f) {
  (void) f;
  return cause_of (WHY_NO_RESULT);
}

/* What a handler reports may be of several kinds: the values tell. */
static fault_kind kind_told (const ubsan_finding *f, fault_kind said,
                             const cause *why) {
  if (why->reason == WHY_USE_OF_NULL)
    return FAULT_NULL_POINTER;
  if (why->reason == WHY_USE_WITHOUT_ROOM)
    return FAULT_OUT_OF_BOUNDS;
  bool is_sum = why->reason == WHY_SUM_TOO_LARGE;
  if (said == FAULT_DIVISION_BY_ZERO && is_sum)
    return FAULT_SIGNED_OVERFLOW;
  if (said == FAULT_SIGNED_OVERFLOW && f->data) {
    described d = type_at (f, DATA_TYPE);
    return d.kind == TYPE_INTEGER && !(d.info & 1) ? FAULT_UNSIGNED_OVERFLOW
                                                   : said;
  }
  return said;
}

/* By how their names start. */
typedef struct handler {
  const char *start;
  fault_kind kind;
  cause (*say) (ubsan_finding *); /* NULL: the name says it */
} handler;

static const handler handlers[] = {
    {"add_overflow", FAULT_SIGNED_OVERFLOW, say_add},
    {"sub_overflow", FAULT_SIGNED_OVERFLOW, say_sub},
    {"mul_overflow", FAULT_SIGNED_OVERFLOW, say_mul},
    {"negate_overflow", FAULT_SIGNED_OVERFLOW, say_negate},
    {"divrem_overflow", FAULT_DIVISION_BY_ZERO, say_div},
    {"shift_out_of_bounds", FAULT_OVERSHIFT, say_shift},
    {"out_of_bounds", FAULT_OUT_OF_BOUNDS, say_index},
    {"local_out_of_bounds", FAULT_OUT_OF_BOUNDS, NULL},
    {"builtin_unreachable", FAULT_UNREACHABLE, NULL},
    {"missing_return", FAULT_UNREACHABLE, say_missing},
    {"type_mismatch", FAULT_MISALIGNED, say_mismatch},
    {"pointer_overflow", FAULT_POINTER_OVERFLOW, say_pointer},
    {"vla_bound_not_positive", FAULT_BAD_ARRAY_SIZE, say_bound},
    {"float_cast_overflow", FAULT_CONVERSION, say_float},
    {"load_invalid_value", FAULT_INVALID_VALUE, say_value},
    {"implicit_conversion", FAULT_CONVERSION, say_conversion},
    {"invalid_builtin", FAULT_INVALID_VALUE, say_builtin},
    {"nonnull_arg", FAULT_NULL_ARGUMENT, say_nonnull},
    {"nonnull_return", FAULT_NULL_ARGUMENT, say_returned},
    {"nullability_arg", FAULT_NULL_ARGUMENT, say_nonnull},
    {"nullability_return", FAULT_NULL_ARGUMENT, say_returned},
};

static const handler *find_handler (const char *name) {
  static const handler other = {"", FAULT_UNDEFINED, NULL};
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
    if (!strncmp (name, handlers[i].start, strlen (handlers[i].start)))
      return &handlers[i];
  return &other;
}

step builtin_ubsan (called_builtin *c) {
  static const char prefix[] = "__ubsan_handle_";
  const char *name = call_name (c);
  if (name && !strncmp (name, prefix, sizeof prefix - 1))
    name += sizeof prefix - 1;
  const handler *h = find_handler (name ? name : "");
  word data = call_arg (c, 0);
  ubsan_finding f = {c, word_is_concrete (data) ? data.bits : 0};
  cause why = h->say && f.data ? h->say (&f)
                               : cause_about (WHY_TEXT, name ? name : "UBSan");
  return machine_fault (c->m, c->s, kind_told (&f, h->kind, &why), why);
}
