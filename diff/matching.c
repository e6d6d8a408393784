#include "diff/matching.h"

#include "machine/arranging.h"

/* Nothing of it was ever written: it may be anything. */
static bool has_no_value (const outcome_part *p) {
  if (!p->symbol)
    return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->symbol[i].term.id != SYMBYTE_UNSET.id)
      return false;
  return p->n;
}

/* A global that one version wrote is, in the other, as it was at the
 * start; one that only one version has is its own business.
 */

typedef VEC (outcome_part) reply_parts;

typedef struct matching {
  machine *m;
  arena *to;
  const outcome *from[2]; /* by versus_half */
  uint32_t at[2];
  bool is_raw;  /* parts stay as they are */
  unsigned how; /* bits of 'arranged' */
  reply_parts parts[2];
} matching;

static const outcome_part *next_part (const matching *w, int side) {
  const outcome *o = w->from[side];
  return w->at[side] < o->n ? o->part + w->at[side] : NULL;
}

static bool is_matched (const outcome_part *p) {
  return p && p->what <= OUTCOME_GLOBAL;
}

static int part_order (const outcome_part *a, const outcome_part *b) {
  if (!is_matched (a) || !is_matched (b))
    return is_matched (a) ? -1 : is_matched (b);
  return a->what != b->what ? (a->what < b->what ? -1 : 1)
                            : strcmp (a->name, b->name);
}

/* As it is at the start of this version; false: it has none of this name. */
static bool initial_part (const matching *w, int side, const outcome_part *like,
                          outcome_part *out) {
  const program *p = machine_program (w->m);
  for (uint32_t i = 0; i < program_count_globals (p); i++) {
    const global *g = program_global (p, i);
    if (g->is_before != (side == VERSUS_OLD) || strcmp (g->name, like->name))
      continue;
    bool is_cut = like->n < like->size && like->n < g->size;
    uint32_t n = is_cut ? like->n : (uint32_t) g->size;
    uint8_t *bytes = arena_alloc (w->to, n);
    memset (bytes, 0, n);
    if (g->bytes)
      memcpy (bytes, g->bytes, n);
    *out = (outcome_part) {.what = OUTCOME_GLOBAL,
                           .name = like->name,
                           .size = g->size,
                           .n = n,
                           .bytes = bytes,
                           .was = bytes};
    return true;
  }
  return false;
}

static void match_typed (matching *w, const outcome_part *now,
                         const outcome_part *before, const datatype *x,
                         const datatype *y) {
  outcome_part a = *now, b = *before;
  bool is_lost = now->what < OUTCOME_CALL && has_no_value (now) &&
                 has_no_value (before); /* others are for someone to fill */
  arranged how = outcome_arrange (w->m, w->to, x, y, &a, &b);
  w->how |= 1u << (is_lost ? ARRANGED_NOT : how);
  if (w->is_raw) {
    a = outcome_clean (w->m, w->to, now);
    b = outcome_clean (w->m, w->to, before);
  }
  vec_push (NULL, &w->parts[VERSUS_NEW], a);
  vec_push (NULL, &w->parts[VERSUS_OLD], b);
}

/* A table that grew, or shrank: elements that only the longer one has are to be
 * as they were at the call.
 */
static bool make_longer (const matching *w, outcome_part *less,
                         const outcome_part *more) {
  uint32_t n = less->n, all = more->n;
  if (n < less->size || all < more->size || !more->was)
    return false;
  for (uint32_t i = 0; i < more->n_pointers; i++)
    if (more->pointer[i].at + 8 > n)
      return false;
  uint8_t *bytes = arena_alloc (w->to, all);
  symbyte *symbol = arena_alloc (w->to, all * sizeof *symbol);
  memcpy (bytes, more->was, all);
  memcpy (bytes, less->bytes, n);
  memset (symbol, 0, all * sizeof *symbol);
  if (more->was_symbol)
    memcpy (symbol, more->was_symbol, all * sizeof *symbol);
  for (uint32_t i = 0; i < n; i++)
    symbol[i] = less->symbol ? less->symbol[i] : (symbyte) {0};
  less->size = less->n = all;
  less->bytes = bytes;
  less->symbol = symbol;
  return true;
}

static void match_table (matching *w, const outcome_part *now,
                         const outcome_part *before, const datatype *x,
                         const datatype *y) {
  outcome_part a = *now, b = *before;
  bool is_done =
      x->size < y->size ? make_longer (w, &a, &b) : make_longer (w, &b, &a);
  datatype s = *x, t = *y;
  if (is_done)
    s.size = t.size = a.size;
  match_typed (w, is_done ? &a : now, is_done ? &b : before, &s, &t);
  if (is_done && w->is_raw) {
    vec_last (&w->parts[VERSUS_NEW]) = outcome_clean (w->m, w->to, now);
    vec_last (&w->parts[VERSUS_OLD]) = outcome_clean (w->m, w->to, before);
  }
}

static bool is_table (const datatype *s) {
  return s && s->kind == DATATYPE_ARRAY && s->of && s->of->size;
}

/* A static variable that has become something else is each version's own
 * business, as if it had another name.
 */
static bool is_own_business (const matching *w, const char *name,
                             const datatype *x, const datatype *y) {
  const program *p = machine_program (w->m);
  bool is_other = x && y && x->kind != y->kind &&
                  (x->kind >= DATATYPE_POINTER || y->kind >= DATATYPE_POINTER);
  for (uint32_t i = 0; is_other && i < program_count_globals (p); i++) {
    const global *g = program_global (p, i);
    is_other = strcmp (g->name, name) || g->is_local;
  }
  return is_other;
}

static void match_two (matching *w, const outcome_part *now,
                       const outcome_part *before) {
  const program *p = machine_program (w->m);
  const datatype *x = type_of_part (program_types (p), now);
  const datatype *y = type_of_part (program_types_before (p), before);
  if (now->what == OUTCOME_GLOBAL && is_table (x) && is_table (y) &&
      x->of->size == y->of->size && x->size != y->size)
    match_table (w, now, before, x, y);
  else if (now->what != OUTCOME_GLOBAL || !is_own_business (w, now->name, x, y))
    match_typed (w, now, before, x, y);
}

/* The part of this side has no counterpart. */
static void match_alone (matching *w, int side) {
  const outcome_part *p = next_part (w, side);
  outcome_part other;
  w->at[side]++;
  bool has_other =
      p->what == OUTCOME_GLOBAL && initial_part (w, !side, p, &other);
  if (p->what == OUTCOME_GLOBAL && !has_other)
    return;
  if (has_other && side == VERSUS_NEW)
    match_two (w, p, &other);
  else if (has_other)
    match_two (w, &other, p);
  else
    vec_push (NULL, &w->parts[side], *p);
}

static void match_next (matching *w) {
  const outcome_part *a = next_part (w, 0), *b = next_part (w, 1);
  int order = part_order (a, b);
  if (order) {
    match_alone (w, order > 0);
    return;
  }
  match_two (w, a, b);
  w->at[0]++;
  w->at[1]++;
}

/* Of one element of what the result points to; NULL: not known. */
static const datatype *type_behind_result (const datatypes *t, const outcome *o,
                                           const outcome_part *p) {
  const outcome_part *result = outcome_find (o, OUTCOME_RETURN, "");
  const datatype *res = datatypes_element (t, DATATYPES_BEHIND_RESULT);
  bool leads = res && res->size && result && result->n_pointers == 1 &&
               outcome_pointee (o, result->pointer) == p;
  return leads && result->pointer->offset % (int64_t) res->size == 0 ? res
                                                                     : NULL;
}

/* As many of a type as there is room for. */
static datatype array_behind_result (const datatypes *t, const outcome *o,
                                     const outcome_part *p) {
  const datatype *of = type_behind_result (t, o, p);
  bool is_whole = of && p->size % of->size == 0;
  return (datatype) {.kind = DATATYPE_ARRAY,
                     .size = is_whole ? p->size : 0,
                     .name = "",
                     .of = of};
}

/* Whoever was content with less room does not see that there is more, where
 * nothing is in it.
 */
static void drop_more_room (outcome_part *now, uint64_t size) {
  if (now->size <= size || now->n < now->size)
    return;
  for (uint64_t i = size; i < now->n; i++)
    if (now->symbol && now->symbol[i].term.id
            ? now->symbol[i].term.id != SYMBYTE_UNSET.id
            : now->bytes[i] != 0)
      return;
  for (uint32_t i = 0; i < now->n_pointers; i++)
    if (now->pointer[i].at + 8 > size)
      return;
  now->size = now->n = (uint32_t) size;
}

/* What pointers lead to. It has no name; its type is known where the result
 * leads to it.
 */
static void match_objects (matching *w) {
  const program *p = machine_program (w->m);
  const datatypes *now = program_types (p), *before = program_types_before (p);
  bool has_moved = layouts_differ (now, before);
  const outcome_part *a, *b;
  while ((a = next_part (w, 0)) && (b = next_part (w, 1)) &&
         a->what == OUTCOME_OBJECT && b->what == OUTCOME_OBJECT) {
    datatype x = array_behind_result (now, w->from[0], a);
    datatype y = array_behind_result (before, w->from[1], b);
    bool has_types = x.size && y.size;
    outcome_part less = *a;
    if (!has_moved || has_types)
      drop_more_room (&less,
                      has_types ? y.size / y.of->size * x.of->size : b->size);
    x.size = has_types ? less.size : 0;
    bool is_known = has_types && x.size / x.of->size == y.size / y.of->size;
    if (is_known || !has_moved) {
      match_typed (w, &less, b, is_known ? &x : NULL, is_known ? &y : NULL);
      if (less.size < a->size)
        w->how |= 1u << ARRANGED_BY_NAME; /* it is shown as it is */
      if (w->is_raw)
        vec_last (&w->parts[VERSUS_NEW]) = outcome_clean (w->m, w->to, a);
    } else
      w->how |= 1u << ARRANGED_NOT;
    w->at[0]++;
    w->at[1]++;
  }
}

/* What a result leads to: the array that it is in, and of a text that nobody
 * may write, only that; the latter of globals and arguments, too. What lies
 * around is how a version stores it.
 */

typedef struct result_home {
  uint32_t holder, pointer, pointee; /* indices of parts, and of the pointer */
  uint64_t at;                       /* where it leads to */
  uint64_t low, high;                /* from where to where it may go on */
  bool is_text;
} result_home;

static uint32_t count_leads (const outcome *o, uint32_t pointee) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->n; i++)
    for (uint32_t k = 0; k < o->part[i].n_pointers; k++)
      n += o->part[i].pointer[k].kind == POINTEE_PART &&
           o->part[i].pointer[k].part == pointee;
  return n;
}

static const datatype_member *member_at (const datatype *s, uint64_t at) {
  for (uint32_t i = 0; i < s->n; i++) {
    const datatype_member *m = s->member + i;
    if (!m->bits && m->at / 8 <= at && at < m->at / 8 + m->type->size)
      return m;
  }
  return NULL;
}

/* The innermost array of such elements around 'at'. */
static void narrow_home (const datatype *s, uint64_t size, result_home *h) {
  uint64_t low = h->low;
  while (s && (is_table (s) || s->kind == DATATYPE_STRUCT)) {
    const datatype_member *m = NULL;
    if (is_table (s) && s->of->size == size) {
      h->low = low;
      h->high = low + s->size;
      return;
    }
    if (is_table (s))
      low += (h->at - low) / s->of->size * s->of->size;
    else if ((m = member_at (s, h->at - low)))
      low += m->at / 8;
    s = is_table (s) ? s->of : m ? m->type : NULL;
  }
}

/* Where a text ends, and nothing is behind it. */
static void narrow_text (const outcome_part *p, result_home *h) {
  uint64_t end = h->at;
  while (end < h->high &&
         (p->bytes[end] || !outcome_is_known (p, (uint32_t) end)))
    end++;
  for (uint64_t i = end; i < h->high; i++)
    if (p->bytes[i] || !outcome_is_known (p, (uint32_t) i))
      return;
  if (end < h->high) {
    h->low = h->at;
    h->high = end + 1;
  }
}

/* What is declared at this byte, no struct or array; NULL: not known. */
static const datatype *type_at (const datatype *s, uint64_t at) {
  while (s && (is_table (s) || s->kind == DATATYPE_STRUCT)) {
    const datatype_member *m = is_table (s) ? NULL : member_at (s, at);
    at = is_table (s) ? at % s->of->size : at - (m ? m->at / 8 : 0);
    s = is_table (s) ? s->of : m ? m->type : NULL;
  }
  return at ? NULL : s;
}

static bool find_home (const outcome *o, const datatypes *types,
                       uint32_t holder, uint32_t pointer, result_home *out) {
  const outcome_part *from = o->part + holder;
  const outcome_pointer *lead = from->pointer + pointer;
  const datatype *type = type_at (type_of_part (types, from), lead->at);
  bool is_text = type && type->is_constant && !strcmp (type->name, "char *");
  const datatype *element =
      from->what == OUTCOME_RETURN && from->n_pointers == 1
          ? datatypes_element (types, DATATYPES_BEHIND_RESULT)
          : NULL;
  if ((!element && !is_text) || lead->kind != POINTEE_PART ||
      lead->offset < 0 || count_leads (o, lead->part) != 1)
    return false;
  const outcome_part *p = outcome_pointee (o, lead);
  uint64_t at = (uint64_t) lead->offset;
  if (!p || at >= p->n || p->n < p->size || p->n_pointers || p->is_freed)
    return false;
  *out = (result_home) {.holder = holder,
                        .pointer = pointer,
                        .pointee = (uint32_t) (p - o->part),
                        .at = at,
                        .high = p->n,
                        .is_text = is_text};
  narrow_home (type_of_part (types, p), element ? element->size : 1, out);
  if (is_text)
    narrow_text (p, out);
  return out->high <= p->n;
}

static void keep_home (arena *to, outcome *o, const result_home *h) {
  if (!h->low && h->high == o->part[h->pointee].n) /* all of it */
    return;
  outcome_part *part = arena_copy (to, o->part, o->n * sizeof *part);
  outcome_part *p = part + h->pointee, *from = part + h->holder;
  outcome_pointer *lead =
      arena_copy (to, from->pointer, from->n_pointers * sizeof *lead);
  lead[h->pointer].offset = (int64_t) (h->at - h->low);
  from->pointer = lead;
  p->size = p->n = (uint32_t) (h->high - h->low);
  p->bytes += h->low;
  p->symbol = p->symbol ? p->symbol + h->low : NULL;
  p->name = "";
  o->part = part;
}

static void match_homes_of (machine *m, arena *to, outcome both[2], uint32_t x,
                            uint32_t y) {
  const datatypes *now = program_types (machine_program (m));
  const datatypes *before = program_types_before (machine_program (m));
  uint32_t n = both[1].part[y].n_pointers;
  for (uint32_t i = 0, k = 0; i < both[0].part[x].n_pointers; i++) {
    uint64_t at = both[0].part[x].pointer[i].at;
    while (k < n && both[1].part[y].pointer[k].at < at)
      k++;
    result_home a, b;
    if (k < n && both[1].part[y].pointer[k].at == at &&
        find_home (&both[0], now, x, i, &a) &&
        find_home (&both[1], before, y, k, &b) && a.is_text == b.is_text) {
      keep_home (to, &both[0], &a);
      keep_home (to, &both[1], &b);
    }
  }
}

static void match_homes (machine *m, arena *to, outcome both[2]) {
  for (uint32_t x = 0; x < both[0].n; x++)
    for (uint32_t y = 0; is_matched (both[0].part + x) && y < both[1].n; y++)
      if (!part_order (both[0].part + x, both[1].part + y)) {
        match_homes_of (m, to, both, x, y);
        break;
      }
}

/* The rest, as it is. */
static void match_rest (matching *w, int side, outcome *out) {
  reply_parts *all = &w->parts[side];
  for (const outcome_part *p; (p = next_part (w, side)); w->at[side]++)
    vec_push (NULL, all, *p);
  *out = *w->from[side];
  out->n = (uint32_t) all->len;
  out->part = arena_copy (w->to, all->data, all->len * sizeof *all->data);
  vec_release (NULL, all);
}

/* What is passed has no other layout, but one version may leave it unset. Those
 * that only one has are as they are.
 */
static void match_calls (matching *w) {
  const outcome_part *a, *b;
  while ((a = next_part (w, VERSUS_NEW)) && (b = next_part (w, VERSUS_OLD)) &&
         a->what == OUTCOME_CALL && b->what == OUTCOME_CALL) {
    match_typed (w, a, b, NULL, NULL);
    w->at[VERSUS_NEW]++;
    w->at[VERSUS_OLD]++;
  }
  for (int side = VERSUS_NEW; side <= VERSUS_OLD; side++)
    for (const outcome_part *p;
         (p = next_part (w, side)) && p->what == OUTCOME_CALL; w->at[side]++)
      vec_push (NULL, &w->parts[side], *p);
}

bool outcomes_match (machine *m, const state *s, arena *to, outcome *now,
                     outcome *before, bool is_raw) {
  outcome both[] = {*versus_reply (s, VERSUS_NEW),
                    *versus_reply (s, VERSUS_OLD)};
  matching w = {
      .m = m, .to = to, .is_raw = is_raw, .from = {&both[0], &both[1]}};
  match_homes (m, to, both);
  while (is_matched (next_part (&w, 0)) || is_matched (next_part (&w, 1)))
    match_next (&w);
  match_calls (&w);
  match_objects (&w);
  match_rest (&w, VERSUS_NEW, now);
  match_rest (&w, VERSUS_OLD, before);
  before->is_partial |= w.how & 1u << ARRANGED_NOT;
  return w.how & (1u << ARRANGED_BY_NAME | 1u << ARRANGED_NOT);
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
