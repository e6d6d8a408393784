/* What two versions of a function expect of their callers, together: the answer
 * is the same whichever of them is the new one. Each has numbers of parameters
 * and offsets of members of its own.
 */

#include "diff/one_module.h"

typedef struct uniting {
  const program_config *config;
  arena *to;
  LLVMValueRef f, other;
} uniting;

/* Of a parameter of LLVM; unknown where it is a part of one of C. */
static ctype type_of_param (const uniting *u, LLVMValueRef f, uint32_t param) {
  ctype_vec all = {0};
  bool is_known =
      ctype_params (u->config->mem, f, &all) && all.len == LLVMCountParams (f);
  ctype res = is_known ? all.data[param - 1] : (ctype) {0};
  vec_release (u->config->mem, &all);
  return res;
}

/* The member that is called the same. */
static bool move_field (memory *mem, ctype from, ctype to, int32_t *field) {
  member_vec a = {0}, b = {0};
  const ctype_member *x = NULL, *y = NULL;
  if (from.kind != CTYPE_STRUCT || to.kind != CTYPE_STRUCT)
    return true;
  ctype_members (mem, from, &a);
  ctype_members (mem, to, &b);
  for (size_t i = 0; i < a.len; i++)
    if (a.data[i].bit_offset / 8 <= (uint64_t) *field)
      x = a.data + i;
  for (size_t i = 0; x && i < b.len; i++)
    if (x->len == b.data[i].len && !strncmp (x->name, b.data[i].name, x->len))
      y = b.data + i;
  int32_t rest = x ? *field - (int32_t) (x->bit_offset / 8) : 0;
  bool is_there = y && (!rest || move_field (mem, x->ctype, y->ctype, &rest));
  if (is_there)
    *field = (int32_t) (y->bit_offset / 8) + rest;
  vec_release (mem, &a, &b);
  return is_there;
}

/* What is one of the other version becomes one of this. */
static bool move (const uniting *u, holder *h) {
  if (!h->param)
    return true;
  LLVMValueRef param = LLVMGetParam (u->other, h->param - 1);
  LLVMValueRef own =
      parameters_given (u->config, param)
          ? NULL
          : parameters_counterpart (u->config, u->f, u->other, h->param - 1);
  uint32_t k = 1;
  for (LLVMValueRef p = LLVMGetFirstParam (u->f); p && p != own;
       p = LLVMGetNextParam (p))
    k++;
  ctype from = type_of_param (u, u->other, h->param);
  h->param = k;
  return own &&
         (h->field < 0 ||
          move_field (u->config->mem, ctype_target (from),
                      ctype_target (type_of_param (u, u->f, k)), &h->field));
}

/* Where --defaults says how many there are, that is a number of bytes. */
static void count_default (const uniting *u, LLVMValueRef f, extent *e) {
  LLVMValueRef given =
      e->kind == EXTENT_COUNT && e->by.field < 0
          ? parameters_given (u->config, LLVMGetParam (f, e->by.param - 1))
          : NULL;
  if (!given || !LLVMIsAConstantInt (given) || e->of.field >= 0 || e->per)
    return;
  uint64_t one = ctype_target (type_of_param (u, f, e->of.param)).size;
  uint64_t n = LLVMConstIntGetZExtValue (given);
  if (n > UINT16_MAX || e->times.param)
    return;
  e->kind = EXTENT_FIXED;
  e->bytes = n * e->scale * (one && !e->in_bytes ? one : 1);
  e->is_learned = true;
  e->by = (holder) {0};
}

static bool is_same_holder (holder a, holder b) {
  return a.param == b.param && (!a.param || a.field == b.field);
}

static bool is_same_count (const extent *a, const extent *b) {
  return a->kind == b->kind && is_same_holder (a->by, b->by) &&
         is_same_holder (a->times, b->times) && a->scale == b->scale &&
         a->per == b->per && a->in_bytes == b->in_bytes;
}

static void unite_indices (extent *e, const extent *more) {
  for (uint32_t i = 0; i < more->n_indices; i++) {
    bool is_new = e->n_indices < CONTRACT_INDICES;
    for (uint32_t k = 0; k < e->n_indices; k++)
      is_new &= !is_same_holder (e->index[k].by, more->index[i].by);
    if (is_new)
      e->index[e->n_indices++] = more->index[i];
  }
}

/* Is the second one the better measure? An end is one in any case. */
static bool is_better (const extent *a, const extent *b) {
  static const uint8_t rank[] = {[EXTENT_UNKNOWN] = 0,
                                 [EXTENT_FIXED] = 1,
                                 [EXTENT_COUNT] = 2,
                                 [EXTENT_END] = 3};
  return rank[a->kind] < rank[b->kind] ||
         (a->kind == EXTENT_END && b->kind == EXTENT_END &&
          b->by.param < a->by.param);
}

static extent united (const uniting *u, extent e, extent more) {
  if (is_better (&e, &more)) {
    extent swapped = e;
    e = more;
    more = swapped;
  }
  uint64_t least = more.kind == EXTENT_FIXED ? more.bytes : more.least;
  bool is_more = more.kind == EXTENT_COUNT ? !is_same_count (&e, &more)
                                           : more.kind != EXTENT_END && least;
  if (e.kind == EXTENT_FIXED && least > e.bytes)
    e.bytes = least;
  if (e.kind != EXTENT_UNKNOWN && e.kind != EXTENT_FIXED && is_more) {
    more.kind = more.kind == EXTENT_COUNT ? EXTENT_COUNT : EXTENT_FIXED;
    more.bytes = least;
    e.also = arena_copy (u->to, &more, sizeof more);
  }
  e.least = least > e.least ? least : e.least;
  e.seen |= more.seen;
  e.is_signed |= more.is_signed;
  e.is_checked |= more.is_checked;
  unite_indices (&e, &more);
  return e;
}

static void add (const uniting *u, extent e, extent_vec *out) {
  count_default (u, u->other, &e);
  if (e.table || !move (u, &e.of))
    return;
  if (!move (u, &e.by) || !move (u, &e.times)) {
    e.kind = EXTENT_UNKNOWN;
    e.by = e.times = (holder) {0};
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < e.n_indices; i++)
    if (move (u, &e.index[i].by) && move (u, &e.index[i].below))
      e.index[n++] = e.index[i];
  e.n_indices = n;
  for (size_t i = 0; i < out->len; i++)
    if (!out->data[i].table && is_same_holder (out->data[i].of, e.of)) {
      out->data[i] = united (u, out->data[i], e);
      return;
    }
  vec_push (u->config->mem, out, e);
}

void expected_unite (const program_config *config, arena *to, LLVMValueRef f,
                     LLVMValueRef other, extent_vec *out) {
  const uniting u = {config, to, f, other};
  extent_vec more = {0};
  for (size_t i = 0; i < out->len; i++)
    count_default (&u, f, out->data + i);
  contract_learn (config->mem, other, &more);
  for (size_t i = 0; i < more.len; i++)
    add (&u, more.data[i], out);
  vec_release (config->mem, &more);
}
