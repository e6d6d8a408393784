/* Functions that nobody defines.
 *
 * With concrete arguments a few of them are called in this process: pure ones
 * that are known by name, on numbers and on strings of the program's memory.
 * Nothing that touches files, processes, memory or anything else of ours is
 * among them. All others give a fresh input of the width of the result. Those
 * for which that is not enough have got a body (program/undefined.h).
 *
 * One that does not return ends the path: natively the program ends there, or
 * goes on where we cannot know.
 */

#include "base/bits.h"
#include "machine/builtin.h"
#include "term/ieee.h"

#include <dlfcn.h>
#include <ffi.h>

#define MAX_ARGUMENTS 8

typedef struct foreign_entry {
  uint32_t function;
  uint64_t calls;
  bool is_native;
} foreign_entry;

struct foreign {
  map place; /* function + 1 -> place in 'entries' + 1 */
  VEC (foreign_entry) entries;
};

/* Which may be called. */

/* Functions of libm on numbers alone, without the suffix of the type. */
static const char *const numeric[] = {
    "acos",      "acosh",     "asin",  "asinh",     "atan",    "atan2",
    "atanh",     "cbrt",      "ceil",  "cos",       "cosh",    "copysign",
    "erf",       "erfc",      "exp",   "exp2",      "expm1",   "fabs",
    "fdim",      "floor",     "fma",   "fmax",      "fmin",    "fmod",
    "hypot",     "ilogb",     "ldexp", "llrint",    "llround", "log",
    "log10",     "log1p",     "log2",  "logb",      "lrint",   "lround",
    "nearbyint", "nextafter", "pow",   "remainder", "rint",    "round",
    "scalbln",   "scalbn",    "sin",   "sinh",      "sqrt",    "tan",
    "tanh",      "tgamma",    "trunc"};

/* Others: 's' is a string that ends, '.' a number. The result of the last
 * group points into the first string, or nowhere.
 */
static const struct known {
  const char *name, *arguments;
  bool gives_pointer;
} others[] = {
    {"abs", ".", false},           {"labs", ".", false},
    {"llabs", ".", false},         {"isalnum", ".", false},
    {"isalpha", ".", false},       {"isblank", ".", false},
    {"iscntrl", ".", false},       {"isdigit", ".", false},
    {"isgraph", ".", false},       {"islower", ".", false},
    {"isprint", ".", false},       {"ispunct", ".", false},
    {"isspace", ".", false},       {"isupper", ".", false},
    {"isxdigit", ".", false},      {"tolower", ".", false},
    {"toupper", ".", false},       {"ffs", ".", false},
    {"ffsl", ".", false},          {"ffsll", ".", false},
    {"atof", "s", false},          {"atoi", "s", false},
    {"atol", "s", false},          {"atoll", "s", false},
    {"strlen", "s", false},        {"strcmp", "ss", false},
    {"strncmp", "ss.", false},     {"strcasecmp", "ss", false},
    {"strncasecmp", "ss.", false}, {"strspn", "ss", false},
    {"strcspn", "ss", false},      {"strchr", "s.", true},
    {"strrchr", "s.", true},       {"strstr", "ss", true},
    {"strpbrk", "ss", true},
};

/* Output goes nowhere without a libc, and is said to have worked. */
static const char *const outputs[] = {"printf", "fprintf", "puts",   "putchar",
                                      "fputs",  "fputc",   "putc",   "fwrite",
                                      "fflush", "perror",  "vprintf"};

static bool is_among (const char *name, const char *const *list, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp (name, list[i]))
      return true;
  return false;
}

#define IS_AMONG(NAME, LIST) \
  is_among (NAME, LIST, sizeof (LIST) / sizeof *(LIST))

static bool is_numeric (const char *name) {
  char base[32];
  size_t len = strlen (name);
  if (!len || len >= sizeof base)
    return false;
  memcpy (base, name, len + 1);
  if (IS_AMONG (base, numeric))
    return true;
  if (base[len - 1] != 'f')
    return false;
  base[len - 1] = 0;
  return IS_AMONG (base, numeric);
}

static bool find_known (const function *f, struct known *out) {
  static const char numbers[] = "........";
  if (f->is_vararg || f->n_params > MAX_ARGUMENTS || f->n_results != 1)
    return false;
  if (is_numeric (f->name)) {
    *out =
        (struct known) {f->name, numbers + MAX_ARGUMENTS - f->n_params, false};
    return true;
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp (f->name, others[i].name)) {
      *out = others[i];
      return strlen (out->arguments) == f->n_params;
    }
  return false;
}

/* Native calls. */

#define PARAM_FLOAT 128u

typedef struct native_call {
  ffi_type *type[MAX_ARGUMENTS];
  void *value[MAX_ARGUMENTS];
  uint64_t word[MAX_ARGUMENTS];
  char_vec text[MAX_ARGUMENTS]; /* copies of strings */
  ffi_type *result;
} native_call;

static ffi_type *type_of (unsigned width, bool is_float) {
  if (is_float)
    return width == 32   ? &ffi_type_float
           : width == 64 ? &ffi_type_double
                         : NULL;
  switch (width) {
  case 8:
    return &ffi_type_sint8;
  case 16:
    return &ffi_type_sint16;
  case 32:
    return &ffi_type_sint32;
  case 64:
    return &ffi_type_sint64;
  default:
    return NULL;
  }
}

/* Up to and with the zero; false: there is none, or something symbolic. */
static bool copy_string (memory *mem, const object *o, uint64_t at,
                         char_vec *out) {
  stretch r;
  for (; at < o->size; at += r.n) {
    r = object_stretch (o, at, o->size - at);
    const uint8_t *end = memchr (r.bytes, 0, r.n);
    uint64_t n = end ? (uint64_t) (end - r.bytes) + 1 : r.n;
    if (!object_is_concrete (o, at, n))
      return false;
    text_add (mem, out, (const char *) r.bytes, n);
    if (end)
      return true;
  }
  return false;
}

/* A string that is concrete and ends within its object. */
static bool find_string (machine *m, const state *s, uint64_t address,
                         native_call *c, uint32_t i) {
  uint32_t slot = address_slot (address);
  const object *o =
      slot && slot < ADDRESS_SLOTS ? space_find (s->space, slot) : NULL;
  if (!o)
    return false;
  machine_touch (m, o); /* its size matters, too */
  if (o->size_term.id || address - o->address >= o->size)
    return false;
  if (!copy_string (m->mem, o, address - o->address, &c->text[i]))
    return false;
  c->word[i] = (uint64_t) (uintptr_t) c->text[i].data;
  return true;
}

static bool foreign_prepare (machine *m, const state *s, const function *f,
                             const struct known *k, const word *argument,
                             native_call *c) {
  *c = (native_call) {.result = type_of (f->result_width, f->returns_float)};
  for (uint32_t i = 0; i < f->n_params; i++) {
    if (!word_is_concrete (argument[i]))
      return false;
    c->word[i] = argument[i].bits;
    if (k->arguments[i] == 's' && !find_string (m, s, argument[i].bits, c, i))
      return false;
    c->type[i] =
        type_of (f->param[i] & ~PARAM_FLOAT, f->param[i] & PARAM_FLOAT);
    c->value[i] = &c->word[i];
    if (!c->type[i])
      return false;
  }
  return c->result;
}

/* The table of ctype has room for EOF and the bytes only. */
static bool is_safe (const struct known *k, const native_call *c) {
  bool is_ctype = !strncmp (k->name, "is", 2) || !strncmp (k->name, "to", 2);
  int32_t x = (int32_t) c->word[0];
  return !is_ctype || (x >= -1 && x <= 255);
}

/* From the address of a copy back to the program's. */
static uint64_t mapped_back (const native_call *c, word first,
                             uint64_t native) {
  assert (!native || native - c->word[0] < c->text[0].len);
  return native ? native - c->word[0] + first.bits : 0;
}

static bool call_symbol (const function *f, native_call *c, uint64_t *out) {
  ffi_cif cif;
  void *symbol = dlsym (RTLD_DEFAULT, f->name);
  if (!symbol || ffi_prep_cif (&cif, FFI_DEFAULT_ABI, f->n_params, c->result,
                               c->type) != FFI_OK)
    return false;
  union {
    ffi_arg word;
    float f;
    double d;
    uint64_t bits;
  } result = {.bits = 0};
  ffi_call (&cif, FFI_FN (symbol), &result, c->value);
  unsigned w = f->result_width;
  *out = result.bits & word_mask (w);
  if (f->returns_float && ieee_is_nan (w, *out))
    *out = ieee_nan (w);
  return true;
}

static bool call_natively (machine *m, const state *s, const function *f,
                           const word *argument, uint64_t *out) {
  static_assert (sizeof (uintptr_t) == 8, "strings are passed as words");
  struct known k;
  native_call c;
  if (!find_known (f, &k))
    return false;
  bool is_done = foreign_prepare (m, s, f, &k, argument, &c) &&
                 is_safe (&k, &c) && call_symbol (f, &c, out);
  if (is_done && k.gives_pointer)
    *out = mapped_back (&c, argument[0], *out);
  for (uint32_t i = 0; i < f->n_params; i++)
    vec_release (m->mem, &c.text[i]);
  return is_done;
}

/* Counts. */

static foreign_entry *entry_of (machine *m, uint32_t f) {
  struct foreign *all = m->foreign;
  if (!all) {
    all = m->foreign = memory_zalloc (m->mem, sizeof *all);
    map_init (&all->place, m->mem);
  }
  uint64_t *at = map_at (&all->place, (uint64_t) f + 1);
  if (!*at) {
    vec_push (m->mem, &all->entries, (foreign_entry) {.function = f});
    *at = all->entries.len;
  }
  return &all->entries.data[*at - 1];
}

void foreign_free (machine *m, struct foreign *all) {
  if (!all)
    return;
  map_release (&all->place);
  vec_release (m->mem, &all->entries);
  memory_free (m->mem, all, sizeof *all);
}

void machine_foreign_calls (const machine *m, void *of, foreign_visit visit) {
  for (size_t i = 0; m->foreign && i < m->foreign->entries.len; i++) {
    const foreign_entry *e = &m->foreign->entries.data[i];
    visit (of, m->prepared[e->function].function->name, e->calls, e->is_native);
  }
}

/* Results. */

/* In a body of program/undefined.c: the path goes on, told. */
step builtin_undefined (called_builtin *c) {
  char_vec name = {0};
  if (!call_text (c, 0, &name))
    return STEP_STOP;
  end_reason why =
      c->which == BUILTIN_UNDEFINED ? WHY_ANY_RESULT : WHY_UNDEFINED_VARIABLE;
  machine_warn (c->m, c->s, cause_about (why, call_keep_text (c, &name)));
  vec_release (c->m->mem, &name);
  return STEP_NEXT;
}

/* By its declaration, or by its name where that does not say so. */
static bool is_last_call (const state *s, const function *f) {
  static const char *const last[] = {"err",          "errx",       "verr",
                                     "verrx",        "quick_exit", "thrd_exit",
                                     "pthread_exit", "xalloc_die"};
  const frame *top = s->top;
  return IS_AMONG (f->name, last) ||
         (top->pc + 1 < top->code->n_insns &&
          top->code->insn[top->pc + 1].op == OP_UNREACHABLE);
}

static step give_input (called_builtin *c, const function *f) {
  unsigned w = call_width (c);
  bool is_output = IS_AMONG (f->name, outputs);
  /* on every path: the first may be carried over */
  machine_warn (
      c->m, c->s,
      cause_about (is_output ? WHY_OUTPUT_UNSEEN : WHY_ANY_RESULT, f->name));
  if (!w || is_output)
    return call_give_bits (c, 0);
  if (f->n_results > 1 || w > 64)
    return machine_unsupported (c->m, c->s,
                                cause_about (WHY_UNDEFINED_RESULT, f->name));
  unsigned bytes = w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : 8;
  const symbolic *y =
      symbolic_new (c->m, c->s, f->name, bytes, NULL, SYMBOLIC_NONDET);
  assert (y && y->n_parts == 1);
  return call_give (c, (word) {.term = y->part[0]});
}

step foreign_call (machine *m, state *s, uint32_t index, const insn *i,
                   uint32_t n, const word *argument) {
  const function *f = m->prepared[index].function;
  assert (!f->has_body && !f->builtin);
  called_builtin c = {m, s, i, BUILTIN_NONE, n, argument};
  uint64_t result;
  if (is_last_call (s, f) || m->context->options.undefined == UNDEFINED_STOP) {
    end_reason why =
        is_last_call (s, f) ? WHY_UNDEFINED_END : WHY_UNDEFINED_CALL;
    machine_cut (m, s, cause_about (why, f->name));
    return STEP_STOP;
  }
  foreign_entry *e = entry_of (m, index);
  e->calls++;
  if (n >= f->n_params && call_natively (m, s, f, argument, &result)) {
    e->is_native = true;
    return call_give_bits (&c, result);
  }
  return give_input (&c, f);
}
