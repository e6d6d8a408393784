/* What differs between two outcomes, in words: the end if it is another one,
 * else the first part that is.
 */

#include "diff/diffing.h"
#include "suite/typed_value.h"

#include <ctype.h>
#include <inttypes.h>

/* One outcome in the making. */
typedef struct wording {
  const outcome *outcome;
  const datatypes *types; /* or NULL */
  char_vec text;
} wording;

/* What a part is, as far as it is known. */
static datatype type_of_part (const wording *w, const outcome_part *p) {
  const datatype *result = w->types ? w->types->result : NULL;
  if (p->what == OUTCOME_RETURN && result && result->size == p->size)
    return *result;
  if (p->what == OUTCOME_ARGUMENT)
    return datatypes_find (w->types, p->name, p->size);
  return (datatype) {.kind = p->what != OUTCOME_OBJECT && p->n <= 8 &&
                                     !(p->n & (p->n - 1))
                                 ? DATATYPE_SIGNED
                                 : DATATYPE_BYTES,
                     .size = p->n,
                     .name = ""};
}

static bool is_text (const outcome_part *p) {
  uint32_t i = 0;
  while (i < p->n && p->bytes[i] &&
         (isprint (p->bytes[i]) || strchr ("\n\t", p->bytes[i])))
    i++;
  return i && (i == p->n || !p->bytes[i]);
}

static void add_text (wording *w, const outcome_part *p) {
  uint64_t n = strnlen ((const char *) p->bytes, p->n);
  typed_text (p->bytes, n, TYPED_SHORT, NULL, &w->text);
}

static void add_pointer (wording *w, const outcome_pointer *x) {
  const outcome_part *to = outcome_pointee (w->outcome, x);
  if (to && is_text (to))
    add_text (w, to);
  else if (to)
    text_printf (NULL, &w->text, "a pointer to %" PRIu64 " bytes", to->size);
  else if (x->name[0])
    text_printf (NULL, &w->text, "a pointer to %s", x->name);
  else
    text_puts (NULL, &w->text, "a pointer");
  if (x->offset)
    text_printf (NULL, &w->text, " + %" PRId64, x->offset);
}

static void add_value (wording *w, const outcome_part *p) {
  datatype type = type_of_part (w, p);
  bool is_bytes = type.kind == DATATYPE_BYTES || type.size > p->n;
  if (p->n_pointers && p->n == 8)
    add_pointer (w, p->pointer);
  else if (p->what == OUTCOME_OUTPUT || (is_bytes && is_text (p)))
    add_text (w, p);
  else if (!p->n)
    text_puts (NULL, &w->text, "nothing");
  else {
    if (is_bytes)
      type = (datatype) {.size = p->n, .name = ""};
    typed_print (&type, p->bytes, TYPED_SHORT, NULL, &w->text);
  }
}

static const char *fault_words (const char *name) {
  for (int k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
    if (!strcmp (fault_name ((fault_kind) k), name))
      return fault_text ((fault_kind) k);
  return name;
}

static void add_end (wording *w, const outcome_part *p) {
  if (!strcmp (p->name, "exit")) {
    text_puts (NULL, &w->text, "exits with ");
    add_value (w, p);
  } else
    text_printf (NULL, &w->text, "faults: %s", fault_words (p->name));
}

/* "returns 3" */
static void add_part (wording *w, const outcome_part *p) {
  switch ((outcome_what) p->what) {
  case OUTCOME_RETURN:
    text_puts (NULL, &w->text, "returns ");
    break;
  case OUTCOME_ARGUMENT:
  case OUTCOME_GLOBAL:
    text_printf (NULL, &w->text,
                 p->is_freed ? "frees %s" : "leaves %s = ", p->name);
    if (p->is_freed)
      return;
    break;
  case OUTCOME_OUTPUT:
  case OUTCOME_FILE:
    text_printf (NULL, &w->text, "writes to %s: ", p->name);
    break;
  case OUTCOME_END:
    add_end (w, p);
    return;
  default:
    text_puts (NULL, &w->text,
               is_text (p) ? "returns " : "returns a pointer to ");
    if (is_text (p)) {
      add_text (w, p);
      return;
    }
  }
  add_value (w, p);
}

static const outcome_part *end_of (const outcome *o) {
  assert (o->n && o->part[o->n - 1].what == OUTCOME_END);
  return o->part + o->n - 1;
}

/* A function that returns says more than that the program exits. */
static const outcome_part *shown_end (const outcome *o) {
  const outcome_part *end = end_of (o), *res = NULL;
  if (!strcmp (end->name, "exit"))
    res = outcome_find (o, OUTCOME_RETURN, "");
  return res && res->size ? res : end;
}

/* Objects have no names: they are told apart by their place. */
static const outcome_part *find_like (const outcome *o, const outcome_part *p) {
  return p->what == OUTCOME_OBJECT
             ? NULL
             : outcome_find (o, (outcome_what) p->what, p->name);
}

/* The first part that is not the same in the other; NULL: there is none. */
static const outcome_part *find_other (const outcome *a, const outcome *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    const outcome_part *p = a->part + i;
    const outcome_part *q =
        i < b->n && b->part[i].what == p->what ? b->part + i : find_like (b, p);
    if (!q || !outcome_part_is_same (p, q))
      return p;
  }
  return NULL;
}

static const char *words (const wording *of, const outcome_part *p, arena *to) {
  wording w = *of;
  add_part (&w, p);
  const char *res = arena_string (to, w.text.data, w.text.len);
  vec_release (NULL, &w.text);
  return res;
}

/* It has no such part. */
static const char *silence (const outcome_part *like, arena *to) {
  bool is_output = like->what == OUTCOME_OUTPUT || like->what == OUTCOME_FILE;
  return arena_printf (to, is_output ? "writes nothing to %s" : "leaves %s",
                       like->name);
}

void diff_describe (const outcome *now, const outcome *before,
                    const datatypes *types, arena *to, diff_class *out) {
  const wording x = {.outcome = now, .types = types};
  const wording y = {.outcome = before, .types = types};
  const outcome_part *a = find_other (now, before);
  const outcome_part *b =
      a ? outcome_find (before, (outcome_what) a->what, a->name)
        : find_other (before, now);
  if (strcmp (end_of (now)->name, end_of (before)->name) != 0) {
    a = shown_end (now);
    b = shown_end (before);
    out->what = "end";
  } else
    out->what = outcome_what_name ((outcome_what) (a ? a : b)->what);
  out->now = a ? words (&x, a, to) : silence (b, to);
  out->before = b ? words (&y, b, to) : silence (a, to);
}
