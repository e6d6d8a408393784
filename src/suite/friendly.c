#include "suite/friendly.h"

#include "base/bits.h"
#include "term/tape.h"

#define MAX_PASSES 4
#define PER_TRY 16        /* work of a try, beside the tape */
#define MAX_COMPRESSED 64 /* numbers of a slice */
#define NO_WORD UINT32_MAX

typedef struct bettering {
  const friendly *f;
  uint64_t tries; /* left */
  tape *tape;
  size_t n_words;
  uint64_t *word, *result;
  uint32_t *word_at; /* of each leaf; NO_WORD: nothing is said of it */
} bettering;

uint64_t datatype_real (const datatype *s, double x) {
  float narrow = (float) x;
  uint64_t v = 0;
  memcpy (&v, s->size == 4 ? (const void *) &narrow : &x, s->size == 4 ? 4 : 8);
  return v;
}

/* Values of numbers. */

static unsigned width_of (const bettering *b, size_t i) {
  const friendly_number *x = b->f->number + i;
  unsigned w = x->bits;
  for (uint32_t k = 0; k < x->n && !x->bits; k++)
    w += term_width (b->f->terms, b->f->leaf[x->first + k]);
  assert (w && w <= 64);
  return w;
}

static uint64_t friendly_get (const bettering *b, size_t i) {
  const friendly_number *x = b->f->number + i;
  uint64_t v = 0;
  for (uint32_t k = x->first, at = 0; k < x->first + x->n; k++) {
    v |= b->f->value[k] << at;
    at += term_width (b->f->terms, b->f->leaf[k]);
  }
  return x->bits ? v >> x->low & bits_mask (x->bits) : v;
}

static void friendly_set (bettering *b, size_t i, uint64_t v) {
  const friendly_number *x = b->f->number + i;
  if (x->bits) {
    uint64_t mask = bits_mask (x->bits) << x->low;
    v = (b->f->value[x->first] & ~mask) | (v << x->low & mask);
  }
  for (uint32_t k = x->first, at = 0; k < x->first + x->n; k++) {
    unsigned w = term_width (b->f->terms, b->f->leaf[k]);
    b->f->value[k] = v >> at & bits_mask (w);
    if (b->word_at[k] != NO_WORD)
      b->word[b->word_at[k]] = b->f->value[k];
    at += w;
  }
}

static bool holds_all (bettering *b) {
  tape_run_words (b->tape, b->word, NULL, b->result);
  for (size_t i = 0; i < b->f->n_constraints; i++)
    if (!b->result[i])
      return false;
  return true;
}

static bool try_value (bettering *b, size_t i, uint64_t v) {
  uint64_t old = friendly_get (b, i);
  v &= bits_mask (width_of (b, i));
  if (v == old || !b->tries)
    return v == old;
  b->tries--;
  friendly_set (b, i, v);
  if (holds_all (b))
    return true;
  friendly_set (b, i, old);
  return false;
}

/* All numbers of this value, from the i-th on. */
static bool try_together (bettering *b, size_t i, uint64_t v) {
  const friendly *f = b->f;
  uint64_t old = friendly_get (b, i);
  u32_vec changed = {0};
  v &= bits_mask (width_of (b, i));
  if (v == old || !b->tries)
    return v == old;
  for (size_t k = i; k < f->n; k++)
    if (friendly_get (b, k) == old && width_of (b, k) == width_of (b, i))
      vec_push (f->mem, &changed, (uint32_t) k);
  bool is_good = changed.len > 1;
  b->tries -= is_good;
  for (size_t k = 0; is_good && k < changed.len; k++)
    friendly_set (b, changed.data[k], v);
  is_good = is_good && holds_all (b);
  for (size_t k = 0; !is_good && k < changed.len; k++)
    friendly_set (b, changed.data[k], old);
  vec_release (f->mem, &changed);
  return is_good;
}

static bool try_both (bettering *b, size_t i, uint64_t v) {
  return try_value (b, i, v) || try_together (b, i, v);
}

/* How much worse than the best a value is. */
static unsigned letter_rank (uint64_t v) {
  return !v                       ? 0
         : v >= 'a' && v <= 'z'   ? 1
         : v >= '0' && v <= '9'   ? 2
         : v >= 'A' && v <= 'Z'   ? 3
         : v >= ' ' && v <= '~'   ? 4
         : v == '\n' || v == '\t' ? 5
                                  : 6;
}

static void improve_letter (bettering *b, size_t i) {
  static const char best[] = "\0a0A x-+./,:b1";
  uint64_t old = friendly_get (b, i);
  unsigned rank = letter_rank (old);
  for (size_t k = 0; k < sizeof best - 1; k++) {
    uint64_t v = (uint8_t) best[k];
    bool is_better = letter_rank (v) + (v > old) <= rank;
    if (is_better && try_both (b, i, v))
      return;
  }
  for (uint64_t v = ' '; rank > 4 && v <= '~'; v++)
    if (try_both (b, i, v))
      return;
}

/* How far it is from 0. */
static uint64_t size_of_number (const bettering *b, size_t i, bool has_sign,
                                bool *is_negative) {
  uint64_t v = friendly_get (b, i);
  int64_t x = has_sign ? bits_signed (v, width_of (b, i)) : (int64_t) v;
  *is_negative = has_sign && x < 0;
  return *is_negative ? -(uint64_t) x : (uint64_t) x;
}

/* What the path compares with is near the values that matter. */
static void try_constants (bettering *b, size_t i, bool has_sign) {
  const uint64_t *constant;
  bool is_negative;
  size_t n = tape_constants (b->tape, &constant);
  for (size_t k = 0; k < 3 * n && b->tries; k++) {
    uint64_t size = size_of_number (b, i, has_sign, &is_negative);
    uint64_t v = constant[k / 3] + k % 3 - 1;
    if (v < size && !try_value (b, i, v) && has_sign)
      try_value (b, i, -v);
  }
}

/* Half the way to 0, and half of that, as long as it holds. */
static void improve_number (bettering *b, size_t i, bool has_sign) {
  static const int8_t best[] = {0, 1, -1, 2, 3, 4, 5, 10};
  bool is_negative;
  uint64_t size = size_of_number (b, i, has_sign, &is_negative);
  for (size_t k = 0; k < sizeof best && (uint64_t) abs (best[k]) <= size; k++)
    if ((has_sign || best[k] >= 0) && try_both (b, i, (uint64_t) best[k]))
      return;
  try_constants (b, i, has_sign);
  for (bool is_better = true; is_better && b->tries;) {
    uint64_t step = size = size_of_number (b, i, has_sign, &is_negative);
    is_better = false;
    for (; step && !is_better && b->tries; step /= 2) {
      uint64_t less = size - step;
      is_better = try_both (b, i, is_negative ? -less : less);
    }
  }
}

static void improve_float (bettering *b, size_t i, const datatype *s) {
  static const double best[] = {0, 1, -1, 2, 0.5, 10, 100, -10, -0.0};
  for (size_t k = 0; k < sizeof best / sizeof *best; k++) {
    if (try_both (b, i, datatype_real (s, best[k])))
      return;
  }
}

static void improve_enum (bettering *b, size_t i, const datatype *s) {
  for (uint32_t k = 0; k < s->n; k++)
    if (try_both (b, i, s->member[k].at))
      return;
  improve_number (b, i, false);
}

static void improve_leaf (bettering *b, size_t i) {
  const datatype *s = &b->f->number[i].type;
  if (s->kind == DATATYPE_CHAR)
    improve_letter (b, i);
  else if (s->kind == DATATYPE_FLOAT && (s->size == 4 || s->size == 8))
    improve_float (b, i, s);
  else if (s->kind == DATATYPE_ENUM)
    improve_enum (b, i, s);
  else
    improve_number (b, i, s->kind == DATATYPE_SIGNED);
}

/* The order of numbers is often all that matters: next to each other, from 0 or
 * from what they are compared with on.
 */

typedef VEC (int64_t) int_vec;

static bool is_moved (const bettering *b, size_t i) {
  uint8_t of = b->f->number[i].type.kind;
  return of == DATATYPE_SIGNED || of == DATATYPE_UNSIGNED ||
         of == DATATYPE_BYTES;
}

static int64_t integer_of (const bettering *b, size_t i) {
  uint64_t v = friendly_get (b, i);
  bool has_sign = b->f->number[i].type.kind == DATATYPE_SIGNED;
  return has_sign ? bits_signed (v, width_of (b, i)) : (int64_t) v;
}

static int by_size (const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static bool is_constant (const bettering *b, int64_t v) {
  const uint64_t *constant;
  size_t n = tape_constants (b->tape, &constant);
  for (size_t i = 0; i < n; i++)
    if ((int64_t) constant[i] == v)
      return true;
  return false;
}

/* Points between 0 and this one become neighbours; where it is then. */
static int64_t next_to (const bettering *b, const int_vec *points, int64_t v) {
  int64_t to = 0, last = 0, step = v < 0 ? -1 : 1;
  for (size_t k = 0; k < points->len; k++) {
    int64_t x = points->data[step > 0 ? k : points->len - 1 - k];
    if (x == last || (step > 0 ? x <= 0 || x > v : x >= 0 || x < v))
      continue;
    last = x;
    to = is_constant (b, x) ? x : to + step;
  }
  return to;
}

static void find_points (const bettering *b, int_vec *out) {
  const uint64_t *constant;
  size_t n = tape_constants (b->tape, &constant);
  for (size_t i = 0; i < n; i++)
    vec_push (b->f->mem, out, (int64_t) constant[i]);
  for (size_t i = 0; i < b->f->n; i++)
    if (is_moved (b, i))
      vec_push (b->f->mem, out, integer_of (b, i));
  vec_sort (out, by_size);
}

static void compress (bettering *b) {
  int_vec points = {0};
  uint64_t old[MAX_COMPRESSED];
  assert (b->f->n <= MAX_COMPRESSED && b->tries);
  find_points (b, &points);
  for (size_t i = 0; i < b->f->n; i++) {
    old[i] = friendly_get (b, i);
    if (is_moved (b, i))
      friendly_set (b, i, (uint64_t) next_to (b, &points, integer_of (b, i)));
  }
  b->tries--;
  bool is_good = holds_all (b);
  for (size_t i = 0; !is_good && i < b->f->n; i++)
    friendly_set (b, i, old[i]);
  vec_release (b->f->mem, &points);
}

/* Few numbers get the best of all combinations of small values, whatever values
 * they had.
 */

#define MAX_TOGETHER 5
static const uint32_t choices_for[MAX_TOGETHER + 1] = {0, 10, 10, 8, 5, 3};

/* The k-th best value for a number. */
static uint64_t good_value (const bettering *b, size_t i, uint32_t k) {
  static const char letters[] = "\0a0Ab1 -x.";
  static const int8_t numbers[] = {0, 1, 2, 3, 4, 5, -1, 10, 100, -2};
  static const double reals[] = {0, 1, 2, 3, -1, 0.5, 10, 100, -2, -0.0};
  const datatype *s = &b->f->number[i].type;
  if (s->kind == DATATYPE_CHAR)
    return (uint8_t) letters[k];
  if (s->kind == DATATYPE_ENUM && s->n)
    return s->member[k % s->n].at;
  if (s->kind == DATATYPE_BOOL)
    return k % 2;
  if (s->kind == DATATYPE_FLOAT)
    return datatype_real (s, reals[k]);
  bool has_sign = s->kind != DATATYPE_UNSIGNED;
  return (uint64_t) (!has_sign && numbers[k] < 0 ? 20 - numbers[k]
                                                 : numbers[k]);
}

/* Values from the i-th on, whose ranks add up to this. */
static bool find_combination (bettering *b, size_t i, uint32_t sum) {
  uint32_t choices = choices_for[b->f->n];
  bool is_last = i + 1 == b->f->n;
  for (uint32_t k = is_last ? sum : 0; k <= sum && k < choices && b->tries;
       k++) {
    friendly_set (b, i, good_value (b, i, k));
    b->tries -= is_last;
    if (is_last ? holds_all (b) : find_combination (b, i + 1, sum - k))
      return true;
  }
  return false;
}

static void combine (bettering *b) {
  uint64_t old[MAX_TOGETHER];
  size_t n = b->f->n;
  bool is_found = false;
  assert (n && n <= MAX_TOGETHER);
  for (size_t i = 0; i < n; i++)
    old[i] = friendly_get (b, i);
  for (uint32_t sum = 0; !is_found && sum <= n * (choices_for[n] - 1); sum++)
    is_found = find_combination (b, 0, sum);
  for (size_t i = 0; !is_found && i < n; i++)
    friendly_set (b, i, old[i]);
}

/* Zeros from the end on: texts and arrays become short. */
static void shorten (bettering *b) {
  for (size_t i = b->f->n; i-- > 0;)
    if (friendly_get (b, i))
      try_value (b, i, 0);
}

/* Numbers before letters: one of them is often the length of the text, and
 * letters take most of the tries.
 */
static bool improve_each (bettering *b) {
  bool is_other = false;
  for (size_t k = 0; k < 2 * b->f->n && b->tries; k++) {
    size_t i = k % b->f->n;
    uint64_t old = friendly_get (b, i);
    bool is_letter = b->f->number[i].type.kind == DATATYPE_CHAR;
    if (old && is_letter == (k >= b->f->n))
      improve_leaf (b, i);
    is_other |= old != friendly_get (b, i);
  }
  return is_other;
}

/* Words of the tape. */

static uint32_t word_of_leaf (term leaf, size_t n, const term *leaves) {
  for (uint32_t i = 0; i < n; i++)
    if (term_eq (leaves[i], leaf))
      return i;
  return NO_WORD;
}

/* False: something is said of inputs that are not ours. */
static bool bettering_init (bettering *b, const friendly *f) {
  const term *leaves;
  *b = (bettering) {.f = f};
  b->tape = tape_new (f->mem, f->terms, f->n_constraints, f->constraint);
  b->tries = f->work / (tape_length (b->tape) + PER_TRY);
  b->n_words = tape_leaves (b->tape, &leaves);
  b->word = memory_zalloc (f->mem, b->n_words * sizeof *b->word);
  b->result = memory_zalloc (f->mem, f->n_constraints * sizeof *b->result);
  b->word_at = memory_zalloc (f->mem, f->n_leaves * sizeof *b->word_at);
  size_t found = 0;
  for (size_t i = 0; i < f->n_leaves; i++) {
    b->word_at[i] = word_of_leaf (f->leaf[i], b->n_words, leaves);
    if (b->word_at[i] == NO_WORD)
      continue;
    b->word[b->word_at[i]] = f->value[i];
    found++;
  }
  return found == b->n_words && !tape_reads_arrays (b->tape);
}

static void bettering_release (bettering *b) {
  const friendly *f = b->f;
  tape_free (b->tape);
  memory_free (f->mem, b->word, b->n_words * sizeof *b->word);
  memory_free (f->mem, b->result, f->n_constraints * sizeof *b->result);
  memory_free (f->mem, b->word_at, f->n_leaves * sizeof *b->word_at);
}

void friendly_improve (const friendly *f) {
  bettering b;
  if (bettering_init (&b, f) && f->n) {
    assert (holds_all (&b));
    if (f->n <= MAX_TOGETHER)
      combine (&b);
    if (f->n > 1 && f->n <= MAX_COMPRESSED && b.tries)
      compress (&b);
    shorten (&b);
    for (int pass = 0; pass < MAX_PASSES && improve_each (&b);)
      pass++;
    assert (holds_all (&b)); /* or the path would be another */
  }
  bettering_release (&b);
}
