#include "suite/outcome_text.h"

#include "machine/arranging.h"
#include "suite/testcase_text.h"

#include <inttypes.h>

/* Values. */

static const datatype outcome_letter = {
    .kind = DATATYPE_CHAR, .size = 1, .name = "char"};

/* What nobody knows is a number if it has the size of one, or bytes that may be
 * text.
 */
static datatype guess_type (uint64_t size) {
  bool is_number = size == 1 || size == 2 || size == 4 || size == 8;
  if (is_number)
    return (datatype) {.kind = DATATYPE_SIGNED, .size = size, .name = ""};
  return (datatype) {
      .kind = DATATYPE_ARRAY, .size = size, .name = "", .of = &outcome_letter};
}

/* The words that are passed, or as many as there are of what is behind one. */
static datatype type_of_call (const datatypes *types, const outcome_part *p) {
  datatype s = {.kind = DATATYPE_BYTES, .size = p->size, .name = ""};
  const datatype *one = datatypes_element (types, p->name);
  if (!one || !one->size || p->size % one->size)
    return s;
  if (one->size == p->size && one->kind != DATATYPE_CHAR)
    return *one;
  return (datatype) {
      .kind = DATATYPE_ARRAY, .size = p->size, .name = "", .of = one};
}

static datatype type_of (const datatypes *types, const outcome_part *p) {
  datatype s = {.kind = DATATYPE_BYTES, .name = ""};
  if (p->what == OUTCOME_RETURN && types && types->result &&
      types->result->size == p->size)
    return *types->result;
  if (p->what == OUTCOME_ARGUMENT)
    s = datatypes_find (types, p->name, p->size);
  for (size_t i = 0; types && i < types->objects.len; i++)
    if (p->what == OUTCOME_GLOBAL && s.kind == DATATYPE_BYTES &&
        types->objects.data[i].type->size == p->size &&
        !strcmp (types->objects.data[i].name, p->name))
      s = *types->objects.data[i].type;
  if (p->what == OUTCOME_CALL)
    return type_of_call (types, p);
  return s.kind == DATATYPE_BYTES ? guess_type (p->size) : s;
}

typedef struct pointing {
  const datatypes *types;
  const outcome *outcome;
  const outcome_part *part; /* that has the pointers */
  typed_form form;
  uint64_t start; /* in the part, of what is printed */
  uint32_t n;     /* told */
  char_vec *out;
} pointing;

static void print_pointer (const pointing *, const outcome_pointer *,
                           const datatype *one);

static bool is_string (const outcome_part *p, uint64_t at,
                       const datatype *one) {
  uint64_t i = at;
  if (one && one->size != 1)
    return false;
  while (i < p->n && p->bytes[i] && outcome_is_known (p, (uint32_t) i) &&
         ((one && one->kind == DATATYPE_CHAR) || p->bytes[i] >= ' ' ||
          p->bytes[i] == '\n'))
    i++;
  return i < p->n && !p->bytes[i] && outcome_is_known (p, (uint32_t) i);
}

static void print_leading (pointing *, const datatype *, uint64_t at);

/* "&{1, 2}", "&g[1] -> 2"; false: it does not consist of such elements. */
static bool print_elements (const pointing *w, const outcome_part *p,
                            uint64_t at, const datatype *one) {
  if (!one || one->kind == DATATYPE_BYTES || !one->size || at >= p->n ||
      at % one->size || p->n < p->size || p->size % one->size)
    return false;
  datatype all = {
      .kind = DATATYPE_ARRAY, .size = p->n - at, .name = "", .of = one};
  pointing behind = *w;
  behind.part = p;
  text_printf (NULL, w->out, "&%s", p->name);
  if (*p->name && at)
    text_printf (NULL, w->out, "[%" PRIu64 "]", at / one->size);
  text_puts (NULL, w->out, *p->name ? " -> " : "");
  print_leading (&behind, all.size == one->size || *p->name ? one : &all, at);
  return true;
}

static void print_object (const pointing *w, const outcome_part *p, uint64_t at,
                          const datatype *one) {
  assert (at <= p->n);
  char_vec *out = w->out;
  if (!p->n_pointers && is_string (p, at, one)) {
    typed_text (p->bytes + at, strlen ((const char *) p->bytes + at), w->form,
                NULL, out);
    return;
  }
  if (print_elements (w, p, at, one))
    return;
  datatype bytes = {.kind = DATATYPE_BYTES, .size = p->n, .name = ""};
  text_puts (NULL, out, "&");
  typed_print (&bytes, p->bytes, w->form, NULL, out);
  for (uint32_t i = 0; i < p->n_pointers && i < 2; i++) {
    const outcome_pointer *x = p->pointer + i;
    text_puts (NULL, out, i ? ", " : " -> ");
    if (x->kind == POINTEE_PART) /* it may lead back */
      text_printf (NULL, out, "object %u", x->part);
    else
      print_pointer (w, x, NULL);
  }
  if (at)
    text_printf (NULL, out, " + %" PRIu64 " bytes", at);
}

/* In elements, as C counts, where they are known. */
static void print_offset (const pointing *w, const outcome_pointer *x) {
  if (!x->offset || x->kind >= POINTEE_GONE)
    return;
  const datatype *one = datatypes_element (w->types, x->name);
  int64_t size = one && one->size <= INT32_MAX ? (int64_t) one->size : 0;
  bool is_whole = size && x->offset % size == 0;
  text_printf (NULL, w->out, " + %" PRId64 "%s",
               is_whole ? x->offset / size : x->offset,
               is_whole ? "" : " bytes");
}

/* To elements of this type, NULL: not known. */
static void print_pointer (const pointing *w, const outcome_pointer *x,
                           const datatype *one) {
  const outcome_part *to = outcome_pointee (w->outcome, x);
  if (to && x->offset >= 0 && (uint64_t) x->offset <= to->n) {
    print_object (w, to, (uint64_t) x->offset, one);
    return;
  }
  if (x->kind == POINTEE_GONE)
    text_puts (NULL, w->out, "a pointer to what is gone");
  else if (x->kind >= POINTEE_TEXT)
    text_puts (NULL, w->out,
               x->kind == POINTEE_TEXT ? "an address" : "a jump buffer");
  else if (!*x->name)
    text_puts (NULL, w->out, "a pointer");
  else
    text_printf (NULL, w->out, "%s%s", x->kind == POINTEE_GLOBAL ? "&" : "",
                 x->name);
  print_offset (w, x);
}

static bool has_value (const outcome_part *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (outcome_is_known (p, i))
      return true;
  return !p->n;
}

bool outcome_has_plain_value (const datatypes *types, const outcome_part *p,
                              datatype *type) {
  *type = type_of (types, p);
  return !p->n_pointers && p->n && p->n == p->size && type->size == p->n &&
         has_value (p);
}

/* Pointers within a struct or an array, which are zeros in its bytes, as is
 * what has no value.
 */

static const outcome_pointer *pointer_in (const outcome_part *p, uint64_t at,
                                          uint64_t n) {
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (p->pointer[i].at >= at && p->pointer[i].at - at < n)
      return p->pointer + i;
  return NULL;
}

static bool has_pointer (void *owner, uint64_t at, uint64_t n) {
  const pointing *w = owner;
  at += w->start;
  for (uint64_t i = at; i < at + n && i < w->part->n; i++)
    if (!outcome_is_known (w->part, (uint32_t) i))
      return true;
  return pointer_in (w->part, at, n);
}

static void put_pointer (void *owner, uint64_t at, const datatype *s,
                         char_vec *out) {
  pointing *w = owner;
  assert (out == w->out);
  const outcome_pointer *x = pointer_in (w->part, w->start + at, 1);
  w->n += x != NULL;
  if (!x)
    text_puts (NULL, out, "unset");
  else if (x->kind == POINTEE_PART && w->part->what == OUTCOME_OBJECT)
    text_printf (NULL, out, "object %u", x->part); /* it may lead back */
  else
    print_pointer (w, x, datatypes_behind (w->types, s));
}

/* From there on. */
static void print_leading (pointing *w, const datatype *s, uint64_t at) {
  const typed_pointers pointers = {w, has_pointer, put_pointer};
  w->start = at;
  typed_print_leading (s, w->part->bytes + at, w->form, &pointers, NULL,
                       w->out);
}

/* Those that the type does not show. */
static void print_pointers (const pointing *w) {
  const outcome_part *p = w->part;
  uint32_t most = w->form == TYPED_SHORT ? 2 : p->n_pointers;
  for (uint32_t i = 0; i < p->n_pointers && i < most; i++) {
    text_printf (NULL, w->out, "%s byte %" PRIu64 ": ", i ? "," : " with at",
                 p->pointer[i].at);
    print_pointer (w, p->pointer + i, NULL);
  }
}

/* A text, with "<an address>" in place of what is one. */
static void print_text (const outcome_part *p, typed_form form, char_vec *out) {
  uint64_t at = 0;
  for (uint32_t i = 0; i < p->n_pointers; i++) {
    const outcome_pointer *x = p->pointer + i;
    if (x->kind != POINTEE_TEXT)
      continue;
    if (x->at > at) {
      typed_text (p->bytes + at, x->at - at, form, NULL, out);
      text_puts (NULL, out, " ");
    }
    text_puts (NULL, out, "<an address>");
    at = x->at + (uint64_t) x->offset;
    text_puts (NULL, out, at < p->n ? " " : "");
  }
  if (at < p->n || !p->n)
    typed_text (p->bytes + at, p->n - at, form, NULL, out);
}

/* A part behind that of a call: an object that it passes. */
static bool is_behind_call (const outcome_part *p) {
  return p->what == OUTCOME_CALL && *p->name == '*';
}

/* "f" of "f(...)" and "*1f(...)". */
static int called_name (const outcome_part *p, const char **name) {
  *name = p->name + strspn (p->name, *p->name == '*' ? "*0123456789" : "");
  return (int) strcspn (*name, "(");
}

/* What the i-th word leads to, in a part behind the call; NULL: nothing. */
static const outcome_part *behind_passed (const pointing *w, uint32_t i) {
  const outcome_part *end = w->outcome->part + w->outcome->n;
  for (const outcome_part *p = w->part + 1; p < end && is_behind_call (p); p++)
    if ((uint32_t) strtoul (p->name + 1, NULL, 10) == i + 1)
      return p;
  return NULL;
}

/* "f(1, p, "abc")" */
static void print_call (pointing *w, const datatype *s) {
  const char *name;
  int len = called_name (w->part, &name);
  text_printf (NULL, w->out, "%.*s(", len, name);
  for (uint32_t i = 0; i < s->n; i++) {
    const outcome_pointer *x = pointer_in (w->part, 8 * i, 1);
    const outcome_part *to = x && !*x->name ? behind_passed (w, i) : NULL;
    datatype type = to ? type_of (w->types, to) : *s->member[i].type;
    pointing behind = *w;
    behind.part = to ? to : w->part;
    text_puts (NULL, w->out, i ? ", " : "");
    text_puts (NULL, w->out,
               to && !typed_is_text (&type, to->bytes) ? "&" : "");
    print_leading (&behind, &type, to ? 0 : 8 * i);
  }
  text_puts (NULL, w->out, ")");
}

void outcome_print_value (const datatypes *types, const outcome *o,
                          const outcome_part *p, typed_form form,
                          char_vec *out) {
  datatype s = type_of (types, p);
  pointing w = {
      .types = types, .outcome = o, .part = p, .form = form, .out = out};
  bool is_text = p->what == OUTCOME_OUTPUT || p->what == OUTCOME_FILE;
  if (p->what == OUTCOME_CALL && !is_behind_call (p))
    print_call (&w, &s);
  else if (is_text || outcome_shown (p) < p->n)
    print_text (p, form, out);
  else if (p->n_pointers && p->pointer->kind == POINTEE_JUMP)
    text_puts (NULL, out, "a jump buffer");
  else if (!has_value (p))
    text_puts (NULL, out, "no value");
  else if (p->n_pointers == 1 && p->n == 8)
    print_pointer (&w, p->pointer,
                   p->what == OUTCOME_RETURN
                       ? datatypes_element (types, DATATYPES_BEHIND_RESULT)
                       : datatypes_behind (types, &s));
  else {
    if (p->n < p->size || s.size != p->n)
      s = (datatype) {.kind = DATATYPE_BYTES, .size = p->n, .name = ""};
    print_leading (&w, &s, 0);
    if (!w.n)
      print_pointers (&w);
  }
}

/* Parts. */

bool outcome_is_told (const outcome_part *p) {
  return p->what != OUTCOME_OBJECT && p->what != OUTCOME_END &&
         (p->what != OUTCOME_RETURN || p->size);
}

/* Of what is no file: '/' a directory, '@' a link, '|' a pipe, '%' permissions;
 * else 0.
 */
static char file_mark (const outcome_part *p) {
  const char *sign = strstr (p->name, "//");
  size_t n = strlen (p->name);
  return p->what != OUTCOME_FILE      ? 0
         : sign                       ? sign[2]
         : n && p->name[n - 1] == '/' ? '/'
                                      : 0;
}

/* As one writes it, or in quotes. */
static void print_path (const outcome_part *p, char_vec *out) {
  const char *sign = strstr (p->name, "//"), *c = p->name;
  size_t n = sign ? (size_t) (sign - p->name) : strlen (p->name);
  while (*c > ' ' && *c <= '~' && *c != '"' && *c != ';')
    c++;
  if (*c)
    typed_text ((const uint8_t *) p->name, n, TYPED_WHOLE, NULL, out);
  else
    text_add (NULL, out, p->name, n);
}

/* It has the value that it had at the call: of two versions, where the other
 * one has set it.
 */
static bool is_left_alone (const outcome_part *p) {
  bool is_of_call = p->what == OUTCOME_ARGUMENT || p->what == OUTCOME_GLOBAL;
  if (!is_of_call || !p->was || p->rest || p->n_pointers || p->is_freed)
    return false;
  for (uint32_t i = 0; i < p->n; i++) {
    bool was_known = !p->was_symbol || !p->was_symbol[i].term.id;
    if (!was_known || !outcome_is_known (p, i) || p->was[i] != p->bytes[i])
      return false;
  }
  return true;
}

/* "returns ": what comes before the value. */
static void print_verb (const outcome_part *p, char_vec *out) {
  switch ((outcome_what) p->what) {
  case OUTCOME_RETURN:
    text_puts (NULL, out, "returns ");
    break;
  case OUTCOME_CALL:
    text_puts (NULL, out, is_behind_call (p) ? "passes " : "calls ");
    break;
  case OUTCOME_FILE:
    if (file_mark (p) == '%') {
      text_puts (NULL, out, "sets the permissions of ");
      print_path (p, out);
      text_puts (NULL, out, " to ");
      break;
    }
    text_puts (NULL, out,
               p->is_freed            ? "removes "
               : file_mark (p) == '@' ? "links "
               : file_mark (p)        ? "makes "
                                      : "writes ");
    if (p->is_freed || file_mark (p))
      print_path (p, out);
    text_puts (NULL, out, file_mark (p) == '@' && !p->is_freed ? " to " : "");
    break;
  case OUTCOME_ARGUMENT:
  case OUTCOME_GLOBAL:
    text_puts (NULL, out,
               p->is_freed         ? "frees "
               : is_left_alone (p) ? "leaves "
                                   : "sets ");
    if (p->what == OUTCOME_ARGUMENT && !p->is_freed)
      text_puts (NULL, out, "*");
    text_printf (NULL, out, p->is_freed ? "%s" : "%s = ", p->name);
    break;
  default:
    text_puts (NULL, out, "writes ");
  }
}

static void print_place (const outcome_part *p, char_vec *out) {
  const char *called;
  if (is_behind_call (p)) {
    int len = called_name (p, &called);
    text_printf (NULL, out, " to %.*s", len, called);
  }
  if (p->what == OUTCOME_FILE
          ? p->is_freed || file_mark (p)
          : p->what != OUTCOME_OUTPUT || !strcmp (p->name, "stdout"))
    return;
  text_puts (NULL, out, " to ");
  if (p->what == OUTCOME_OUTPUT)
    text_puts (NULL, out, p->name);
  else
    print_path (p, out);
}

void outcome_print_part (const datatypes *types, const outcome *o,
                         const outcome_part *p, typed_form form,
                         char_vec *out) {
  char sign = file_mark (p);
  print_verb (p, out);
  if (sign == '%')
    text_printf (NULL, out, "%.*s", (int) p->n, p->bytes);
  else if (!p->is_freed && (!sign || sign == '@'))
    outcome_print_value (types, o, p, form, out);
  print_place (p, out);
}

#define MOST_PARTS 3 /* on a line */

void outcome_print (const datatypes *types, const outcome *o, typed_form form,
                    char_vec *out) {
  uint32_t n = 0, most = form == TYPED_SHORT ? MOST_PARTS : UINT32_MAX;
  for (uint32_t i = 0; i < o->n; i++)
    if (outcome_is_told (o->part + i) && n++ < most) {
      text_puts (NULL, out, n > 1 ? "; " : "");
      outcome_print_part (types, o, o->part + i, form, out);
    }
  if (n > most)
    text_printf (NULL, out, "; and %u more", n - most);
}

/* Changes. */

/* By their values, where types say what they are; one part is the same. */
static bool is_same_value (const testcase *old, const testcase *now,
                           const outcome_part *was, const outcome_part *is) {
  outcome_part a = *is, b = *was;
  arena to;
  bool has_types = old->types && now->types;
  bool is_same = outcome_part_is_same (was, is);
  if (is->what >= OUTCOME_OBJECT || !has_types || is->rest || was->rest ||
      is->bytes == was->bytes)
    return is_same;
  arena_init (&to, NULL);
  arranged how = outcome_arrange (NULL, &to, type_of_part (now->types, is),
                                  type_of_part (old->types, was), &a, &b);
  if (how == ARRANGED_BY_NAME || (how == ARRANGED_NOT && !is_same))
    is_same = outcome_part_is_same (&a, &b);
  arena_release (&to);
  return is_same;
}

static bool has_same_objects (const outcome *a, const outcome *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    const outcome_part *x = a->part + i;
    if (x->what != OUTCOME_OBJECT)
      continue;
    if (i >= b->n || !outcome_part_is_same (x, b->part + i))
      return false;
  }
  return true;
}

/* Objects are shown with the first pointer that leads to one. */
static bool leads_to_object (const outcome_part *p) {
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (p->pointer[i].kind == POINTEE_PART)
      return true;
  return false;
}

typedef struct changing {
  const testcase *old, *now;
  bool has_objects; /* as they were */
  uint32_t n;       /* told */
  char_vec *line, *does, *did;
} changing;

static void begin_change (changing *c) {
  const char *sep = c->n++ ? "; " : "";
  text_puts (NULL, c->line, sep);
  text_puts (NULL, c->does, sep);
  text_puts (NULL, c->did, sep);
}

/* Has it a value that can be told without a verb? */
static bool has_bare_value (const outcome_part *p) {
  return p && !p->is_freed && !file_mark (p) && !is_left_alone (p);
}

static void print_nothing (const outcome_part *like, char_vec *out) {
  if (like->what == OUTCOME_CALL) {
    const char *called;
    int len = called_name (like, &called);
    text_printf (NULL, out, "does not call %.*s like that", len, called);
    return;
  }
  bool is_output = like->what >= OUTCOME_OUTPUT;
  text_puts (NULL, out,
             like->what == OUTCOME_RETURN    ? "does not return"
             : is_output && like->is_freed   ? "does not remove "
             : file_mark (like) == '%'       ? "leaves the permissions of "
             : is_output && file_mark (like) ? "does not make "
             : is_output                     ? "writes nothing"
             : like->is_freed                ? "does not free "
                                             : "leaves ");
  if (!is_output && like->what != OUTCOME_RETURN)
    text_printf (NULL, out, "%s%s%s",
                 like->what == OUTCOME_ARGUMENT && !like->is_freed ? "*" : "",
                 like->name, like->is_freed ? "" : " alone");
  if (is_output && !has_bare_value (like))
    print_path (like, out);
  else if (is_output)
    print_place (like, out);
}

static void print_either (const testcase *t, const outcome_part *p,
                          const outcome_part *other, char_vec *out) {
  if (p)
    outcome_print_part (t->types, &t->outcome, p, TYPED_SHORT, out);
  else
    print_nothing (other, out);
}

/* Two that look the same: from where they differ on. "[37] = 5" */
static void print_late (const datatype *s, const uint8_t *x,
                        const uint8_t *other, char_vec *out) {
  const datatype *in = NULL;
  uint64_t at = 0;
  if (s->kind == DATATYPE_ARRAY && s->of->size > 1) {
    while (!memcmp (x + at, other + at, s->of->size))
      at += s->of->size;
    in = s->of;
    text_printf (NULL, out, "[%" PRIu64 "]", at / s->of->size);
  }
  for (uint32_t i = 0; s->kind == DATATYPE_STRUCT && !in && i < s->n; i++) {
    const datatype_member *m = s->member + i;
    at = m->at / 8;
    if (m->bits || !memcmp (x + at, other + at, m->type->size))
      continue;
    in = m->type;
    text_printf (NULL, out, ".%s", m->name);
  }
  if (in) {
    print_late (in, x + at, other + at, out);
    return;
  }
  text_puts (NULL, out, " = ");
  typed_print (s, x, TYPED_WHOLE, NULL, out);
}

#define LATE_BEFORE 8 /* bytes that are the same are shown before others */
#define LATE_SHOWN 24

static void print_window (const outcome_part *p, const outcome_part *other,
                          char_vec *out) {
  uint32_t at = 0, end;
  while (at < p->n && at < other->n && p->bytes[at] == other->bytes[at])
    at++;
  end = p->n - at < LATE_SHOWN ? p->n : at + LATE_SHOWN;
  at = at > LATE_BEFORE ? at - LATE_BEFORE : 0;
  for (uint32_t i = 0; i < p->n_pointers; i++) {
    uint64_t from = p->pointer[i].at,
             to = from + (uint64_t) p->pointer[i].offset;
    if (from <= at && to > at && to <= end)
      at = (uint32_t) to;
    else if (from > at && from < end)
      end = (uint32_t) from;
  }
  text_puts (NULL, out, at ? "..." : "");
  typed_text (p->bytes + at, end - at, TYPED_WHOLE, NULL, out);
  text_puts (NULL, out, end < p->n ? "..." : "");
}

/* Elements and members have values that bytes tell? */
static bool is_divided (const testcase *t, const outcome_part *p) {
  datatype s = type_of (t->types, p);
  return p->what < OUTCOME_OBJECT && !p->n_pointers && p->n == p->size &&
         s.size == p->n && s.kind >= DATATYPE_STRUCT &&
         !typed_is_text (&s, p->bytes);
}

static bool is_cut_short (const char_vec *text) {
  return text->len && strstr (text->data, "...");
}

/* Where they differ is behind what is shown of them. */
static bool differs_late (const changing *c, const outcome_part *was,
                          const outcome_part *is) {
  char_vec a = {0}, b = {0};
  if (!was || !is || was->n_pointers != is->n_pointers)
    return false;
  outcome_print_value (c->old->types, &c->old->outcome, was, TYPED_SHORT, &a);
  outcome_print_value (c->now->types, &c->now->outcome, is, TYPED_SHORT, &b);
  text_c (NULL, &a);
  text_c (NULL, &b);
  bool is_same = !strcmp (a.data, b.data);
  bool is_cut = is_cut_short (&a) || is_cut_short (&b);
  vec_release (NULL, &a, &b);
  if (is_divided (c->old, was) && is_divided (c->now, is))
    return is_cut && was->n == is->n && memcmp (was->bytes, is->bytes, is->n);
  return is_same && is_cut && is->what >= OUTCOME_OUTPUT;
}

static void print_apart (const testcase *t, const outcome_part *p,
                         const outcome_part *other, bool has_verb,
                         char_vec *out) {
  char_vec verb = {0}, value = {0};
  datatype s = type_of (t->types, p);
  if (has_verb)
    print_verb (p, &verb);
  if (is_divided (t, p)) {
    print_late (&s, p->bytes, other->bytes, &value);
    /* "sets g = " and "[3] = 4" */
    size_t n = verb.len >= 3 && verb.data[verb.len - 2] == '=' ? 3 : 0;
    text_add (NULL, out, verb.data, verb.len - n);
    const char *told = text_c (NULL, &value);
    text_puts (NULL, out, has_verb ? told : strstr (told, " = ") + 3);
  } else {
    text_add (NULL, out, verb.data, verb.len);
    print_window (p, other, out);
    if (has_verb)
      print_place (p, out);
  }
  vec_release (NULL, &verb, &value);
}

/* One of both may be NULL. */
static void print_change (changing *c, const outcome_part *was,
                          const outcome_part *is) {
  assert (was || is);
  begin_change (c);
  if (differs_late (c, was, is)) {
    print_apart (c->now, is, was, true, c->does);
    print_apart (c->old, was, is, true, c->did);
    print_apart (c->now, is, was, true, c->line);
    text_puts (NULL, c->line, ", was ");
    print_apart (c->old, was, is, false, c->line);
    return;
  }
  print_either (c->now, is, was, c->does);
  print_either (c->old, was, is, c->did);
  if (!is) {
    text_puts (NULL, c->line, "no longer ");
    print_either (c->old, was, is, c->line);
    return;
  }
  print_either (c->now, is, was, c->line);
  if ((has_bare_value (is) && has_bare_value (was)) ||
      (was && is_left_alone (is) && is_left_alone (was))) {
    text_puts (NULL, c->line, ", was ");
    outcome_print_value (c->old->types, &c->old->outcome, was, TYPED_SHORT,
                         c->line);
  } else if (has_bare_value (is) && !was)
    text_puts (NULL, c->line,
               is->what >= OUTCOME_OUTPUT ? ", wrote nothing before"
                                          : ", did not before");
  else if (!was)
    text_puts (NULL, c->line, ", did not before");
  else {
    text_puts (NULL, c->line, "; before: ");
    print_either (c->old, was, is, c->line);
  }
}

static void compare_parts (changing *c) {
  const outcome *a = &c->old->outcome, *b = &c->now->outcome;
  for (uint32_t i = 0; i < b->n && c->n < MOST_PARTS; i++) {
    const outcome_part *is = b->part + i;
    const outcome_part *was =
        outcome_is_told (is) ? outcome_counterpart (b, is, a) : NULL;
    bool is_same = was && is_same_value (c->old, c->now, was, is);
    if (!outcome_is_told (is) ||
        (!was && is_behind_call (is)) || /* told with its call */
        (is_same && (c->has_objects || !leads_to_object (is))))
      continue;
    print_change (c, was, is);
  }
  for (uint32_t i = 0; i < a->n && c->n < MOST_PARTS; i++)
    if (outcome_is_told (a->part + i) && !is_behind_call (a->part + i) &&
        !outcome_counterpart (a, a->part + i, b))
      print_change (c, a->part + i, NULL);
}

bool outcome_print_change (const testcase *old, const testcase *now,
                           char_vec *line, char_vec *does, char_vec *did) {
  changing c = {old, now,  has_same_objects (&now->outcome, &old->outcome),
                0,   line, does,
                did};
  compare_parts (&c);
  return c.n;
}
