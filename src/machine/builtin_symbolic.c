/* Inputs: variables for objects and results, assumptions about them, and
 * questions of the program about its own knowledge.
 *
 * Variables are named after the input: "x" when it is one variable, "x[3]"
 * for the part 3 of several. A name that the path used already gets a number,
 * "x_1". So names depend on the path alone, and two paths that make the same
 * inputs have the same variables.
 */

#include "machine/builtin.h"
#include "machine/floating.h"

#include "program/datatype.h"
#include "term/smt_write.h"
#include "term/unset.h"

#include <inttypes.h>

/* The parts of an input, kept for all paths that make the same one. */
typedef struct symbolic_input {
  const char *base; /* name of the variables, interned */
  uint64_t size;
  const layout *layout;
  uint32_t n;
  const term *part;
  const uint8_t *width;
} symbolic_input;

static bool is_scalar (uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

/* Shapes: the width of every part, lowest address first. */

typedef VEC (uint8_t) width_vec;

static void add_widths (memory *mem, width_vec *out, uint8_t width,
                        uint64_t n) {
  if (!n)
    return;
  vec_reserve (mem, out, out->len + n);
  memset (out->data + out->len, width, n);
  out->len += n;
}

static void symbolic_add_bytes (memory *mem, width_vec *out, uint64_t n) {
  add_widths (mem, out, 1, n);
}

static bool is_array (const layout_run *r, uint64_t size) {
  return is_scalar (r->size) && r->stride == r->size && r->offset < size;
}

static void symbolic_add_run (memory *mem, width_vec *out, const layout_run *r,
                              uint64_t size, uint64_t *at) {
  if (is_array (r, size) && r->offset >= *at) { /* of millions, perhaps */
    uint64_t room = (size - r->offset) / r->size;
    uint64_t n = r->count < room ? r->count : room;
    symbolic_add_bytes (mem, out, n ? r->offset - *at : 0);
    add_widths (mem, out, (uint8_t) r->size, n);
    *at = n ? r->offset + n * r->size : *at;
    return;
  }
  for (uint64_t i = 0; i < r->count; i++) {
    uint64_t start = r->offset + i * r->stride;
    if (start < *at || start >= size || r->size > size - start)
      return;
    symbolic_add_bytes (mem, out, start - *at);
    if (is_scalar (r->size))
      vec_push (mem, out, (uint8_t) r->size);
    else
      symbolic_add_bytes (mem, out, r->size);
    *at = start + r->size;
  }
}

/* What belongs together, as debug information says; the rest is bytes. */

typedef VEC (layout_run) symbolic_runs;

static void runs_of_type (memory *mem, symbolic_runs *out, const datatype *t,
                          uint64_t at) {
  switch (t->kind) {
  case DATATYPE_BYTES:
  case DATATYPE_UNION:
    return;
  case DATATYPE_STRUCT:
    for (uint32_t i = 0; i < t->n; i++)
      if (!t->member[i].bits)
        runs_of_type (mem, out, t->member[i].type, at + t->member[i].at / 8);
    return;
  case DATATYPE_ARRAY: {
    uint64_t each = t->of->size, n = each ? t->size / each : 0;
    size_t first = out->len;
    runs_of_type (mem, out, t->of, at);
    if (out->len == first + 1 && out->data[first].size == each)
      out->data[first].count = n;
    else
      for (uint64_t i = 1; i < n && out->len > first; i++)
        runs_of_type (mem, out, t->of, at + i * each);
    return;
  }
  default:
    if (is_scalar (t->size))
      vec_push (mem, out,
                (layout_run) {at, 1, (uint32_t) t->size, (uint32_t) t->size});
  }
}

static const layout_run one_byte = {0, UINT64_MAX, 1, 1};
static const layout all_bytes = {1, &one_byte};

/* Of a part of an object: bytes, if it is one of an array of those. */
static const layout *layout_of_part (const object *o, uint64_t at,
                                     uint64_t size) {
  const layout *l = o->layout;
  if (!l && o->kind == OBJECT_HEAP)
    return &all_bytes;
  for (uint32_t i = 0; l && i < l->n; i++) {
    const layout_run *r = l->run + i;
    if (r->size == 1 && at >= r->offset && size > 1 &&
        (at + size - r->offset - 1) / r->stride < r->count)
      return &all_bytes;
  }
  return NULL;
}

/* Of a whole object: by its type if that is known, else as the code says. Of
 * memory that was allocated that says nothing: it is bytes.
 */
static const layout *layout_of_object (machine *m, const object *o,
                                       const char *name) {
  datatype t = datatypes_find (m->program ? program_types (m->program) : NULL,
                               name, o->size);
  if (t.kind == DATATYPE_BYTES)
    return o->layout || o->kind != OBJECT_HEAP ? o->layout : &all_bytes;
  uint64_t *known =
      map_at (&m->builtins->layouts,
              hash_mix ((uint64_t) (uintptr_t) name, o->size) | 1);
  if (!*known) {
    symbolic_runs runs = {0};
    runs_of_type (m->mem, &runs, &t, 0);
    layout *l = arena_alloc (&m->builtins->data, sizeof *l);
    *l = all_bytes;
    if (runs.len)
      *l = (layout) {(uint32_t) runs.len,
                     arena_copy (&m->builtins->data, runs.data,
                                 runs.len * sizeof *runs.data)};
    vec_release (m->mem, &runs);
    *known = (uint64_t) (uintptr_t) l;
  }
  return (const layout *) (uintptr_t) *known;
}

static void find_shape (memory *mem, width_vec *out, uint64_t size,
                        const layout *l) {
  uint64_t at = 0;
  if ((!l || !l->n) && is_scalar (size)) {
    vec_push (mem, out, (uint8_t) size);
    return;
  }
  for (uint32_t i = 0; l && i < l->n; i++)
    symbolic_add_run (mem, out, &l->run[i], size, &at);
  assert (at <= size);
  symbolic_add_bytes (mem, out, size - at);
}

/* Names. Brackets are ours. */

static const char *base_name (machine *m, const char *name, uint32_t number) {
  char_vec text = {0};
  text_puts (m->mem, &text, *name ? name : "unnamed");
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] == '[' || text.data[i] == ']')
      text.data[i] = text.data[i] == '[' ? '{' : '}';
  if (number)
    text_printf (m->mem, &text, "_%" PRIu32, number);
  const char *res = machine_text (m, text.data, text.len);
  vec_release (m->mem, &text);
  return res;
}

/* Texts are interned: how often it is the name of an input, times two, plus one
 * if variables have it.
 */
static uint64_t *use_of (struct builtins *b, const char *text) {
  return map_at (&b->uses, (uint64_t) (uintptr_t) text);
}

static void note_use (machine *m, const symbolic *y) {
  *use_of (m->builtins, y->name) += 2;
  if (!y->n_parts)
    return;
  const char *v = term_name (m->terms, y->part[0]);
  *use_of (m->builtins, machine_text (m, v, strcspn (v, "["))) |= 1;
}

/* The names of this path. Those of the path that asked last are at hand: a
 * path that makes millions of inputs does not look through them for each.
 */
static void take_names (machine *m, const state *s) {
  struct builtins *b = m->builtins;
  if (b->named != s || b->named_id != s->id || b->n_named > s->symbolics.len) {
    map_clear (&b->uses);
    b->n_named = 0;
  }
  b->named = s;
  b->named_id = s->id;
  while (b->n_named < s->symbolics.len)
    note_use (m, s->symbolics.data + b->n_named++);
}

static const char *free_name (machine *m, const state *s, const char *name) {
  take_names (m, s);
  uint32_t number = (uint32_t) (*use_of (m->builtins, name) / 2);
  for (;; number++) {
    const char *base = base_name (m, name, number);
    if (!(*use_of (m->builtins, base) & 1))
      return base;
  }
}

/* Inputs. */

/* "[i]": millions of parts have a name. */
static void add_index (memory *mem, char_vec *text, size_t i) {
  char digits[32], *at = digits + sizeof digits;
  *--at = ']';
  do
    *--at = (char) ('0' + i % 10);
  while (i /= 10);
  *--at = '[';
  text_add (mem, text, at, (size_t) (digits + sizeof digits - at));
}

/* Parts between two questions whether the run is over: a few milliseconds. */
#define PARTS_AT_ONCE 16384u

static bool may_go_on (machine *m, state *s, size_t i) {
  return !i || i % PARTS_AT_ONCE || !m->chooser->may_go_on ||
         m->chooser->may_go_on (m->chooser, s);
}

/* False: the state is left at its instruction. */
static bool make_parts (machine *m, state *s, symbolic_input *in) {
  struct builtins *b = m->builtins;
  width_vec shape = {0};
  char_vec text = {0};
  find_shape (m->mem, &shape, in->size, in->layout);
  text_puts (m->mem, &text, in->base);
  size_t i = 0, n = shape.len, name = text.len;
  term *part = arena_alloc (&b->data, n * sizeof *part);
  for (; i < n && may_go_on (m, s, i); i++) {
    text.len = name;
    if (n > 1)
      add_index (m->mem, &text, i);
    part[i] =
        term_var (m->terms, text.data, text.len, sort_bv (shape.data[i] * 8u));
  }
  in->n = (uint32_t) n;
  in->part = part;
  in->width = n ? arena_copy (&b->data, shape.data, n) : NULL;
  vec_release (m->mem, &text, &shape);
  return i == n;
}

/* NULL: the state is left at its instruction. */
static const symbolic_input *find_input (machine *m, state *s, const char *base,
                                         uint64_t size, const layout *l) {
  struct builtins *b = m->builtins;
  uint64_t key = hash_mix ((uint64_t) (uintptr_t) base,
                           hash_mix (size, (uint64_t) (uintptr_t) l));
  for (key |= 1;; key += 2) {
    uint64_t *known = map_at (&b->inputs, key);
    if (!*known) {
      symbolic_input *in = arena_alloc (&b->data, sizeof *in);
      *in = (symbolic_input) {.base = base, .size = size, .layout = l};
      if (!make_parts (m, s, in))
        return NULL;
      *known = (uint64_t) (uintptr_t) in;
    }
    const symbolic_input *in = (const symbolic_input *) (uintptr_t) *known;
    if (in->base == base && in->size == size && in->layout == l)
      return in;
  }
}

static term constant_of (machine *m, const uint8_t *bytes, uint8_t n) {
  uint64_t v = 0;
  for (uint8_t i = 0; i < n && bytes; i++)
    v |= (uint64_t) bytes[i] << 8 * i;
  return term_bv (m->terms, 8u * n, v);
}

const given_input *given_find (uint32_t n, const given_input *all,
                               const state *s, size_t i, const char *name) {
  size_t before = 0;
  assert (i <= s->symbolics.len);
  if (!n || !all[0].name)
    return i < n ? all + i : NULL;
  for (size_t k = 0; k < i; k++)
    before += !strcmp (s->symbolics.data[k].name, name);
  for (uint32_t k = 0; k < n; k++)
    if (!strcmp (all[k].name, name) && !before--)
      return all + k;
  return NULL;
}

/* Constants in place of variables: what was given for this input. */
static symbolic_input take_given (machine *m, const state *s, const char *name,
                                  uint64_t size) {
  const given_input *from =
      given_find (m->n_given, m->given, s, s->symbolics.len, name);
  const uint8_t *bytes = from && from->size == size ? from->bytes : NULL;
  uint8_t each = is_scalar (size) ? (uint8_t) size : 1;
  symbolic_input in = {.n = (uint32_t) (size / each)};
  term *part = arena_alloc (&m->builtins->data, in.n * sizeof *part);
  uint8_t *width = arena_alloc (&m->builtins->data, in.n);
  for (uint32_t k = 0; k < in.n; k++) {
    part[k] = constant_of (m, bytes ? bytes + k * each : NULL, each);
    width[k] = each;
  }
  in.part = part;
  in.width = width;
  return in;
}

/* The second of two versions gets the inputs of the first, those of a name in
 * their order.
 */
static symbolic *find_again (state *s, const char *name, uint64_t size) {
  for (size_t i = 0; s->versus.half && i < s->symbolics.len; i++) {
    symbolic *y = s->symbolics.data + i;
    if (y->is_taken || y->name != name || y->size != size)
      continue;
    y->is_taken = true;
    return y;
  }
  return NULL;
}

const symbolic *symbolic_new (machine *m, state *s, const char *name,
                              uint64_t size, const layout *l,
                              symbolic_what what) {
  name = machine_text (m, name, strlen (name));
  symbolic *again = find_again (s, name, size);
  if (again)
    return again;
  symbolic_input given;
  const symbolic_input *in = &given;
  if (m->given)
    given = take_given (m, s, name, size);
  else
    in = find_input (m, s, free_name (m, s, name), size, l);
  if (!in) {
    assert (size > 8);
    return NULL;
  }
  m->n_symbolics++;
  vec_push (m->mem, &s->symbolics,
            (symbolic) {.name = name,
                        .size = size,
                        .part = in->part,
                        .width = in->width,
                        .n_parts = in->n,
                        .what = (uint8_t) what,
                        .is_taken = s->versus.half != 0});
  return &vec_last (&s->symbolics);
}

/* An object. */

bool symbolic_write (machine *m, state *s, object *o, uint64_t at,
                     const symbolic *y) {
  const uint64_t end = at + y->size;
  for (uint32_t i = 0; i < y->n_parts; i++) {
    if (!may_go_on (m, s, i))
      return false;
    object_write (o, m->mem, m->terms, at, y->width[i] * 8u, 0, y->part[i]);
    at += y->width[i];
  }
  assert (at == end); /* parts cover the input */
  (void) end;
  return true;
}

static cause two_numbers (end_reason why, value_form form, uint64_t a,
                          uint64_t b) {
  return (cause) {
      .reason = why, .form = {(uint8_t) form, (uint8_t) form}, .value = {a, b}};
}

static step make_symbolic (called_builtin *c, uint64_t address, uint64_t size,
                           const char *name) {
  machine *m = c->m;
  access a;
  step st = access_resolve (m, c->s, word_of (address), 0, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  bool is_whole = !a.offset && size == a.object->size;
  bool is_strict = m->context->options.klee && !is_whole;
  if (is_strict && a.offset)
    return machine_fault (m, c->s, FAULT_BAD_INTRINSIC,
                          cause_of (WHY_SYMBOLIC_INSIDE));
  if (is_strict || size > a.object->size - a.offset)
    return machine_fault (m, c->s, FAULT_BAD_INTRINSIC,
                          two_numbers (WHY_SYMBOLIC_TOO_LARGE, VALUE_UNSIGNED,
                                       size, a.object->size - a.offset));
  if (!is_whole)
    machine_warn (m, c->s, cause_of (WHY_PART_SYMBOLIC));
  name = machine_text (m, name, strlen (name));
  const layout *l = is_whole ? layout_of_object (m, a.object, name)
                             : layout_of_part (a.object, a.offset, size);
  const symbolic *y = symbolic_new (m, c->s, name, size, l, SYMBOLIC_OBJECT);
  if (!y)
    return STEP_STOP;
  if (symbolic_write (m, c->s, a.object, a.offset, y))
    return STEP_NEXT;
  if (y->is_taken)
    ((symbolic *) y)->is_taken = false;
  else
    c->s->symbolics.len--; /* it is made when the path goes on */
  return STEP_STOP;
}

/* None at all is "unnamed", as an empty one is. NULL: the state stopped. */
static const char *input_name (called_builtin *c, uint32_t i) {
  word at = call_arg (c, i);
  bool is_none = c->n <= i || (word_is_concrete (at) && !at.bits);
  const char *name = is_none ? "" : call_text (c, i);
  if (!name || *name)
    return name;
  if (c->m->context->options.klee && c->which == BUILTIN_MAKE_SYMBOLIC)
    call_warn (c, 0, "klee_make_symbolic: renamed empty name to \"unnamed\"");
  return "unnamed";
}

step builtin_make_symbolic (called_builtin *c) {
  static const char why[] = "klee_make_symbolic argument";
  uint64_t address, size;
  if (c->m->context->options.klee && c->n != 3)
    return call_refuse (c, "Incorrect number of arguments to "
                           "klee_make_symbolic(void*, size_t, char*)");
  if (!call_number (c, 0, why, &address) || !call_number (c, 1, why, &size))
    return STEP_STOP;
  const char *name = input_name (c, 2);
  const object *o = space_find (c->s->space, address_slot (address));
  if (name && c->m->context->options.klee && o && o->is_constant)
    return call_refuse (c, "cannot make readonly object symbolic");
  return name ? make_symbolic (c, address, size, name) : STEP_STOP;
}

/* Numbers. */

static term fresh (called_builtin *c, const char *name, unsigned bytes,
                   symbolic_what what) {
  const symbolic *y = symbolic_new (c->m, c->s, name, bytes, NULL, what);
  assert (y && y->n_parts == 1);
  return y->part[0];
}

static bool symbolic_assume (called_builtin *c, term t) {
  return c->m->chooser->assume (c->m->chooser, c->s, t, NULL);
}

static term within (terms *ts, term x, int32_t low, int32_t high) {
  assert (low < high);
  term end = term_bv (ts, 32, (uint32_t) high);
  if (!low)
    return term_binary (ts, KIND_BV_ULT, x, end);
  term start = term_bv (ts, 32, (uint32_t) low);
  return term_and (ts, term_binary (ts, KIND_BV_SLE, start, x),
                   term_binary (ts, KIND_BV_SLT, x, end));
}

step builtin_range (called_builtin *c) {
  static const char why[] = "klee_range argument";
  uint64_t low, high;
  if (!call_number (c, 0, why, &low) || !call_number (c, 1, why, &high))
    return STEP_STOP;
  int32_t start = (int32_t) low, end = (int32_t) high;
  if (start >= end && c->m->context->options.klee)
    return call_refuse (c, "invalid range");
  if (start >= end)
    return machine_fault (c->m, c->s, FAULT_BAD_INTRINSIC,
                          two_numbers (WHY_RANGE_EMPTY, VALUE_SIGNED,
                                       (uint64_t) (int64_t) start,
                                       (uint64_t) (int64_t) end));
  if (start + 1 == end)
    return call_give_bits (c, (uint32_t) start);
  const char *name = input_name (c, 2);
  if (!name)
    return STEP_STOP;
  term x = fresh (c, name, 4, SYMBOLIC_RANGE);
  if (!symbolic_assume (c, within (c->m->terms, x, start, end)))
    return call_end_silently (c);
  return call_give (c, (word) {.term = x});
}

step builtin_int (called_builtin *c) {
  const char *name = input_name (c, 0);
  if (!name)
    return STEP_STOP;
  return call_give (c, (word) {.term = fresh (c, name, 4, SYMBOLIC_RANGE)});
}

step builtin_choose (called_builtin *c) {
  terms *ts = c->m->terms;
  term n = word_term (ts, call_arg (c, 0), 64);
  term x = fresh (c, "klee_choose", 8, SYMBOLIC_RANGE);
  if (!symbolic_assume (c, term_binary (ts, KIND_BV_ULT, x, n)))
    return call_end_silently (c);
  return call_give (c, (word) {.term = x});
}

/* A bool has one bit of its byte; the others are zero on this path. */
static step give_narrow (called_builtin *c, term x, unsigned w) {
  terms *ts = c->m->terms;
  assert (w < term_width (ts, x));
  term top = term_bv (ts, term_width (ts, x), word_mask (w));
  if (!symbolic_assume (c, term_binary (ts, KIND_BV_ULE, x, top)))
    return call_end_silently (c);
  return call_give (c, (word) {.term = x});
}

static const char *nondet_name (const called_builtin *c) {
  static const char prefix[] = "__VERIFIER_nondet_";
  const char *name = call_name (c);
  if (!name || strncmp (name, prefix, sizeof prefix - 1))
    return "nondet";
  return name + sizeof prefix - 1;
}

step builtin_nondet (called_builtin *c) {
  const char *name = nondet_name (c);
  unsigned w = call_width (c);
  if (!w)
    return STEP_NEXT;
  if (w > 64)
    return machine_unsupported (
        c->m, c->s,
        (cause) {.reason = WHY_INPUT_WIDTH,
                 .form = {VALUE_UNSIGNED},
                 .text = {machine_text (c->m, name, strlen (name))},
                 .value = {w}});
  unsigned bytes = w <= 8 ? 1 : w <= 16 ? 2 : w <= 32 ? 4 : 8;
  term x = fresh (c, name, bytes, SYMBOLIC_NONDET);
  if (w < bytes * 8)
    return give_narrow (c, x, w);
  if (!strcmp (name, "bool"))
    return give_narrow (c, x, 1);
  return call_give (c, (word) {.term = x});
}

/* Assumptions. */

/* STEP_NEXT, or STEP_STOP: the path waits, or 'is_false'. */
static step assume_argument (called_builtin *c, bool *is_false) {
  chooser *by = c->m->chooser;
  term t = call_is_true (c, 0);
  bool waits = false;
  if (!term_eq (t, TERM_FALSE) && by->assume (by, c->s, t, &waits))
    return STEP_NEXT;
  *is_false = !waits && c->s->end.kind == END_NONE;
  return STEP_STOP;
}

step builtin_assume (called_builtin *c) {
  bool is_false = false;
  step st = assume_argument (c, &is_false);
  if (!is_false)
    return st;
  return machine_fault (c->m, c->s, FAULT_BAD_ASSUMPTION,
                        cause_about (WHY_TEXT, "klee_assume"));
}

step builtin_assume_silently (called_builtin *c) {
  bool is_false = false;
  step st = assume_argument (c, &is_false);
  return is_false ? call_end_silently (c) : st;
}

/* What a test is to look like: nothing of the path depends on it. */
step builtin_prefer (called_builtin *c) {
  term t = call_is_true (c, 1);
  if (!term_is_const (c->m->terms, t))
    vec_push (c->m->mem, &c->s->preferred, t);
  return call_give_bits (c, 0);
}

/* Questions. */

step builtin_get_value (called_builtin *c) {
  word v = call_arg (c, 0);
  if (word_is_concrete (v))
    return call_give (c, v);
  uint64_t out;
  chooser *ch = c->m->chooser;
  term t = word_bits (c->m->terms, v.term);
  if (!ch->value (ch, c->s, t, false, "klee_get_value", &out))
    return machine_unsupported (
        c->m, c->s,
        cause_about (WHY_UNSUPPORTED, "klee_get_value: none is known"));
  c->s->is_seen = true;
  return call_give_bits (c, out);
}

step builtin_is_symbolic (called_builtin *c) {
  return call_give_bits (c, !word_is_concrete (call_arg (c, 0)));
}

step builtin_is_concrete (called_builtin *c) {
  return call_give_bits (c, word_is_concrete (call_arg (c, 0)));
}

step builtin_clean (called_builtin *c) {
  word v = call_arg (c, 0);
  if (!word_is_concrete (v) && term_has_unset (c->m->terms, v.term))
    v = word_from (c->m->terms, unset_clean (c->m->unset, v.term));
  return call_give (c, v);
}

step builtin_is_double (called_builtin *c) {
  word x;
  return call_give_bits (c, float_narrow (c->m, call_arg (c, 0), &x));
}

step builtin_concrete (called_builtin *c) {
  uint64_t out;
  if (!call_number (c, 0, "C library value", &out))
    return STEP_STOP;
  return call_give_bits (c, out);
}

void call_print_word (const called_builtin *c, word v, char_vec *out) {
  const state *s = c->s;
  terms *ts = c->m->terms;
  const extension *x = c->m->context->extension;
  if (word_is_concrete (v))
    text_printf (c->m->mem, out, "%" PRIu64, v.bits);
  else if (!x || !x->write_term ||
           !x->write_term (c->m->mem, out, ts, s->symbolics.len,
                           s->symbolics.data, v.term))
    smt_write_term (c->m->mem, out, ts, v.term);
}

step builtin_print_expr (called_builtin *c) {
  memory *mem = c->m->mem;
  char_vec text = {0};
  const char *name = call_text (c, 0);
  if (!name)
    return STEP_STOP;
  text_printf (mem, &text, "%s:", name);
  for (uint32_t i = 1; i < c->n; i++) {
    text_puts (mem, &text, i > 1 ? " " : "");
    call_print_word (c, c->arg[i], &text);
  }
  log_info (&c->m->context->log, "%s", text_c (mem, &text));
  vec_release (mem, &text);
  return STEP_NEXT;
}

/* x:x ~= 4 (in [0, 9]) */
step builtin_print_range (called_builtin *c) {
  memory *mem = c->m->mem;
  chooser *ch = c->m->chooser;
  word v = call_arg (c, 1);
  uint64_t value;
  const char *name = call_text (c, 0);
  char_vec text = {0};
  if (!name)
    return STEP_STOP;
  text_printf (mem, &text, "%s:", name);
  call_print_word (c, v, &text);
  if (!word_is_concrete (v)) {
    terms *ts = c->m->terms;
    term t = word_bits (ts, v.term);
    uint64_t mask = word_mask (sort_width (term_sort (ts, t)));
    uint64_t high = machine_bound (c->m, c->s, t);
    uint64_t low =
        mask - machine_bound (c->m, c->s, term_unary (ts, KIND_BV_NOT, t));
    if (!ch->value (ch, c->s, t, false, "klee_print_range", &value))
      value = low;
    text_printf (mem, &text, low == high ? " == %" PRIu64 : " ~= %" PRIu64,
                 value);
    if (low != high)
      text_printf (mem, &text, " (in [%" PRIu64 ", %" PRIu64 "])", low, high);
  }
  log_info (&c->m->context->log, "%s", text_c (mem, &text));
  vec_release (mem, &text);
  return STEP_NEXT;
}
