/* Parts of an outcome whose type has another layout in the old version: what
 * belongs together by name is put into the places of the new one.
 */

#include "machine/arranging.h"

typedef struct arranging {
  arena *to;
  const outcome_part *from;
  outcome_part *out;
  uint8_t *bytes, *was;
  symbyte *symbol, *was_symbol;
  outcome_pointer *pointer; /* of both have room */
} arranging;

static bool is_layout_same (const datatype *a, const datatype *b) {
  bool is_same = a->kind == b->kind && a->size == b->size && !a->of == !b->of &&
                 (a->kind == DATATYPE_ENUM || a->n == b->n);
  if (is_same && a->of)
    return is_layout_same (a->of, b->of);
  for (uint32_t i = 0; is_same && a->kind != DATATYPE_ENUM && i < a->n; i++) {
    const datatype_member *x = a->member + i, *y = b->member + i;
    is_same = !strcmp (x->name, y->name) && x->at == y->at &&
              x->bits == y->bits && is_layout_same (x->type, y->type);
  }
  return is_same;
}

static void *copied (arena *to, const void *from, size_t n) {
  return from ? arena_copy (to, from, n) : NULL;
}

static void drop_pointers (arranging *w, uint64_t at, uint64_t n) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->out->n_pointers; i++)
    if (w->pointer[i].at < at || w->pointer[i].at >= at + n)
      w->pointer[kept++] = w->pointer[i];
  w->out->n_pointers = kept;
}

static void take_pointers (arranging *w, uint64_t at, uint64_t from,
                           uint64_t n) {
  for (uint32_t i = 0; i < w->from->n_pointers; i++) {
    outcome_pointer p = w->from->pointer[i];
    if (p.at < from || p.at >= from + n)
      continue;
    p.at = p.at - from + at;
    uint32_t k = w->out->n_pointers++;
    for (; k && w->pointer[k - 1].at > p.at; k--)
      w->pointer[k] = w->pointer[k - 1];
    w->pointer[k] = p;
  }
}

static bool take_bytes (arranging *w, uint64_t at, uint64_t from, uint64_t n) {
  const outcome_part *p = w->from;
  if (at + n > w->out->n || from + n > p->n)
    return false;
  memcpy (w->bytes + at, p->bytes + from, n);
  for (uint64_t i = 0; i < n; i++)
    w->symbol[at + i] = p->symbol ? p->symbol[from + i] : (symbyte) {0};
  for (uint64_t i = 0; w->was && i < n; i++) {
    w->was[at + i] = p->was ? p->was[from + i] : 0;
    w->was_symbol[at + i] =
        p->was_symbol ? p->was_symbol[from + i] : (symbyte) {0};
  }
  drop_pointers (w, at, n);
  take_pointers (w, at, from, n);
  return true;
}

static const datatype_member *member_named (const datatype *s,
                                            const char *name) {
  for (uint32_t i = 0; i < s->n; i++)
    if (!strcmp (s->member[i].name, name))
      return s->member + i;
  return NULL;
}

static bool arrange (arranging *w, const datatype *a, uint64_t at,
                     const datatype *b, uint64_t from) {
  if (is_layout_same (a, b))
    return take_bytes (w, at, from, a->size);
  bool is_done = a->kind == b->kind;
  if (a->kind == DATATYPE_ARRAY && is_done) {
    uint64_t n = a->of->size ? a->size / a->of->size : 0;
    is_done = n && b->of->size && b->size / b->of->size == n;
    for (uint64_t i = 0; is_done && i < n; i++)
      is_done = arrange (w, a->of, at + i * a->of->size, b->of,
                         from + i * b->of->size);
    return is_done;
  }
  is_done = is_done && a->kind == DATATYPE_STRUCT;
  for (uint32_t i = 0; is_done && i < a->n; i++) {
    const datatype_member *x = a->member + i, *y = member_named (b, x->name);
    if (y) /* one that only one version has is its own business */
      is_done = *x->name && !x->bits && !y->bits &&
                arrange (w, x->type, at + x->at / 8, y->type, from + y->at / 8);
  }
  return is_done;
}

static arranging begin (arena *to, const outcome_part *like,
                        const outcome_part *from, outcome_part *out) {
  uint32_t n = like->n, k = like->n_pointers + from->n_pointers;
  arranging w = {.to = to, .from = from, .out = out};
  *out = *like;
  w.bytes = copied (to, like->bytes, n);
  w.was = copied (to, like->was, n);
  w.symbol = arena_alloc (to, n * sizeof *w.symbol);
  w.was_symbol = arena_alloc (to, n * sizeof *w.was_symbol);
  for (uint32_t i = 0; i < n; i++) {
    w.symbol[i] = like->symbol ? like->symbol[i] : (symbyte) {0};
    w.was_symbol[i] = like->was_symbol ? like->was_symbol[i] : (symbyte) {0};
  }
  w.pointer = arena_alloc (to, k * sizeof *w.pointer);
  for (uint32_t i = 0; i < like->n_pointers; i++)
    w.pointer[i] = like->pointer[i];
  out->bytes = w.bytes;
  out->symbol = w.symbol;
  out->was = w.was;
  out->was_symbol = w.was ? w.was_symbol : NULL;
  out->pointer = w.pointer;
  out->is_freed = from->is_freed;
  return w;
}

static const datatype *type_of_part (const datatypes *t,
                                     const outcome_part *p) {
  const datatype *res = NULL;
  if (p->what == OUTCOME_RETURN)
    res = t->result;
  for (size_t i = 0; i < t->objects.len && p->what != OUTCOME_RETURN; i++)
    if (!strcmp (t->objects.data[i].name, p->name))
      res = t->objects.data[i].type;
  return res && res->size == p->size ? res : NULL;
}

arranged outcome_arrange (arena *to, const datatypes *now,
                          const datatypes *before, const outcome_part *like,
                          outcome_part *part) {
  const datatype *a = type_of_part (now, like);
  const datatype *b = type_of_part (before, part);
  outcome_part res;
  if (!a || !b || is_layout_same (a, b))
    return ARRANGED_AS_IT_IS;
  if (a->kind != DATATYPE_STRUCT && a->kind != DATATYPE_ARRAY &&
      a->kind != DATATYPE_UNION)
    return ARRANGED_AS_IT_IS; /* numbers: their bits are compared */
  arranging w = begin (to, like, part, &res);
  if (like->n < like->size || !arrange (&w, a, 0, b, 0))
    return ARRANGED_NOT;
  *part = res;
  return ARRANGED_BY_NAME;
}

bool layouts_differ (const datatypes *a, const datatypes *b) {
  for (size_t i = 0; i < a->all.len; i++) {
    const datatype *x = a->all.data[i];
    bool is_named =
        (x->kind == DATATYPE_STRUCT || x->kind == DATATYPE_UNION) && *x->name;
    for (size_t k = 0; is_named && k < b->all.len; k++)
      if (b->all.data[k]->kind == x->kind &&
          !strcmp (b->all.data[k]->name, x->name) &&
          !is_layout_same (x, b->all.data[k]))
        return true;
  }
  return false;
}
