/* Indices that a function leaves to its callers.
 *
 * A parameter that is compared with nothing has to be inside: that is for who
 * calls. A member of a struct is inside between calls, if it is an index: the
 * function may look at it, "if (r->head < r->cap)", but not at what it has just
 * made of it, "if (++r->head == r->cap)", which only keeps it so.
 */

#include "program/contract_priv.h"

typedef VEC (LLVMBasicBlockRef) block_vec;

static bool writes (const learning *l, LLVMValueRef v, holder h) {
  return LLVMIsAStoreInst (v) &&
         is_same (contract_place (l, LLVMGetOperand (v, 1)), h);
}

static bool is_seen (const block_vec *all, LLVMBasicBlockRef b) {
  for (size_t i = 0; i < all->len; i++)
    if (all->data[i] == b)
      return true;
  return false;
}

/* 1: it gets to the load, 0: it writes before, or is over. */
static bool gets_through (const learning *l, LLVMBasicBlockRef b,
                          LLVMValueRef load, holder h, bool *is_over) {
  *is_over = false;
  EACH_INSTRUCTION (v, b) {
    *is_over = v == load || writes (l, v, h);
    if (*is_over)
      return v == load;
  }
  return false;
}

/* May it load what the caller left there? */
static bool loads_first (const learning *l, LLVMValueRef load, holder h) {
  block_vec todo = {0};
  bool is_over, found = false;
  vec_push (l->mem, &todo, LLVMGetEntryBasicBlock (l->function));
  for (size_t i = 0; i < todo.len && !found; i++) {
    found = gets_through (l, todo.data[i], load, h, &is_over);
    LLVMValueRef end = LLVMGetBasicBlockTerminator (todo.data[i]);
    for (unsigned k = 0; !is_over && k < LLVMGetNumSuccessors (end); k++)
      if (!is_seen (&todo, LLVMGetSuccessor (end, k)))
        vec_push (l->mem, &todo, LLVMGetSuccessor (end, k));
  }
  vec_release (l->mem, &todo);
  return found;
}

/* Is the sum with it put back where it is from? */
static bool is_put_back (const learning *l, LLVMValueRef load, holder h) {
  int64_t sum;
  EACH_INSTRUCTION_OF (v, l->function)
    if (writes (l, v, h) &&
        contract_bare (LLVMGetOperand (v, 0), &sum) == load && sum)
      return true;
  return false;
}

/* Is it the end of what the index is used for, or a number that has not to do
 * with other indices?
 */
static bool is_limit (const learning *l, const extent *e, LLVMValueRef v,
                      bool is_equality) {
  holder h = contract_held (l, v);
  for (uint32_t i = 0; i < e->n_indices && is_held (h); i++)
    if (is_same (h, e->index[i].by))
      return false;
  return !is_equality || !is_held (h) || is_same (h, e->by) ||
         contract_is_count (l, h);
}

/* "i == 8", "i > 7" of an array with 8 elements; of others nobody knows. */
static bool is_at_end (const extent *e, LLVMValueRef number, int64_t sum) {
  int64_t n = LLVMConstIntGetSExtValue (number) - sum;
  return e->elements && n + 1 >= (int64_t) e->elements &&
         n <= (int64_t) e->elements + 1;
}

/* What the function asks of a member: it is ready for what it compares with. Of
 * a sum that it puts back, "++r->head == r->cap", it lets the last stay only
 * with "++r->head > r->cap".
 */
static void look (const learning *l, const extent *e, LLVMValueRef v,
                  index_use *x) {
  LLVMIntPredicate p = LLVMGetICmpPredicate (v);
  bool is_equality = p <= LLVMIntNE;
  for (unsigned i = 0; i < 2; i++) {
    int64_t sum, more;
    LLVMValueRef of = contract_bare (LLVMGetOperand (v, i), &sum);
    LLVMValueRef with = contract_bare (LLVMGetOperand (v, 1 - i), &more);
    if (!LLVMIsALoadInst (of) || !is_same (contract_held (l, of), x->by) ||
        !loads_first (l, of, x->by))
      continue;
    bool is_past = p == LLVMIntSGT || p == LLVMIntUGT || p == LLVMIntSLE ||
                   p == LLVMIntULE;
    is_past = i ? !is_past && !is_equality : is_past;
    bool is_number = LLVMIsAConstantInt (with) != NULL;
    bool is_end = is_number ? is_at_end (e, with, sum)
                            : is_limit (l, e, with, is_equality);
    bool is_kept = sum > 0 && !is_past && is_put_back (l, of, x->by);
    if (is_end && !is_kept && !(is_equality && sum > 0)) {
      bool is_count = is_number && x->more <= 0; /* "r->used > 8" */
      int32_t least = sum > 0 && !is_past ? 1 : is_count ? -2 : 0;
      x->more = x->more > least ? least : x->more;
    }
    if (!is_number || is_put_back (l, of, x->by))
      continue;
    if (p >= LLVMIntSGT && p <= LLVMIntSLE &&
        LLVMConstIntGetSExtValue (with) - sum <= 1)
      x->has_least = false;
    else if (is_equality && LLVMConstIntGetSExtValue (with) == -1 &&
             x->least > -1)
      x->least = -1;
  }
}

/* In a[i + 1] and a[i + 2], at least -1 and 3 more. */
static void use_part (extent *e, holder by, holder below, int64_t ahead) {
  bool is_count = by.field < 0 && is_same (by, e->by);
  if (!is_held (by) || is_count || is_same (by, e->of) || ahead < -64 ||
      ahead > 64)
    return;
  int32_t least = by.field >= 0 && ahead < 0 ? 0 : (int32_t) -ahead;
  int32_t more = (int32_t) ahead + 1;
  for (uint32_t i = 0; i < e->n_indices; i++) {
    index_use *x = e->index + i;
    if (!is_same (x->by, by) || !is_same (x->below, below))
      continue;
    x->least = least > x->least ? least : x->least;
    x->more = more > x->more ? more : x->more;
    return;
  }
  if (e->n_indices < CONTRACT_INDICES)
    e->index[e->n_indices++] = (index_use) {by, below, true, least, more};
}

/* "r->head + n": both are inside, one as well as the other. */
static void use_sum (const learning *l, extent *e, LLVMValueRef v,
                     bool is_wrapped) {
  int64_t sum;
  if (is_op (v, LLVMSRem)) /* "(r->head + n) % 8" */
    v = contract_bare (LLVMGetOperand (v, 0), &sum);
  for (unsigned i = 0; i < 2 && is_op (v, LLVMAdd); i++) {
    holder by = contract_held (l, contract_bare (LLVMGetOperand (v, i), &sum));
    if (is_wrapped || by.field >= 0)
      use_part (e, by, nobody, 0);
  }
}

static void use_index (const learning *l, extent *e, holder by, holder below,
                       int64_t ahead) {
  if (by.field >= 0 || !(contract_seen (l, by) & SEEN_COMPARED))
    use_part (e, by, below, ahead);
}

/* A loop that begins there; "at = r->head + n; if (at >= cap) at -= cap". */
static void use_start (const learning *l, extent *e, const fact *f) {
  unsigned n = LLVMCountIncoming (f->number);
  for (unsigned i = 0; i < n; i++) {
    int64_t sum;
    LLVMValueRef from =
        contract_bare (LLVMGetIncomingValue (f->number, i), &sum);
    use_index (l, e, contract_held (l, from), nobody, sum + f->ahead);
    for (unsigned k = 0; k < n; k++) {
      LLVMValueRef other = LLVMGetIncomingValue (f->number, k);
      int64_t less;
      if ((is_op (other, LLVMSub) && LLVMGetOperand (other, 0) == from) ||
          (contract_bare (other, &less) == from && less < sum))
        use_sum (l, e, from, true);
    }
  }
}

void contract_indices (const learning *l, extent *e) {
  for (size_t i = 0; i < l->facts.len; i++) {
    const fact *f = l->facts.data + i;
    if (!is_same (f->of, e->of) || f->table != e->table || !f->element ||
        f->is_count)
      continue;
    e->elements = f->elements;
    holder limit = contract_limit (l, f->number, f->of);
    if (e->elements && !e->table &&
        limit.field >= 0) /* for (i = 0; i < r->used; i++) */
      use_part (e, limit, nobody, -1);
    bool is_new = LLVMIsALoadInst (f->number) && f->by.field >= 0 &&
                  !loads_first (l, f->number, f->by);
    if (f->factor[0] && f->rest && is_held (e->times)) {
      holder x = contract_held (l, f->factor[0]);
      holder y = contract_held (l, f->factor[1]);
      use_index (l, e, contract_held (l, f->rest), e->times, 0);
      use_index (l, e, is_same (x, e->times) ? y : x, e->by, 0);
    } else if (!f->factor[0] && LLVMIsAPHINode (f->number))
      use_start (l, e, f);
    else if (!f->factor[0] && !is_new) {
      use_index (l, e, f->by, nobody, f->ahead);
      use_sum (l, e, f->number, false);
    }
  }
  for (uint32_t i = 0; i < e->n_indices; i++)
    if (e->index[i].by.field >= 0) {
      EACH_INSTRUCTION_OF (v, l->function)
        if (LLVMIsAICmpInst (v))
          look (l, e, v, e->index + i);
    }
}
