/* What differs between two outcomes, in words: the end if it is another one,
 * else the first part that is.
 */

#include "diff/diffing.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define MOST_SHOWN 32 /* bytes of a value */

static bool is_text (const outcome_part *p, uint32_t n) {
  uint32_t i = 0;
  while (i < n && (isprint (p->bytes[i]) || strchr ("\n\t", p->bytes[i])) &&
         p->bytes[i])
    i++;
  return i && (i == n || !p->bytes[i]);
}

static void print_text (const outcome_part *p, uint32_t n, char_vec *out) {
  text_puts (NULL, out, "\"");
  for (uint32_t i = 0; i < n && p->bytes[i]; i++) {
    const char c = (char) p->bytes[i];
    if (c == '\n' || c == '\t')
      text_puts (NULL, out, c == '\n' ? "\\n" : "\\t");
    else if (c == '"' || c == '\\')
      text_printf (NULL, out, "\\%c", c);
    else
      text_add (NULL, out, &c, 1);
  }
  text_puts (NULL, out, n < p->size ? "\"..." : "\"");
}

static void print_bytes (const outcome_part *p, uint32_t n, char_vec *out) {
  text_puts (NULL, out, "0x");
  for (uint32_t i = 0; i < n; i++)
    text_printf (NULL, out, "%02x", p->bytes[i]);
  text_puts (NULL, out, n < p->size ? "..." : "");
}

static void print_pointer (const outcome *o, const outcome_pointer *x,
                           char_vec *out) {
  const outcome_part *to =
      x->kind == POINTEE_PART && x->part < o->n ? o->part + x->part : NULL;
  uint32_t n = to && to->n < MOST_SHOWN ? to->n : MOST_SHOWN;
  if (to && is_text (to, n))
    print_text (to, n, out);
  else if (to)
    text_printf (NULL, out, "a pointer to %" PRIu64 " bytes", to->size);
  else if (x->name[0])
    text_printf (NULL, out, "a pointer to %s", x->name);
  else
    text_puts (NULL, out, "a pointer");
  if (x->offset)
    text_printf (NULL, out, " + %" PRId64, x->offset);
}

static int64_t number_of_part (const outcome_part *p) {
  uint64_t bits = 0;
  unsigned unused = 64 - 8 * p->n;
  memcpy (&bits, p->bytes, p->n);
  return (int64_t) (bits << unused) >> unused;
}

static void print_value (const outcome *o, const outcome_part *p,
                         char_vec *out) {
  uint32_t n = p->n < MOST_SHOWN ? p->n : MOST_SHOWN;
  bool is_number = p->n == 1 || p->n == 2 || p->n == 4 || p->n == 8;
  if (p->n_pointers)
    print_pointer (o, p->pointer, out);
  else if (p->what == OUTCOME_OUTPUT || (is_text (p, n) && !is_number))
    print_text (p, n, out);
  else if (is_number)
    text_printf (NULL, out, "%" PRId64, number_of_part (p));
  else if (n)
    print_bytes (p, n, out);
  else
    text_puts (NULL, out, "nothing");
}

/* "returns 3" */
static void print_part (const outcome *o, const outcome_part *p,
                        char_vec *out) {
  switch ((outcome_what) p->what) {
  case OUTCOME_RETURN:
    text_puts (NULL, out, "returns ");
    break;
  case OUTCOME_ARGUMENT:
  case OUTCOME_GLOBAL:
    if (p->is_freed) {
      text_printf (NULL, out, "frees %s", p->name);
      return;
    }
    text_printf (NULL, out, "leaves %s = ", p->name);
    break;
  case OUTCOME_END:
    if (strcmp (p->name, "exit") != 0) {
      text_printf (NULL, out, "faults: %s", p->name);
      return;
    }
    text_puts (NULL, out, "exits with ");
    break;
  case OUTCOME_OUTPUT:
  case OUTCOME_FILE:
    text_printf (NULL, out, "writes to %s: ", p->name);
    break;
  default:
    text_puts (NULL, out, "returns a pointer to ");
  }
  print_value (o, p, out);
}

static const outcome_part *end_of (const outcome *o) {
  return o->part + o->n - 1;
}

/* A function that returns says more than that the program exits. */
static const outcome_part *shown_end (const outcome *o) {
  const outcome_part *end = end_of (o), *res = NULL;
  if (!strcmp (end->name, "exit"))
    res = outcome_find (o, OUTCOME_RETURN, "");
  return res && res->size ? res : end;
}

static const outcome_part *find_like (const outcome *o, const outcome_part *p) {
  return p->what == OUTCOME_OBJECT && p - o->part < o->n
             ? o->part + (p - o->part)
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

static const char *words (const outcome *o, const outcome_part *p, arena *to) {
  char_vec text = {0};
  print_part (o, p, &text);
  const char *res = arena_string (to, text.data, text.len);
  vec_release (NULL, &text);
  return res;
}

static const char *silence (const outcome_part *like, arena *to) {
  char_vec text = {0};
  bool is_output = like->what == OUTCOME_OUTPUT || like->what == OUTCOME_FILE;
  text_printf (NULL, &text, is_output ? "writes nothing to %s" : "leaves %s",
               like->name);
  const char *res = arena_string (to, text.data, text.len);
  vec_release (NULL, &text);
  return res;
}

void diff_describe (const outcome *now, const outcome *before, arena *to,
                    diff_class *out) {
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
  out->now = a ? words (now, a, to) : silence (b, to);
  out->before = b ? words (before, b, to) : silence (a, to);
}
