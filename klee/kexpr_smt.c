#include "klee/kexpr_smt.h"

#include <stdarg.h>
#include <stdio.h>

/* One of what is shared. */
typedef struct kexpr_shared {
  kexpr expr;
  uint32_t level; /* of let: 1 more than those that it needs; 0: not known */
  bool is_named;  /* it was written */
} kexpr_shared;

typedef struct kexpr_smt {
  kexprs *k;
  memory *mem;
  char_vec *out;
  arena digits;
  kexpr_sharing sharing;
  map seen, updates, arrays; /* expressions, versions, numbers of arrays */
  map shared;                /* expression -> index + 1 */
  VEC (kexpr_shared) all;
  u32_vec used;   /* arrays */
  uint32_t until; /* lets of this level and above are not open yet; 0: all */
} kexpr_smt;

/* What there is. */

static void scan_expression (kexpr_smt *w, kexpr e);

static void use_array (kexpr_smt *w, uint32_t array) {
  if (!(*map_at (&w->arrays, array + 1))++)
    vec_push (w->mem, &w->used, array);
}

static void scan_version (kexpr_smt *w, uint32_t version) {
  const kexpr_version *v = w->k->versions.data + version;
  if ((*map_at (&w->updates, version))++)
    return;
  if (!v->next) {
    use_array (w, v->array);
    return;
  }
  scan_version (w, v->next);
  scan_expression (w, v->index);
  scan_expression (w, v->value);
}

static void scan_expression (kexpr_smt *w, kexpr e) {
  const kexpr_node *n = kexpr_at (w->k, e);
  if (n->op == KEXPR_NUMBER)
    return;
  if ((*map_at (&w->seen, e.id))++) {
    if (w->sharing != KEXPR_TWICE && !map_find (&w->shared, e.id)) {
      vec_push (w->mem, &w->all, (kexpr_shared) {.expr = e});
      map_put (&w->shared, e.id, w->all.len);
    }
    return;
  }
  if (n->op == KEXPR_READ)
    scan_version (w, n->from);
  for (unsigned i = 0; i < kexpr_arity (n); i++)
    scan_expression (w, n->arg[i]);
}

/* Levels of let. */

static uint32_t level_of (kexpr_smt *w, kexpr e, bool is_itself);

static uint32_t most_of (uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t level_within (kexpr_smt *w, kexpr e) {
  const kexpr_node *n = kexpr_at (w->k, e);
  uint32_t level = 0;
  for (unsigned i = 0; i < kexpr_arity (n); i++)
    level = most_of (level, level_of (w, n->arg[i], false));
  uint32_t v = n->op == KEXPR_READ ? n->from : 0;
  for (; v; v = w->k->versions.data[v].next) {
    const kexpr_version *at = w->k->versions.data + v;
    if (at->next) {
      level = most_of (level, level_of (w, at->index, false));
      level = most_of (level, level_of (w, at->value, false));
    }
  }
  return level;
}

static uint32_t level_of (kexpr_smt *w, kexpr e, bool is_itself) {
  uint64_t at = map_get (&w->shared, e.id, 0);
  if (!at)
    return level_within (w, e);
  if (!w->all.data[at - 1].level)
    w->all.data[at - 1].level = level_within (w, e) + 1;
  return w->all.data[at - 1].level - is_itself;
}

/* Text. */

__attribute__ ((format (printf, 2, 3))) static void
write_smt (kexpr_smt *w, const char *fmt, ...) {
  char text[128];
  va_list args;
  va_start (args, fmt);
  int len = vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  assert (len >= 0 && (size_t) len < sizeof text); /* words, numbers */
  text_add (w->mem, w->out, text, (size_t) len);
}

static bool is_boolean (const kexpr_smt *w, kexpr e) {
  const kexpr_node *n = kexpr_at (w->k, e);
  if (kexpr_compares (n->op))
    return true;
  bool may = n->op == KEXPR_NUMBER || n->op == KEXPR_SELECT ||
             n->op == KEXPR_NOT || n->op == KEXPR_AND || n->op == KEXPR_OR ||
             n->op == KEXPR_XOR;
  return may && n->width == 1;
}

static void write_expression (kexpr_smt *w, kexpr e, bool as_boolean);

static void write_number (kexpr_smt *w, const kexpr_node *n) {
  if (n->width == 1) {
    write_smt (w, "%s", term_word (w->k->ts, n->term) ? "true" : "false");
    return;
  }
  write_smt (w, "(_ bv");
  num_print (w->mem, w->out, term_num (w->k->ts, n->term, &w->digits), 10);
  write_smt (w, " %u)", n->width);
}

static void write_version (kexpr_smt *w, uint32_t version) {
  const kexpr_version *v = w->k->versions.data + version;
  if (!v->next) {
    text_puts (w->mem, w->out, w->k->arrays.data[v->array].name);
    return;
  }
  kexpr index = v->index, value = v->value;
  write_smt (w, "(store  ");
  write_version (w, v->next);
  write_smt (w, " ");
  write_expression (w, index, false);
  write_smt (w, " ");
  write_expression (w, value, false);
  write_smt (w, " )");
}

/* What is shifted too far is 0. */
static void write_shift (kexpr_smt *w, const kexpr_node *n) {
  write_smt (w, "(ite (bvuge ");
  write_expression (w, n->arg[1], false);
  write_smt (w, " (_ bv%u %u) ) (_ bv0 %u) (bvashr ", n->width, n->width,
             n->width);
  write_expression (w, n->arg[0], false);
  write_smt (w, " ");
  write_expression (w, n->arg[1], false);
  write_smt (w, " ) )");
}

/* Where the name begins without "bv". */
static int boolean_at (kexpr_op op) {
  bool is_prefixed = text_begins (kexpr_smt_name (op), "bv");
  return is_prefixed && !kexpr_compares (op) ? 2 : 0;
}

static void write_operator (kexpr_smt *w, kexpr e, const kexpr_node *n) {
  const char *name = kexpr_smt_name (n->op);
  uint32_t from = kexpr_arity (n) ? kexpr_width (w->k, n->arg[0]) : 0;
  if (n->op == KEXPR_EXTRACT)
    write_smt (w, "((_ %s %u %u) ", name, n->low + n->width - 1, n->low);
  else if (n->op == KEXPR_ZEXT || n->op == KEXPR_SEXT)
    write_smt (w, "((_ %s %u) ", name, n->width - from);
  else
    write_smt (w, "(%s ", name + (is_boolean (w, e) ? boolean_at (n->op) : 0));
  bool is_condition = n->op == KEXPR_EQ || n->op == KEXPR_NE
                          ? is_boolean (w, n->arg[0])
                          : is_boolean (w, e) && !kexpr_compares (n->op);
  for (unsigned i = 0; i < kexpr_arity (n); i++) {
    write_smt (w, " ");
    write_expression (w, n->arg[i],
                      n->op == KEXPR_SELECT && !i ? true : is_condition);
  }
  write_smt (w, " )");
}

static void write_full (kexpr_smt *w, kexpr e) {
  const kexpr_node *n = kexpr_at (w->k, e);
  if (n->op == KEXPR_NUMBER)
    write_number (w, n);
  else if (n->op == KEXPR_READ) {
    write_smt (w, "(select  ");
    write_version (w, n->from);
    write_smt (w, " ");
    write_expression (w, n->arg[0], false);
    write_smt (w, " )");
  } else if (n->op == KEXPR_ASHR)
    write_shift (w, n);
  else
    write_operator (w, e, n);
}

static void write_cast (kexpr_smt *w, kexpr e, bool to_boolean) {
  write_smt (w, to_boolean ? "(bvugt " : "(ite ");
  write_expression (w, e, !to_boolean);
  if (to_boolean)
    write_smt (w, " (_ bv0 %u) )", kexpr_width (w->k, e));
  else
    write_smt (w, " (_ bv1 1) (_ bv0 1) )");
}

static void write_expression (kexpr_smt *w, kexpr e, bool as_boolean) {
  if (is_boolean (w, e) != as_boolean) {
    write_cast (w, e, as_boolean);
    return;
  }
  uint64_t at = map_get (&w->shared, e.id, 0);
  kexpr_shared *s = at ? w->all.data + at - 1 : NULL;
  if (!s || (w->sharing == KEXPR_LET && s->level >= w->until)) {
    write_full (w, e);
    return;
  }
  if (w->sharing == KEXPR_NAMED && !s->is_named) {
    s->is_named = true;
    write_smt (w, "(! ");
    write_full (w, e);
    write_smt (w, " :named ?B%llu)", (unsigned long long) at);
  } else
    write_smt (w, "?B%llu", (unsigned long long) at);
}

/* Of one level. False: there is none. */
static bool write_let (kexpr_smt *w, uint32_t level) {
  bool is_any = false;
  w->until = level;
  for (size_t i = 0; i < w->all.len; i++) {
    const kexpr_shared *s = w->all.data + i;
    if (s->level != level)
      continue;
    write_smt (w, is_any ? " (?B%zu " : "(let ( (?B%zu ", i + 1);
    write_expression (w, s->expr, is_boolean (w, s->expr));
    write_smt (w, " )");
    is_any = true;
  }
  write_smt (w, "%s", is_any ? " ) " : "");
  return is_any;
}

/* The constraints, and not the question. */
static void write_assertion (kexpr_smt *w, kexpr opposite,
                             const kquery_question *q) {
  uint32_t lets = 0;
  for (size_t i = 0; i < w->all.len; i++)
    level_of (w, w->all.data[i].expr, true);
  write_smt (w, "(assert ");
  while (w->sharing == KEXPR_LET && write_let (w, lets + 1))
    lets++;
  w->until = UINT32_MAX;
  for (size_t i = 0; i < q->constraints.len; i++)
    write_smt (w, "(and  ");
  write_expression (w, opposite, true);
  for (size_t i = 0; i < q->constraints.len; i++) {
    write_smt (w, " ");
    write_expression (w, q->constraints.data[i], true);
    write_smt (w, " )");
  }
  while (lets--)
    write_smt (w, " )");
  write_smt (w, " )\n");
}

static int by_array_name (const void *a, const void *b, void *k) {
  const kexpr_array *all = ((const kexprs *) k)->arrays.data;
  return strcmp (all[*(const uint32_t *) a].name,
                 all[*(const uint32_t *) b].name);
}

static void write_arrays (kexpr_smt *w) {
  const kexpr_array *all = w->k->arrays.data;
  if (w->used.len)
    qsort_r (w->used.data, w->used.len, sizeof *w->used.data, by_array_name,
             w->k);
  for (size_t i = 0; i < w->used.len; i++)
    text_printf (w->mem, w->out,
                 "(declare-fun %s () (Array (_ BitVec 32) (_ BitVec 8) ) )\n",
                 all[w->used.data[i]].name);
  for (size_t i = 0; i < w->used.len; i++) {
    const kexpr_array *a = all + w->used.data[i];
    for (uint64_t at = 0; a->bytes && at < a->size; at++)
      text_printf (w->mem, w->out,
                   "(assert (=  (select %s (_ bv%llu 32) ) (_ bv%u 8) ) )\n",
                   a->name, (unsigned long long) at, a->bytes[at]);
  }
}

static void write_values (kexpr_smt *w, const kquery_question *q) {
  for (size_t i = 0; i < q->arrays.len; i++) {
    const kexpr_array *a = w->k->arrays.data + q->arrays.data[i];
    for (uint64_t at = 0; at < a->size; at++)
      text_printf (w->mem, w->out,
                   "(get-value ( (select %s (_ bv%llu 32) ) ) )\n", a->name,
                   (unsigned long long) at);
  }
}

void kexpr_write_smt (kexprs *k, kexpr_sharing sharing,
                      const kquery_question *q, char_vec *out) {
  kexpr_smt w = {.k = k, .mem = k->mem, .out = out, .sharing = sharing};
  arena_init (&w.digits, k->mem);
  map *const maps[] = {&w.seen, &w.updates, &w.arrays, &w.shared};
  for (int i = 0; i < 4; i++)
    map_init (maps[i], k->mem);
  kexpr opposite = kexpr_opposite (k, q->question);
  for (size_t i = 0; i < q->constraints.len; i++)
    scan_expression (&w, q->constraints.data[i]);
  scan_expression (&w, opposite);
  for (size_t i = 0; i < q->arrays.len; i++)
    use_array (&w, q->arrays.data[i]);
  if (q->arrays.len)
    write_smt (&w, "(set-option :produce-models true)\n");
  write_smt (&w, "(set-logic QF_AUFBV )\n");
  write_arrays (&w);
  write_assertion (&w, opposite, q);
  write_smt (&w, "(check-sat)\n");
  write_values (&w, q);
  write_smt (&w, "(exit)\n");
  for (int i = 0; i < 4; i++)
    map_release (maps[i]);
  vec_release (w.mem, &w.all, &w.used);
  arena_release (&w.digits);
}
