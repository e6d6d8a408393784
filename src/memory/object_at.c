/* Access at symbolic offsets.
 *
 * First the places: the offsets that are possible, by bounds and form of the
 * offset, and a term of few bits that numbers them. For a[i] it is the low
 * bits of i itself, so that no multiplication gets between the index and
 * what is read. Then one value per place, equal neighbours as one run, and a
 * balanced tree of comparisons over the runs. Constants that differ too often
 * are one table, which is a leaf of the same tree.
 *
 * A write to many places makes an array of them and stores into it; what each
 * place holds then is its element of the array. So the object stays what it
 * is, bytes and parts of terms, and an access that comes later finds the array
 * again: neighbours that are neighbouring elements.
 */

#include "base/bits.h"
#include "memory/object.h"
#include "term/bounds.h"

/* More runs of constants than this are a table (README). */
#define MAX_CONSTANT_RUNS 8u

/* Writes to at most so many places are choices, to more an array. */
#define MAX_CHOICES 4u

__extension__ typedef __int128 wide;

/* Place j, below n, is at first + j * stride, where index = base + j. */
typedef struct places {
  term index; /* of as few bits as hold base + n - 1; TERM_NONE: n is 1 */
  uint64_t base, n, first, stride;
} places;

/* Places. */

static void number_places (places *p, terms *ts, term x, unsigned shift) {
  if (p->n == 1)
    return;
  unsigned bits = bits_log2 (p->base + p->n - 1) + 1;
  p->index = term_extract (ts, shift + bits - 1, shift, x);
}

static bool peel_const (const terms *ts, kind k, term *t, int64_t *c) {
  const node *n = term_node (ts, *t);
  if (n->kind != k || !term_is_const (ts, n->arg[1]))
    return false;
  *c = (int64_t) term_word (ts, n->arg[1]);
  *t = n->arg[0];
  return true;
}

static wide floor_div (wide a, wide b) { /* b > 0 */
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* An offset c * x + k that never wraps around, as signed numbers. */
static bool find_multiples (places *p, terms *ts, term offset, uint64_t low,
                            uint64_t high) {
  term x = offset;
  int64_t c, k = 0;
  peel_const (ts, KIND_BV_ADD, &x, &k);
  if (!peel_const (ts, KIND_BV_MUL, &x, &c) || c <= 0)
    return false;
  bounds b = term_bounds (ts, x);
  wide smallest = (wide) c * b.smin + k, largest = (wide) c * b.smax + k;
  if (smallest < INT64_MIN || largest > INT64_MAX || high > INT64_MAX)
    return false;
  wide from = -floor_div (k - (wide) low, c);
  wide to = floor_div ((wide) high - k, c);
  from = from < b.smin ? b.smin : from;
  to = to > b.smax ? b.smax : to;
  if (from > to)
    return false;
  p->stride = (uint64_t) c;
  p->first = (uint64_t) (from * c + k);
  p->n = (uint64_t) (to - from) + 1;
  p->base = from < 0 ? 0 : (uint64_t) from;
  if (from < 0)
    x = term_binary (ts, KIND_BV_ADD, x,
                     term_bv (ts, 64, -(uint64_t) (int64_t) from));
  number_places (p, ts, x, 0);
  return true;
}

/* Any offset; its low bits may be known. */
static void find_aligned (places *p, terms *ts, term offset, uint64_t low,
                          uint64_t high) {
  bounds b = term_bounds (ts, offset);
  uint64_t unknown = ~(b.zeros | b.ones);
  unsigned shift = unknown ? (unsigned) __builtin_ctzll (unknown) : 63;
  uint64_t mask = (UINT64_C (1) << shift) - 1, rest = b.ones & mask;
  uint64_t from = low + ((rest - low) & mask);
  uint64_t to = high - ((high - rest) & mask);
  if (from > to || from < low || to > high) /* no path gets here */
    from = to = low;
  p->stride = mask + 1;
  p->first = from;
  p->n = ((to - from) >> shift) + 1;
  p->base = from >> shift;
  number_places (p, ts, offset, shift);
}

static places find_places (const object *o, terms *ts, term offset,
                           uint64_t low, uint64_t high, unsigned n_bytes) {
  assert (n_bytes <= o->size);
  places p = {.index = TERM_NONE};
  bounds b = term_bounds (ts, offset);
  uint64_t last = o->size - n_bytes;
  low = b.min > low ? b.min : low;
  high = b.max < high ? b.max : high;
  high = last < high ? last : high;
  low = low > high ? high : low; /* no path gets here */
  if (!find_multiples (&p, ts, offset, low, high))
    find_aligned (&p, ts, offset, low, high);
  assert (p.n && p.first + (p.n - 1) * p.stride <= last);
  return p;
}

static uint64_t place_at (const places *p, uint64_t j) {
  return p->first + j * p->stride;
}

/* Reading. */

/* Places from 'start' on have this value. */
typedef struct byte_run {
  uint64_t start, bits;
  term value; /* TERM_NONE: the constant 'bits' */
} byte_run;

typedef VEC (byte_run) byte_run_vec;

/* False: more than can be handled. */
static bool find_runs (const object *o, terms *ts, const places *p,
                       unsigned shift, unsigned w, byte_run_vec *runs) {
  size_t n_terms = 0;
  for (uint64_t j = 0; j < p->n; j++) {
    byte_run r = {.start = j};
    r.value = object_read (o, ts, place_at (p, j) + shift, w, &r.bits);
    const byte_run *last = runs->len ? &vec_last (runs) : NULL;
    if (last && term_eq (last->value, r.value) && last->bits == r.bits)
      continue;
    n_terms += !!r.value.id;
    if (n_terms > OBJECT_MAX_PLACES)
      return false;
    vec_push (NULL, runs, r);
  }
  return true;
}

/* All constants by index, zero where there is something else. */
static term make_table (terms *ts, const places *p, unsigned w,
                        const byte_run_vec *runs) {
  u64_vec index = {0}, value = {0};
  for (size_t i = 0; i < runs->len; i++) {
    const byte_run *r = &runs->data[i];
    uint64_t end = i + 1 < runs->len ? r[1].start : p->n;
    for (uint64_t j = r->start; !r->value.id && j < end; j++) {
      vec_push (NULL, &index, p->base + j);
      vec_push (NULL, &value, r->bits);
    }
  }
  sort s = sort_array (term_width (ts, p->index), w);
  term base = term_const_array (ts, s, term_bv (ts, w, 0));
  term t = term_table (ts, base, (uint32_t) index.len, index.data, value.data);
  vec_release (NULL, &index, &value);
  return t;
}

/* Runs of constants become terms; neighbours that are equal then, one run. */
static void settle_constants (terms *ts, const places *p, unsigned w,
                              byte_run_vec *runs) {
  size_t n = 0, out = 0;
  for (size_t i = 0; i < runs->len; i++)
    n += !runs->data[i].value.id;
  term table = TERM_NONE;
  if (n > MAX_CONSTANT_RUNS)
    table = term_select (ts, make_table (ts, p, w, runs), p->index);
  for (size_t i = 0; i < runs->len; i++) {
    byte_run r = runs->data[i];
    if (!r.value.id)
      r.value = table.id ? table : term_bv (ts, w, r.bits);
    if (!out || !term_eq (runs->data[out - 1].value, r.value))
      runs->data[out++] = r;
  }
  runs->len = out;
}

/* Place j holds element j + shift of the array. */
typedef struct element_run {
  term array;
  uint64_t shift;
} element_run;

/* Only where the run is one place: its neighbour may be the next element. */
static bool find_element (const terms *ts, const places *p,
                          const byte_run_vec *runs, size_t i,
                          element_run *out) {
  const byte_run *r = &runs->data[i];
  uint64_t end = i + 1 < runs->len ? r[1].start : p->n;
  if (!r->value.id || end != r->start + 1)
    return false;
  const node *n = term_node (ts, r->value);
  if (n->kind != KIND_SELECT || !term_is_const (ts, n->arg[1]))
    return false;
  *out = (element_run) {n->arg[0], term_word (ts, n->arg[1]) - r->start};
  return true;
}

static bool is_same_run (element_run a, element_run b) {
  return term_eq (a.array, b.array) && a.shift == b.shift;
}

/* The index of the array at which the place of the offset is. */
static term index_into (terms *ts, const places *p, element_run e) {
  unsigned w = sort_width (sort_index (term_sort (ts, e.array)));
  unsigned have = term_width (ts, p->index);
  term i = p->index;
  if (have < w)
    i = term_zext (ts, w - have, i);
  else if (have > w)
    i = term_extract (ts, w - 1, 0, i);
  return term_binary (ts, KIND_BV_ADD, i, term_bv (ts, w, e.shift - p->base));
}

/* Neighbouring elements of an array are read by index, as one run. */
static void settle_elements (terms *ts, const places *p, byte_run_vec *runs) {
  element_run last = {0}, here = {0}, next = {0};
  bool has_next = runs->len && find_element (ts, p, runs, 0, &next);
  for (size_t i = 0; i < runs->len; i++) {
    bool has_here = has_next;
    here = next;
    next = (element_run) {0};
    has_next = i + 1 < runs->len && find_element (ts, p, runs, i + 1, &next);
    if (has_here && (is_same_run (here, last) || is_same_run (here, next)))
      runs->data[i].value =
          term_select (ts, here.array, index_into (ts, p, here));
    last = here;
  }
}

static term object_choose (terms *ts, const places *p, const byte_run *r,
                           size_t n) {
  assert (n && r->value.id); /* constants are settled */
  if (n == 1)
    return r->value;
  size_t half = n / 2;
  term low = object_choose (ts, p, r, half);
  term high = object_choose (ts, p, r + half, n - half);
  term at = term_bv (ts, term_width (ts, p->index), p->base + r[half].start);
  return term_ite (ts, term_binary (ts, KIND_BV_ULT, p->index, at), low, high);
}

/* At 'shift' bytes behind each place; w is 2 to 64. */
static term read_places (const object *o, terms *ts, const places *p,
                         unsigned shift, unsigned w) {
  if (p->n > OBJECT_MAX_TABLE)
    return TERM_NONE;
  byte_run_vec runs = {0};
  term t = TERM_NONE;
  if (find_runs (o, ts, p, shift, w, &runs)) {
    settle_elements (ts, p, &runs);
    settle_constants (ts, p, w, &runs);
    t = object_choose (ts, p, runs.data, runs.len);
  }
  vec_release (NULL, &runs);
  return t;
}

static term is_odd (terms *ts, term t) {
  return term_equal (ts, term_extract (ts, 0, 0, t), term_bv (ts, 1, 1));
}

term object_read_at (const object *o, terms *ts, term offset, uint64_t low,
                     uint64_t high, unsigned w) {
  unsigned n_bytes = (w + 7) / 8;
  places p = find_places (o, ts, offset, low, high, n_bytes);
  term t = read_places (o, ts, &p, 0, w == 1 ? 8 : w < 64 ? w : 64);
  if (w == 1 && t.id)
    return is_odd (ts, t);
  for (unsigned done = 64; done < w && t.id; done += 64) {
    unsigned step = w - done < 64 ? w - done : 64;
    /* one bit is no width of its own */
    term more = read_places (o, ts, &p, done / 8, step == 1 ? 8 : step);
    if (!more.id)
      return TERM_NONE;
    if (step == 1)
      more = term_extract (ts, 0, 0, more);
    t = term_concat (ts, more, t);
  }
  return t;
}

/* Writing. */

static term read_term (const object *o, terms *ts, uint64_t at, unsigned w) {
  uint64_t bits = 0;
  term t = object_read (o, ts, at, w, &bits);
  return t.id ? t : term_bv (ts, w, bits);
}

/* What is written, as whole bytes. */
static term whole_bytes (terms *ts, unsigned w, uint64_t bits, term value) {
  unsigned n = (w + 7) / 8;
  if (!value.id && w <= 64)
    return term_bv (ts, 8 * n, bits & bits_mask (w));
  if (!value.id)
    return term_zext (ts, 8 * n - 64, term_bv (ts, 64, bits));
  if (sort_is_bool (term_sort (ts, value)))
    return term_ite (ts, value, term_bv (ts, 8, 1), term_bv (ts, 8, 0));
  return 8 * n > w ? term_zext (ts, 8 * n - w, value) : value;
}

/* Few places: each is a choice. */
static void write_choices (object *o, memory *mem, terms *ts, const places *p,
                           term value) {
  unsigned w = term_width (ts, value);
  for (uint64_t j = 0; j < p->n; j++) {
    term number = term_bv (ts, term_width (ts, p->index), p->base + j);
    term here = term_equal (ts, p->index, number);
    term old = read_term (o, ts, place_at (p, j), w);
    term new = term_ite (ts, here, value, old);
    if (!term_eq (new, old))
      object_write (o, mem, ts, place_at (p, j), w, 0, new);
  }
}

/* Are most places elements of this array, and can all be? */
static bool is_mostly (const terms *ts, const places *p,
                       const byte_run_vec *runs, element_run e) {
  unsigned w = sort_width (sort_index (term_sort (ts, e.array)));
  uint64_t last = bits_mask (w);
  if (e.shift > last || p->n - 1 > last - e.shift)
    return false;
  uint64_t n = 0;
  element_run here;
  for (size_t i = 0; i < runs->len; i++)
    n += find_element (ts, p, runs, i, &here) && is_same_run (here, e);
  return n > p->n / 2;
}

/* The array of an earlier write, or TERM_NONE. */
static element_run find_array (const terms *ts, const places *p,
                               const byte_run_vec *runs) {
  element_run e;
  for (size_t quarter = 1; quarter < 4; quarter++)
    if (find_element (ts, p, runs, runs->len * quarter / 4, &e) &&
        is_mostly (ts, p, runs, e))
      return e;
  return (element_run) {0};
}

/* An array of what all places hold now. */
static element_run make_array (terms *ts, const places *p, unsigned w,
                               const byte_run_vec *runs) {
  element_run e = find_array (ts, p, runs), here;
  bool is_new = !e.array.id;
  if (is_new)
    e = (element_run) {make_table (ts, p, w, runs), p->base};
  unsigned index_w = sort_width (sort_index (term_sort (ts, e.array)));
  element_run old = e;
  for (size_t i = 0; i < runs->len; i++) {
    const byte_run *r = &runs->data[i];
    uint64_t end = i + 1 < runs->len ? r[1].start : p->n;
    if (is_new
            ? !r->value.id
            : find_element (ts, p, runs, i, &here) && is_same_run (here, old))
      continue;
    term value = r->value.id ? r->value : term_bv (ts, w, r->bits);
    for (uint64_t j = r->start; j < end; j++)
      e.array =
          term_store (ts, e.array, term_bv (ts, index_w, j + e.shift), value);
  }
  return e;
}

static bool is_possible (bounds b, uint64_t x) {
  return b.min <= x && x <= b.max && !(x & b.zeros) && !(~x & b.ones);
}

/* There are at most OBJECT_MAX_PLACES, so runs are never too many. */
static void write_array (object *o, memory *mem, terms *ts, const places *p,
                         term value) {
  unsigned w = term_width (ts, value);
  byte_run_vec runs = {0};
  find_runs (o, ts, p, 0, w, &runs);
  element_run e = make_array (ts, p, w, &runs);
  vec_release (NULL, &runs);
  term at = index_into (ts, p, e);
  bounds b = term_bounds (ts, at);
  e.array = term_store (ts, e.array, at, value);
  unsigned index_w = sort_width (sort_index (term_sort (ts, e.array)));
  for (uint64_t j = 0; j < p->n; j++) {
    if (!is_possible (b, j + e.shift)) /* its element would be looked for */
      continue;
    term index = term_bv (ts, index_w, j + e.shift);
    term element = term_select (ts, e.array, index);
    object_write (o, mem, ts, place_at (p, j), w, 0, element);
  }
}

/* Places that overlap are written piece by piece: the pieces at one distance
 * from their places do not. Wide values neither fit a table.
 */
static unsigned piece_size (const places *p, unsigned n_bytes) {
  assert (p->stride && n_bytes);
  unsigned n = p->stride < n_bytes ? (unsigned) p->stride : n_bytes;
  n = n > 8 ? 8 : n;
  return n_bytes % n ? 1 : n;
}

bool object_write_at (object *o, memory *mem, terms *ts, term offset,
                      uint64_t low, uint64_t high, unsigned w, uint64_t bits,
                      term value) {
  unsigned n_bytes = (w + 7) / 8;
  places p = find_places (o, ts, offset, low, high, n_bytes);
  if (p.n > OBJECT_MAX_PLACES)
    return false;
  if (p.n == 1) {
    object_write (o, mem, ts, p.first, w, bits, value);
    return true;
  }
  term all = whole_bytes (ts, w, bits, value);
  unsigned step = piece_size (&p, n_bytes);
  for (unsigned i = 0; i < n_bytes; i += step, p.first += step) {
    term piece = term_extract (ts, 8 * (i + step) - 1, 8 * i, all);
    if (p.n <= MAX_CHOICES)
      write_choices (o, mem, ts, &p, piece);
    else
      write_array (o, mem, ts, &p, piece);
  }
  return true;
}
