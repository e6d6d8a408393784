#include "klee/kexpr_print.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct kexpr_printer {
  const kexprs *k;
  const kexpr_style *style;
  memory *mem;
  char_vec *out;
  arena digits;
  size_t line;          /* where it starts in 'out' */
  map uses, updates;    /* of an expression, of a version: so often */
  map labels, versions; /* label + 1 of those that were printed */
  uint32_t n_labels, n_versions;
} kexpr_printer;

/* Counting. */

static void count_expression (kexpr_printer *p, kexpr e);

static void count_updates (kexpr_printer *p, uint32_t version) {
  const kexpr_version *v = p->k->versions.data + version;
  if (!v->next || (*map_at (&p->updates, version))++)
    return;
  count_updates (p, v->next);
  count_expression (p, v->index);
  count_expression (p, v->value);
}

static void count_expression (kexpr_printer *p, kexpr e) {
  const kexpr_node *n = kexpr_at (p->k, e);
  if (n->op == KEXPR_NUMBER || (*map_at (&p->uses, e.id))++)
    return;
  for (unsigned i = 0; i < kexpr_arity (n); i++)
    count_expression (p, n->arg[i]);
  if (n->op == KEXPR_READ)
    count_updates (p, n->from);
}

/* Text. */

__attribute__ ((format (printf, 2, 3))) static void
print (kexpr_printer *p, const char *fmt, ...) {
  char text[256];
  va_list args;
  va_start (args, fmt);
  int len = vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  assert (len >= 0 && (size_t) len < sizeof text); /* words, numbers */
  text_add (p->mem, p->out, text, (size_t) len);
}

static size_t column (const kexpr_printer *p) { return p->out->len - p->line; }

static void break_line (kexpr_printer *p, size_t indent) {
  text_puts (p->mem, p->out, "\n");
  p->line = p->out->len;
  for (size_t i = 0; i < indent; i++)
    text_puts (p->mem, p->out, " ");
}

static void print_separator (kexpr_printer *p, bool is_simple, size_t indent) {
  if (is_simple)
    print (p, " ");
  else
    break_line (p, indent);
}

static void print_number (kexpr_printer *p, kexpr e, bool has_width) {
  const kexpr_node *n = kexpr_at (p->k, e);
  if (n->width == 1) {
    print (p, "%s", term_word (p->k->ts, n->term) ? "true" : "false");
    return;
  }
  has_width |= p->style->has_number_widths;
  if (has_width)
    print (p, "(w%u ", n->width);
  num_print (p->mem, p->out, term_num (p->k->ts, n->term, &p->digits), 10);
  if (has_width)
    print (p, ")");
}

/* Short enough for the same line. */

static bool has_label (const kexpr_printer *p, kexpr e) {
  return map_get (&p->labels, e.id, 0);
}

static bool is_word_like (const kexpr_printer *p, kexpr e) {
  return kexpr_at (p->k, e)->op == KEXPR_NUMBER || has_label (p, e);
}

static bool is_short (const kexpr_printer *p, kexpr e) {
  const kexpr_node *n = kexpr_at (p->k, e);
  if (n->op != KEXPR_READ || has_label (p, e))
    return is_word_like (p, e);
  return is_word_like (p, n->arg[0]) && (!p->k->versions.data[n->from].next ||
                                         map_get (&p->versions, n->from, 0));
}

/* Reads. */

static void print_expression (kexpr_printer *p, kexpr e, bool has_width);

static void print_version (kexpr_printer *p, uint32_t version) {
  const kexpr_version *all = p->k->versions.data;
  size_t outer = column (p), inner = 0;
  bool is_open = false, breaks = false;
  uint32_t at = version;
  for (; all[at].next; at = all[at].next) {
    uint64_t known = map_get (&p->versions, at, 0);
    if (known) {
      print (p, "%sU%llu", is_open ? "] @ " : "",
             (unsigned long long) known - 1);
      return;
    }
    if (map_get (&p->updates, at, 0) > 1) {
      if (is_open)
        print (p, "] @");
      if (at != version)
        break_line (p, outer);
      print (p, "U%u:", p->n_versions);
      map_put (&p->versions, at, ++p->n_versions);
      is_open = breaks = false;
    }
    print (p, is_open ? "," : "[");
    if (is_open)
      print_separator (p, !breaks, inner);
    else
      inner = column (p);
    is_open = true;
    print_expression (p, all[at].index, false);
    print (p, "=");
    print_expression (p, all[at].value, false);
    breaks = kexpr_at (p->k, all[at].index)->op != KEXPR_NUMBER ||
             kexpr_at (p->k, all[at].value)->op != KEXPR_NUMBER;
  }
  print (p, "%s", is_open ? "] @ " : "");
  text_puts (p->mem, p->out, p->k->arrays.data[all[at].array].name);
}

static void print_read (kexpr_printer *p, const kexpr_node *read,
                        size_t indent) {
  print_expression (p, read->arg[0], false);
  print_separator (p, is_word_like (p, read->arg[0]), indent);
  print_version (p, read->from);
}

/* Is this read one of the byte 'by' behind that of the first? */
static bool is_byte_at (const kexprs *k, const kexpr_node *first,
                        const kexpr_node *n, uint64_t by) {
  if (n->op != KEXPR_READ || n->from != first->from)
    return false;
  const kexpr_node *at = kexpr_at (k, n->arg[0]);
  if (kexpr_at (k, first->arg[0])->op == KEXPR_NUMBER)
    return at->op == KEXPR_NUMBER &&
           term_word (k->ts, at->term) ==
               (uint32_t) (term_word (k->ts, kexpr_term (k, first->arg[0])) +
                           by);
  if (at->op != KEXPR_ADD)
    return false;
  for (int i = 0; i < 2; i++)
    if (at->arg[i].id == first->arg[0].id) {
      const kexpr_node *c = kexpr_at (k, at->arg[!i]);
      return c->op == KEXPR_NUMBER && term_word (k->ts, c->term) == by;
    }
  return false;
}

/* The first byte of several in order, or NULL. The highest is read first. */
static const kexpr_node *first_byte (const kexprs *k, kexpr e, bool is_little) {
  uint32_t n = kexpr_width (k, e) / 8;
  kexpr at = e;
  while (kexpr_at (k, at)->op == KEXPR_CONCAT)
    at = kexpr_at (k, at)->arg[1];
  const kexpr_node *low = kexpr_at (k, at), *high = kexpr_at (k, e);
  high = kexpr_at (k, high->arg[0]);
  const kexpr_node *first = is_little ? low : high;
  if (low->op != KEXPR_READ || high->op != KEXPR_READ)
    return NULL;
  at = e;
  for (uint32_t i = 0; i < n; i++) {
    const kexpr_node *c = kexpr_at (k, at);
    const kexpr_node *byte =
        c->op == KEXPR_CONCAT ? kexpr_at (k, c->arg[0]) : c;
    uint32_t by = is_little ? n - 1 - i : i;
    if ((by && !is_byte_at (k, first, byte, by)) || (!by && byte != first))
      return NULL;
    at = c->op == KEXPR_CONCAT ? c->arg[1] : at;
  }
  return first;
}

/* Expressions. */

static void print_width (kexpr_printer *p, const kexpr_node *n) {
  if (n->width > 1 || p->style->has_widths)
    print (p, " w%u", n->width);
}

/* A number that nothing else gives a width has its own. */
static void print_operands (kexpr_printer *p, const kexpr_node *n,
                            size_t indent) {
  unsigned arity = kexpr_arity (n);
  bool is_simple = true,
       has_width = n->op >= KEXPR_CONCAT && n->op <= KEXPR_SEXT;
  for (unsigned i = 0; i < arity; i++)
    is_simple &= is_short (p, n->arg[i]);
  for (unsigned i = 0; i < arity; i++) {
    bool is_compared = kexpr_compares (n->op) && i &&
                       kexpr_at (p->k, n->arg[0])->op == KEXPR_NUMBER;
    if (i)
      print_separator (p, is_simple, indent);
    print_expression (p, n->arg[i], has_width || is_compared);
  }
}

static bool print_bytes (kexpr_printer *p, kexpr e) {
  const kexpr_node *n = kexpr_at (p->k, e);
  if (p->style->has_bytes || n->op != KEXPR_CONCAT)
    return false;
  const kexpr_node *little = first_byte (p->k, e, true);
  const kexpr_node *first = little ? little : first_byte (p->k, e, false);
  if (!first)
    return false;
  print (p, "(Read%s", little ? "LSB" : "MSB");
  print_width (p, n);
  print (p, " ");
  print_read (p, first, column (p));
  print (p, ")");
  return true;
}

static void print_expression (kexpr_printer *p, kexpr e, bool has_width) {
  const kexpr_node *n = kexpr_at (p->k, e);
  if (n->op == KEXPR_NUMBER) {
    print_number (p, e, has_width);
    return;
  }
  uint64_t label = map_get (&p->labels, e.id, 0);
  if (label) {
    print (p, "N%llu", (unsigned long long) label - 1);
    return;
  }
  if (map_get (&p->uses, e.id, 0) > 1) {
    print (p, "N%u:", p->n_labels);
    map_put (&p->labels, e.id, ++p->n_labels);
  }
  if (print_bytes (p, e))
    return;
  print (p, "(%s", kexpr_name (n->op));
  print_width (p, n);
  print (p, " ");
  size_t indent = column (p);
  if (n->op == KEXPR_READ)
    print_read (p, n, indent);
  else {
    if (n->op == KEXPR_EXTRACT)
      print (p, "%u ", n->low);
    print_operands (p, n, indent);
  }
  print (p, ")");
}

/* Declarations and queries. */

void kexpr_print_array (const kexprs *k, const kexpr_array *a, char_vec *out) {
  text_printf (k->mem, out, "array %s[%llu] : w32 -> w8 = ", a->name,
               (unsigned long long) a->size);
  text_puts (k->mem, out, a->bytes ? "[" : "symbolic");
  for (uint64_t i = 0; a->bytes && i < a->size; i++)
    text_printf (k->mem, out, "%s%u", i ? " " : "", a->bytes[i]);
  text_puts (k->mem, out, a->bytes ? "]\n" : "\n");
}

static void print_list (kexpr_printer *p, const kexpr_vec *all, size_t indent,
                        bool has_widths) {
  for (size_t i = 0; i < all->len; i++) {
    if (i)
      break_line (p, indent);
    print_expression (p, all->data[i], has_widths);
  }
}

static void print_arrays (kexpr_printer *p, const kquery_question *q,
                          size_t indent) {
  if (!q->values.len)
    print (p, " []");
  break_line (p, indent - 1);
  print (p, "[");
  for (size_t i = 0; i < q->arrays.len; i++) {
    if (i)
      break_line (p, indent);
    text_puts (p->mem, p->out, p->k->arrays.data[q->arrays.data[i]].name);
  }
  print (p, "]");
}

static void print_all (kexpr_printer *p, const kquery_question *q) {
  print (p, "(query [");
  size_t indent = column (p);
  print_list (p, &q->constraints, indent, false);
  print (p, "]");
  print_separator (p, !q->constraints.len, indent - 1);
  print_expression (p, q->question, false);
  bool is_false = term_eq (kexpr_condition (p->k, q->question), TERM_FALSE);
  if (q->values.len) {
    print_separator (p, is_false, indent - 1);
    print (p, "[");
    print_list (p, &q->values, indent, true);
    print (p, "]");
  }
  if (q->arrays.len)
    print_arrays (p, q, indent);
  print (p, ")");
  break_line (p, 0);
}

void kexpr_print_query (const kexprs *k, const kexpr_style *style,
                        const kquery_question *q, char_vec *out) {
  kexpr_printer p = {
      .k = k, .style = style, .mem = k->mem, .out = out, .line = out->len};
  arena_init (&p.digits, k->mem);
  map_init (&p.uses, k->mem);
  map_init (&p.updates, k->mem);
  map_init (&p.labels, k->mem);
  map_init (&p.versions, k->mem);
  for (size_t i = 0; i < q->constraints.len; i++)
    count_expression (&p, q->constraints.data[i]);
  count_expression (&p, q->question);
  for (size_t i = 0; i < q->values.len; i++)
    count_expression (&p, q->values.data[i]);
  print_all (&p, q);
  map_release (&p.uses);
  map_release (&p.updates);
  map_release (&p.labels);
  map_release (&p.versions);
  arena_release (&p.digits);
}
