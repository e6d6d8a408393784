/* What differs between two outcomes, in words: the end if it is another one,
 * else the parts that are.
 */

#include "base/grouped.h"
#include "diff/diffing.h"
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
    const outcome_part *q = outcome_find (b, (outcome_what) p->what, p->name);
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
    if (!strcmp (text_c (NULL, &does), text_c (NULL, &did))) {
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
