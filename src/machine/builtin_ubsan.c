/* What -fsanitize=undefined calls when it has found something.
 *
 * The first argument of a handler points to what clang knows of the place: its
 * file, line and column in 16 bytes, then the types that matter; values follow
 * as arguments. Here they become one line. Nothing of that is touched: a place
 * that moves changes these data, and nothing of what the program does.
 */

#include "machine/builtin.h"

#include <string.h>

#define DATA_TYPE 16 /* bytes of the place; a pointer to a type */
#define DATA_OTHER 24

enum { TYPE_INTEGER = 0 };

/* Two numbers of 16 bits, then the name of the type in quotes. */
typedef struct described {
  uint16_t kind, info; /* info: lowest bit: signed; log2 of the width above */
  char name[60];
} described;

/* The start of a text of the handler's, to be used once. */
typedef struct finding {
  call *call;
  uint64_t data; /* address, 0: not known */
  char *out;
  size_t room;
} finding;

/* Bytes at an address, as far as they are there. */
static bool peek (const finding *f, uint64_t address, size_t n, void *out) {
  const object *o = space_find (f->call->s->space, address_slot (address));
  uint64_t at = o ? address - o->address : 0;
  memset (out, 0, n);
  if (!o || at >= o->size)
    return false;
  object_get (o, at, o->size - at < n ? o->size - at : n, out);
  return true;
}

static uint64_t peek_number (const finding *f, unsigned offset, size_t n) {
  uint64_t v = 0;
  peek (f, f->data + offset, n, &v);
  return v;
}

/* Without the quotes. */
static described type_at (const finding *f, unsigned offset) {
  described d = {0};
  char text[sizeof d];
  uint64_t at = f->data ? peek_number (f, offset, 8) : 0;
  if (!at || !peek (f, at, sizeof text, text))
    return (described) {.kind = 0xffff, .name = "its type"};
  memcpy (&d.kind, text, 2);
  memcpy (&d.info, text + 2, 2);
  text[sizeof text - 1] = '\0';
  const char *name = text + 4 + (text[4] == '\'');
  snprintf (d.name, sizeof d.name, "%.*s", (int) strcspn (name, "'"), name);
  return d;
}

static unsigned width_of (const described *d) {
  return d->kind == TYPE_INTEGER && d->info >> 1 < 8 ? 1u << (d->info >> 1) : 0;
}

static uint64_t argument (const finding *f, uint32_t i) {
  machine *m = f->call->m;
  word w = call_arg (f->call, i);
  uint64_t v = w.bits;
  if (!word_is_concrete (w))
    m->chooser->value (m->chooser, f->call->s, word_term (m->terms, w, 64),
                       false, "a value to show", &v);
  return v;
}

/* A value of this type as text; what is too wide lies elsewhere. */
typedef struct shown {
  char text[24];
} shown;

static shown show (const finding *f, uint32_t i, const described *d) {
  shown s = {"?"};
  unsigned w = width_of (d);
  if (!w || w > 64)
    return s;
  uint64_t v = argument (f, i) << (64 - w);
  if (d->info & 1)
    snprintf (s.text, sizeof s.text, "%lld", (long long) v >> (64 - w));
  else
    snprintf (s.text, sizeof s.text, "%llu",
              (unsigned long long) v >> (64 - w));
  return s;
}

/* Handlers, by what they say. */

static void say_sum (finding *f, const char *sign) {
  described d = type_at (f, DATA_TYPE);
  snprintf (f->out, f->room, "%s %s %s does not fit in %s",
            show (f, 1, &d).text, sign, show (f, 2, &d).text, d.name);
}

static void say_add (finding *f) { say_sum (f, "+"); }
static void say_sub (finding *f) { say_sum (f, "-"); }
static void say_mul (finding *f) { say_sum (f, "*"); }

static void say_div (finding *f) {
  described d = type_at (f, DATA_TYPE);
  if (argument (f, 2))
    say_sum (f, "/");
  else
    snprintf (f->out, f->room, "%s / 0", show (f, 1, &d).text);
}

static void say_negate (finding *f) {
  described d = type_at (f, DATA_TYPE);
  snprintf (f->out, f->room, "-(%s) does not fit in %s", show (f, 1, &d).text,
            d.name);
}

static void say_shift (finding *f) {
  described left = type_at (f, DATA_TYPE), right = type_at (f, DATA_OTHER);
  snprintf (f->out, f->room, "%s of type %s, shifted by %s",
            show (f, 1, &left).text, left.name, show (f, 2, &right).text);
}

static void say_index (finding *f) {
  described array = type_at (f, DATA_TYPE), index = type_at (f, DATA_OTHER);
  snprintf (f->out, f->room, "index %s of %s", show (f, 1, &index).text,
            array.name);
}

/* What is done through the pointer: clang's numbers. */
static const char *const uses[] = {
    "load",        "store",       "reference", "member access",
    "member call", "constructor", "downcast",  "downcast",
    "upcast",      "upcast",      "nonnull",   "dynamic operation"};

static void say_mismatch (finding *f) {
  described d = type_at (f, DATA_TYPE);
  uint64_t align = UINT64_C (1) << (peek_number (f, DATA_OTHER, 1) & 63);
  uint64_t use = peek_number (f, DATA_OTHER + 1, 1), at = argument (f, 1);
  const char *what =
      use < sizeof uses / sizeof *uses ? uses[use] : "use of a pointer";
  if (!at)
    snprintf (f->out, f->room, "%s of %s at a null pointer", what, d.name);
  else if (at & (align - 1))
    snprintf (f->out, f->room,
              "%s of %s at 0x%llx, which is no multiple of %llu", what, d.name,
              (unsigned long long) at, (unsigned long long) align);
  else
    snprintf (f->out, f->room, "%s of %s at 0x%llx, where no room is for it",
              what, d.name, (unsigned long long) at);
}

static void say_pointer (finding *f) {
  uint64_t base = argument (f, 1), result = argument (f, 2);
  if (!base)
    snprintf (f->out, f->room, "a null pointer is moved, by %lld",
              (long long) result);
  else
    snprintf (f->out, f->room, "pointer 0x%llx becomes 0x%llx",
              (unsigned long long) base, (unsigned long long) result);
}

static void say_bound (finding *f) {
  described d = type_at (f, DATA_TYPE);
  snprintf (f->out, f->room, "an array of %s elements", show (f, 1, &d).text);
}

static void say_float (finding *f) {
  described from = type_at (f, DATA_TYPE), to = type_at (f, DATA_OTHER);
  snprintf (f->out, f->room, "a %s that does not fit in %s", from.name,
            to.name);
}

static void say_value (finding *f) {
  described d = type_at (f, DATA_TYPE);
  snprintf (f->out, f->room, "a %s that is %s", d.name, show (f, 1, &d).text);
}

static void say_conversion (finding *f) {
  described from = type_at (f, DATA_TYPE), to = type_at (f, DATA_OTHER);
  snprintf (f->out, f->room, "%s of type %s becomes %s %s",
            show (f, 1, &from).text, from.name, to.name, show (f, 2, &to).text);
}

static void say_builtin (finding *f) {
  snprintf (f->out, f->room, "zero is passed to __builtin_%s",
            peek_number (f, DATA_TYPE, 1) ? "clz" : "ctz");
}

static void say_nonnull (finding *f) {
  snprintf (f->out, f->room, "argument %llu is null and may not be",
            (unsigned long long) peek_number (f, 32, 4));
}

static void say_returned (finding *f) {
  snprintf (f->out, f->room, "null is returned and may not be");
}

static void say_missing (finding *f) {
  snprintf (f->out, f->room, "the function ends without a value");
}

/* By how their names start. */
typedef struct handler {
  const char *start;
  fault_kind kind;
  void (*say) (finding *); /* NULL: the name says it */
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
    {"type_mismatch", FAULT_UNDEFINED, say_mismatch},
    {"pointer_overflow", FAULT_UNDEFINED, say_pointer},
    {"vla_bound_not_positive", FAULT_UNDEFINED, say_bound},
    {"float_cast_overflow", FAULT_UNDEFINED, say_float},
    {"load_invalid_value", FAULT_UNDEFINED, say_value},
    {"implicit_conversion", FAULT_UNDEFINED, say_conversion},
    {"invalid_builtin", FAULT_UNDEFINED, say_builtin},
    {"nonnull_arg", FAULT_UNDEFINED, say_nonnull},
    {"nonnull_return", FAULT_UNDEFINED, say_returned},
};

static const handler *find_handler (const char *name) {
  static const handler other = {"", FAULT_UNDEFINED, NULL};
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
    if (!strncmp (name, handlers[i].start, strlen (handlers[i].start)))
      return &handlers[i];
  return &other;
}

step builtin_ubsan (call *c) {
  static const char prefix[] = "__ubsan_handle_";
  char text[160] = "";
  const char *name = call_name (c);
  if (name && !strncmp (name, prefix, sizeof prefix - 1))
    name += sizeof prefix - 1;
  const handler *h = find_handler (name ? name : "");
  word data = call_arg (c, 0);
  finding f = {c, word_is_concrete (data) ? data.bits : 0, text, sizeof text};
  if (h->say && f.data)
    h->say (&f);
  return machine_fault (c->m, c->s, h->kind, "%s",
                        text[0] ? text
                        : name  ? name
                                : "UBSan");
}
