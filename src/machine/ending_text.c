#include "machine/ending_text.h"

#include "base/grouped.h"
#include "base/shown.h"

#include <inttypes.h>

#define SHOWN_STRING 24 /* bytes of a constant that has no name */

static const char *const templates[WHY_COUNT] = {
#define REASON(NAME, CLASS, template) [WHY_##NAME] = template,
#include "machine/reasons.def"
};

/* What is being printed, and to where. */
typedef struct teller {
  const cause *cause;
  const end_record *end; /* NULL: the cause is all there is */
  uint64_t count;
  memory *mem;
  char_vec *out;
} teller;

static void ending_put_value (const teller *t, unsigned i) {
  uint64_t v = t->cause->value[i];
  switch ((value_form) t->cause->form[i]) {
  case VALUE_UNSIGNED:
    text_printf (t->mem, t->out, "%" PRIu64, v);
    break;
  case VALUE_SIGNED:
    text_printf (t->mem, t->out, "%" PRId64, (int64_t) v);
    break;
  case VALUE_ADDRESS:
    text_printf (t->mem, t->out, "0x%" PRIx64, v);
    break;
  default:
    text_puts (t->mem, t->out, "?");
  }
}

static void ending_put_text (const teller *t, unsigned i) {
  shown_add (t->mem, t->out, t->cause->text[i] ? t->cause->text[i] : "?");
}

/* Nouns: "address" has "addresses". */
static void put_many (const teller *t) {
  ending_put_text (t, 0);
  text_puts (t->mem, t->out, vec_last (t->out) == 's' ? "es" : "s");
}

static void ending_put_bytes (const teller *t, uint64_t n) {
  text_printf (t->mem, t->out, "%" PRIu64 " byte%s", n, n == 1 ? "" : "s");
}

/* Objects. */

/* What a driven function got is as large as its test says, like all of it. */
static void put_size (const teller *t) {
  const end_object *o = &t->end->object;
  bool is_driven = o->origin == ORIGIN_MADE && o->name;
  text_puts (t->mem, t->out, o->is_most ? "at most " : "");
  ending_put_bytes (t, o->size);
  text_puts (t->mem, t->out,
             o->has_symbolic_size && !is_driven ? " (symbolic)" : "");
}

/* The start of what it says. */
static void put_string (const teller *t, const char *text) {
  size_t len = strlen (text), n = len < SHOWN_STRING ? len : SHOWN_STRING;
  text_puts (t->mem, t->out, " of \"");
  for (size_t i = 0; i < n; i++)
    vec_push (t->mem, t->out,
              (unsigned char) text[i] < ' ' || text[i] == '"' ? '?' : text[i]);
  text_puts (t->mem, t->out, n < len ? "...\"" : "\"");
}

/* With a file where it is another than that of the end. */
static void put_related (const teller *t, uint32_t i) {
  const source_place *p = t->end->related + i;
  bool is_named = t->end->object.name != NULL;
  text_printf (t->mem, t->out, "%s%s in %s", i || is_named ? ", " : " ",
               end_related_what (t->end, i), p->function);
  if (strcmp (p->file, t->end->at.file))
    text_printf (t->mem, t->out, " (%s:%u)", p->file, p->line);
  else
    text_printf (t->mem, t->out, ":%u", p->line);
}

static void put_object (const teller *t) {
  const end_object *o = &t->end->object;
  put_size (t);
  if (o->name && o->origin == ORIGIN_STRING)
    put_string (t, o->name);
  else if (o->name) {
    text_puts (t->mem, t->out, " of ");
    shown_add (t->mem, t->out, o->name);
  }
  for (uint32_t i = 0; i < t->end->n_related; i++)
    put_related (t, i);
}

/* Templates: reasons.def. */

static void put_part (const teller *t, const char *name, size_t len) {
  if ((*name == '0' || *name == '1') && len == 2)
    text_puts (t->mem, t->out, t->cause->value[*name - '0'] == 1 ? "" : "s");
  else if (*name == '0' || *name == '1')
    ending_put_value (t, (unsigned) (*name - '0'));
  else if (*name == 'n')
    text_puts (t->mem, t->out, GROUPED (t->count));
  else if (len == 1)
    ending_put_text (t, *name == 'b');
  else if (len == 2)
    put_many (t);
  else if (!t->end)
    text_puts (t->mem, t->out, "?");
  else if (*name == 's')
    put_size (t);
  else if (*name == 'a')
    ending_put_bytes (t, t->end->object.access);
  else if (!strncmp (name, "of", 2))
    text_printf (t->mem, t->out, "%" PRId64, t->end->object.offset);
  else
    put_object (t);
}

/* Up to 'end'; alternatives are not nested. */
static void put_all (const teller *t, const char *p, const char *end) {
  while (p < end) {
    size_t plain = strcspn (p, "{[");
    plain = plain < (size_t) (end - p) ? plain : (size_t) (end - p);
    text_add (t->mem, t->out, p, plain);
    p += plain;
    if (p == end)
      break;
    size_t len = strcspn (p + 1, *p == '{' ? "}" : "]");
    const char *last = p + 1 + len;
    assert (len && last < end); /* it is closed */
    if (*p++ == '{')
      put_part (t, p, len);
    else {
      const char *middle = memchr (p, '|', len);
      assert (middle); /* there are two */
      put_all (t, t->count == 1 ? p : middle + 1,
               t->count == 1 ? middle : last);
    }
    p = last + 1;
  }
}

static void put_template (const teller *t) {
  assert (t->cause->reason < WHY_COUNT);
  const char *p = templates[t->cause->reason];
  put_all (t, p, p + strlen (p));
}

void cause_print (const cause *c, uint64_t count, memory *mem, char_vec *out) {
  put_template (&(teller) {.cause = c, .count = count, .mem = mem, .out = out});
}

void end_print (const end_record *e, memory *mem, char_vec *out) {
  if (e->object.is_guessed)
    text_puts (mem, out, "symbolic pointer: ");
  put_template (&(teller) {
      .cause = &e->cause, .end = e, .count = 1, .mem = mem, .out = out});
}

/* Stacks. */

static void source_place_print (const source_place *p, memory *mem,
                                char_vec *out) {
  text_puts (mem, out, p->function);
  if (p->line)
    text_printf (mem, out, " (%s:%u)", p->file, p->line);
}

void calls_print (size_t n, const source_place *call, memory *mem,
                  char_vec *out) {
  for (size_t i = 0; i < n; i++) {
    if (!strncmp (call[i].function, "__reprise_", 10))
      continue; /* ours, around main */
    text_printf (mem, out, "#%zu ", i);
    source_place_print (call + i, mem, out);
    text_puts (mem, out, "\n");
  }
}
