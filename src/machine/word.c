#include "machine/word.h"

/* Arguments of calls through pointers of another type, and variable arguments,
 * may come with another width than the one they are read with.
 */
static term fit (terms *ts, term t, unsigned w) {
  if (sort_is_bool (term_sort (ts, t)))
    return w == 1 ? t
                  : term_ite (ts, t, term_bv (ts, w, 1), term_bv (ts, w, 0));
  unsigned have = term_width (ts, t);
  assert (w && have);
  if (w == 1)
    return term_equal (ts, term_extract (ts, 0, 0, t), term_bv (ts, 1, 1));
  if (have > w)
    return term_extract (ts, w - 1, 0, t);
  return have < w ? term_zext (ts, w - have, t) : t;
}

term word_term (terms *ts, word v, unsigned w) {
  if (!word_is_concrete (v))
    return fit (ts, v.term, w);
  return w == 1 ? term_bool (ts, v.bits & 1) : term_bv (ts, w, v.bits);
}

term word_unset (terms *ts, unsigned w, const unset *u) {
  term t = term_unset (ts, w, u);
  return w > 1 ? t : term_equal (ts, t, term_bv (ts, 1, 1));
}

bool word_is_valid (const terms *ts, word v, unsigned w) {
  if (word_is_concrete (v))
    return w <= 64 && !(v.bits & ~word_mask (w));
  sort s = term_sort (ts, v.term);
  return !v.bits && (w == 1 ? sort_is_bool (s) : sort_width (s) == w);
}

term word_bits (terms *ts, term t) {
  if (!sort_is_bool (term_sort (ts, t)))
    return t;
  return term_ite (ts, t, term_bv (ts, 1, 1), term_bv (ts, 1, 0));
}

word word_from (terms *ts, term t) {
  if (term_is_const (ts, t) && sort_is_small (term_sort (ts, t)))
    return word_of (term_word (ts, t));
  return (word) {.term = t};
}
