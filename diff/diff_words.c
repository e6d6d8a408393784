/* What differs between two outcomes, in words: the end if it is another one,
 * else the parts that are.
 */

#include "base/grouped.h"
#include "diff/diffing.h"
#include "machine/arranging.h"
#include "suite/outcome_text.h"

#include <inttypes.h>

static const outcome_part *end_of (const outcome *o) {
  assert (o->n && o->part[o->n - 1].what == OUTCOME_END);
  return o->part + o->n - 1;
}

static bool is_exit (const outcome *o) {
  return !strcmp (end_of (o)->name, "exit");
}

const char *fault_words (const char *name) {
  for (int k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
    if (!strcmp (fault_name ((fault_kind) k), name))
      return fault_text ((fault_kind) k);
  return name;
}

/* A function that returns says more than that the program exits. */
static void print_end (const datatypes *types, const outcome *o,
                       char_vec *out) {
  const outcome_part *res = outcome_find (o, OUTCOME_RETURN, "");
  const outcome_part *end = end_of (o);
  if (!is_exit (o) && end->n)
    text_printf (NULL, out, "is killed by %.*s", (int) end->n, end->bytes);
  else if (!is_exit (o))
    text_printf (NULL, out, "faults: %s", fault_words (end->name));
  else if (res && res->size)
    outcome_print_part (types, o, res, TYPED_SHORT, out);
  else if (res)
    text_puts (NULL, out, "returns");
  else {
    text_puts (NULL, out, "exits with ");
    outcome_print_value (NULL, o, end_of (o), TYPED_SHORT, out);
  }
}

static const char *without (const char *prefix, const char *text) {
  size_t n = strlen (prefix);
  return strncmp (text, prefix, n) != 0 ? text : text + n;
}

/* "faults: division by zero; before: returns 3", "exits with 4, was 3" */
static const char *join_ends (const char *does, const char *did, arena *to) {
  const char *number = without ("exits with ", did);
  if (number > did && without ("exits with ", does) > does)
    return arena_printf (to, "%s, was %s", does, number);
  return arena_printf (to, "%s; before: %s", does, without ("faults: ", did));
}

static const char *kept (const char_vec *text, arena *to) {
  return arena_string (to, text->data, text->len);
}

/* The kind of the first part that is not the same. */
static const char *kind_of_change (const outcome *a, const outcome *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    const outcome_part *p = a->part + i;
    const outcome_part *q = outcome_counterpart (a, p, b);
    if (p->what != OUTCOME_OBJECT && (!q || !outcome_part_is_same (p, q)))
      return outcome_what_name ((outcome_what) p->what);
  }
  return outcome_what_name (OUTCOME_OBJECT);
}

/* What looks the same is told by its bits: there is more than one NaN, and
 * names of an enumeration may have other values. What a pointer leads to may
 * have room for more, or say something behind the end of a text.
 */
static const outcome_part *behind_result (const outcome *o) {
  const outcome_part *p = outcome_find (o, OUTCOME_RETURN, "");
  return p && p->n_pointers == 1 ? outcome_pointee (o, p->pointer) : NULL;
}

/* The first byte that is another one; its size: there is none. */
static uint32_t other_byte (const outcome_part *a, const outcome_part *b) {
  uint32_t i = 0;
  while (i < a->n && outcome_is_known (a, i) == outcome_is_known (b, i) &&
         a->bytes[i] == b->bytes[i])
    i++;
  return i;
}

/* Of the first pointer that leads to another place of the same. */
static const outcome_pointer *other_place (const outcome *o,
                                           const outcome *other) {
  for (uint32_t i = 0; i < o->n && i < other->n; i++)
    for (uint32_t k = 0;
         k < o->part[i].n_pointers && k < other->part[i].n_pointers; k++)
      if (o->part[i].pointer[k].offset != other->part[i].pointer[k].offset)
        return o->part[i].pointer + k;
  return NULL;
}

static void add_bits (const outcome *o, const outcome *other, char_vec *out) {
  const outcome_pointer *to_other = other_place (o, other);
  if (to_other)
    text_printf (NULL, out, " (at byte %" PRId64 ")", to_other->offset);
  if (to_other)
    return;
  const outcome_part *p = outcome_find (o, OUTCOME_RETURN, "");
  uint64_t bits = 0;
  const outcome_part *to = behind_result (o), *like = behind_result (other);
  bool is_sized = to && like && to->size == like->size && to->n == like->n;
  uint32_t i = is_sized ? other_byte (to, like) : 0;
  if (is_sized && i < to->n && outcome_is_known (to, i))
    text_printf (NULL, out, " with 0x%02x at %u", to->bytes[i], i);
  else if (is_sized && i < to->n)
    text_printf (NULL, out, " with nothing at %u", i);
  else if (to)
    text_printf (NULL, out, " in a block of %" PRIu64 " byte%s", to->size,
                 plural (to->size));
  if (to || !p || p->n > sizeof bits)
    return;
  memcpy (&bits, p->bytes, p->n);
  text_printf (NULL, out, " (0x%" PRIx64 ")", bits);
}

/* What is behind pointers of pointers is told where it differs, by the type
 * that debug information has for the pointer to it.
 */

#define MOST_STEPS 8 /* of a chain whose types are followed */

static const outcome_part *object_at (const outcome *o, uint32_t k) {
  const outcome_pointer to = {.kind = POINTEE_PART, .part = k};
  return outcome_pointee (o, &to);
}

static const datatype *type_of_object (const datatypes *, const outcome *,
                                       uint32_t k, int steps);

/* Of what this pointer leads to; NULL: not known. */
static const datatype *type_behind (const datatypes *types, const outcome *o,
                                    const outcome_part *p,
                                    const outcome_pointer *x, int steps) {
  const datatype *in = NULL;
  uint32_t k = 0;
  if (p->what == OUTCOME_RETURN && p->n_pointers == 1)
    return datatypes_element (types, DATATYPES_BEHIND_RESULT);
  if (p->what == OUTCOME_OBJECT) {
    while (object_at (o, k) && object_at (o, k) != p)
      k++;
    in = type_of_object (types, o, k, steps);
  } else
    in = type_of_part (types, p);
  for (uint64_t at = x->at; in && in->kind == DATATYPE_STRUCT;) {
    const datatype *of = NULL;
    for (uint32_t i = 0; i < in->n && !of; i++)
      if (at >= in->member[i].at / 8 &&
          at < in->member[i].at / 8 + in->member[i].type->size) {
        at -= in->member[i].at / 8;
        of = in->member[i].type;
      }
    in = of;
  }
  return in && in->kind == DATATYPE_POINTER ? datatypes_behind (types, in)
                                            : NULL;
}

static const datatype *type_of_object (const datatypes *types, const outcome *o,
                                       uint32_t k, int steps) {
  const outcome_part *to = object_at (o, k);
  for (uint32_t i = 0; to && steps < MOST_STEPS && i < o->n; i++)
    for (uint32_t j = 0; j < o->part[i].n_pointers; j++) {
      const outcome_pointer *x = o->part[i].pointer + j;
      if (x->kind != POINTEE_PART || x->part != k || x->offset)
        continue;
      const datatype *res = type_behind (types, o, o->part + i, x, steps + 1);
      if (res && res->size == to->n)
        return res;
    }
  return NULL;
}

static void print_kept_object (const datatypes *types, const outcome *o,
                               uint32_t k, char_vec *out) {
  const datatype *type = type_of_object (types, o, k, 0);
  named_type named = {.name = "object", .type = type};
  datatypes own = *types;
  own.objects.data = &named;
  own.objects.len = type != NULL;
  outcome_part p = *object_at (o, k);
  p.what = OUTCOME_GLOBAL; /* which have types by name */
  p.name = named.name;
  outcome_print_value (&own, o, &p, TYPED_SHORT, out);
}

/* The answer up to its first pointer, and the object in which they differ:
 * "returns &{.v = 1, .next = object 1}, where object 1 = {.v = 3}"; false:
 * there is none, or nothing is to be seen of it.
 */
static bool print_behind (const outcome *now, const outcome *before,
                          const datatypes *types, const datatypes *old,
                          char_vec *does, char_vec *did, char_vec *line) {
  const outcome_part *from = NULL;
  char_vec a = {0}, b = {0};
  uint32_t k = 0;
  for (uint32_t i = 0; i < now->n && !from; i++)
    from = now->part[i].n_pointers ? now->part + i : NULL;
  while (object_at (now, k) && object_at (before, k) &&
         outcome_part_is_same (object_at (now, k), object_at (before, k)))
    k++;
  const outcome_part *x = object_at (now, k), *y = object_at (before, k);
  bool is_there = from && types && old && x && y && x != behind_result (now);
  if (is_there) {
    print_kept_object (types, now, k, &a);
    print_kept_object (old, before, k, &b);
    is_there = strcmp (text_c (NULL, &a), text_c (NULL, &b)) != 0;
  }
  if (is_there) {
    vec_clear (does);
    outcome_print_part (types, now, from, TYPED_SHORT, does);
    text_printf (NULL, does, ", where object %u = ", k);
    vec_clear (did);
    text_puts (NULL, did, text_c (NULL, does));
    vec_clear (line);
    text_printf (NULL, line, "%s%s, was %s", text_c (NULL, does), a.data,
                 b.data);
    text_puts (NULL, does, a.data);
    text_puts (NULL, did, b.data);
  }
  vec_release (NULL, &a, &b);
  return is_there;
}

void diff_describe (const outcome *now, const outcome *before,
                    const datatypes *types, const datatypes *old, arena *to,
                    diff_class *out) {
  const testcase x = {.outcome = *now, .types = types};
  const testcase y = {.outcome = *before, .types = old};
  char_vec line = {0}, does = {0}, did = {0};
  bool is_other_end = !outcome_part_is_same (end_of (now), end_of (before));
  if (is_other_end || !outcome_print_change (&y, &x, &line, &does, &did)) {
    print_end (types, now, &does);
    print_end (old, before, &did);
    out->what = outcome_what_name (OUTCOME_END);
    out->text = join_ends (text_c (NULL, &does), text_c (NULL, &did), to);
  } else {
    out->what = kind_of_change (now, before);
    if (!strcmp (text_c (NULL, &does), text_c (NULL, &did)) &&
        !print_behind (now, before, types, old, &does, &did, &line)) {
      add_bits (now, before, &does);
      add_bits (before, now, &did);
      vec_clear (&line);
      const char *verb = strstr (text_c (NULL, &did), " = ");
      text_printf (NULL, &line, "%s, was %s", text_c (NULL, &does),
                   verb ? verb + 3 : without ("returns ", did.data));
    }
    out->text = kept (&line, to);
  }
  out->now = kept (&does, to);
  out->before = kept (&did, to);
  vec_release (NULL, &line);
  vec_release (NULL, &does);
  vec_release (NULL, &did);
}
