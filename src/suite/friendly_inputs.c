#include "suite/friendly_inputs.h"

#include "base/bits.h"
#include "suite/testcase_text.h"

#define MAX_LEAVES 256 /* of a slice */
#define MAX_CONSTRAINTS 512

void friendly_inputs_init (friendly_inputs *f, memory *mem, terms *ts,
                           const datatypes *types) {
  *f = (friendly_inputs) {.mem = mem, .terms = ts, .types = types};
  map_init (&f->part_of, mem);
}

void friendly_inputs_release (friendly_inputs *f) {
  vec_release (f->mem, &f->parts);
  map_release (&f->part_of);
  vec_release (f->mem, &f->signs, &f->order, &f->leaves, &f->values,
               &f->numbers);
}

/* Parts. */

datatype datatype_scalar_at (datatype s, uint64_t at, uint64_t *start) {
  *start = 0;
  for (;;) {
    const datatype *next = NULL;
    uint64_t skipped = 0;
    if (s.kind == DATATYPE_ARRAY && s.of->size) {
      skipped = at - at % s.of->size;
      next = s.of;
    }
    bool has_members = s.kind == DATATYPE_STRUCT || s.kind == DATATYPE_UNION;
    for (uint32_t i = 0; has_members && i < s.n && !next; i++) {
      const datatype_member *m = s.member + i;
      skipped = m->at / 8;
      if (!m->bits && skipped <= at && at - skipped < m->type->size)
        next = m->type;
    }
    if (!next)
      return s;
    at -= skipped;
    *start += skipped;
    s = *next;
  }
}

/* Bytes may be letters. */
static datatype byte_type (datatype s, const symbolic *in) {
  static const datatype letter = {
      .kind = DATATYPE_CHAR, .size = 1, .name = "char"};
  bool is_byte = s.size == 1 && in->size > 1 &&
                 (s.kind == DATATYPE_UNSIGNED || s.kind == DATATYPE_BYTES);
  return is_byte ? letter : s;
}

/* A leaf of several numbers of one size, such as the letters of a short text:
 * that size; else 0.
 */
static uint8_t slice_of (datatype whole, uint64_t at, uint8_t width) {
  uint64_t start, last;
  datatype s = datatype_scalar_at (whole, at, &start);
  datatype end = datatype_scalar_at (whole, at + width - 1, &last);
  return width <= 8 && start == at && last > start && s.size &&
                 s.size == end.size && width % s.size == 0 &&
                 s.kind != DATATYPE_UNION
             ? (uint8_t) s.size
             : 0;
}

/* Parts of an input, as the numbers that they are parts of. */
static void add_parts (friendly_inputs *f, const symbolic *in) {
  uint64_t at = 0, end = 0; /* of the last number */
  const testcase all = {.types = f->types};
  datatype whole =
      testcase_type (&all, &(testinput) {in->name, in->what, in->size, NULL});
  for (uint32_t k = 0; k < in->n_parts; at += in->width[k++]) {
    uint64_t start;
    datatype s = datatype_scalar_at (whole, at, &start);
    bool is_number = s.size <= 8 && start + s.size >= at + in->width[k] &&
                     s.kind != DATATYPE_UNION;
    uint32_t first = (uint32_t) f->parts.len;
    uint8_t slice = at < end ? 0 : slice_of (whole, at, in->width[k]);
    if (slice)
      end = at + in->width[k];
    else if (at < end && at + in->width[k] <= end) {
      first = vec_last (&f->parts).first;
      s = vec_last (&f->parts).type;
    } else {
      end = is_number && start == at ? at + s.size : at + in->width[k];
      s = is_number ? s : (datatype) {.size = in->width[k], .name = ""};
    }
    vec_push (f->mem, &f->parts,
              (input_part) {in->part[k], first, byte_type (s, in), slice});
    map_put (&f->part_of, in->part[k].id, f->parts.len);
  }
}

/* The last part of a signed number, which has others. */
static bool holds_sign (const friendly_inputs *f, const input_part *p) {
  const input_part *end = f->parts.data + f->parts.len;
  return p->type.kind == DATATYPE_SIGNED && p != f->parts.data + p->first &&
         (p + 1 == end || p[1].first != p->first);
}

static void learn (friendly_inputs *f, const state *s) {
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    size_t n = f->parts.len;
    if (in->n_parts && !map_get (&f->part_of, in->part[0].id, 0))
      add_parts (f, in);
    for (; n < f->parts.len; n++)
      if (holds_sign (f, f->parts.data + n))
        vec_push (f->mem, &f->signs, (uint32_t) n);
  }
}

/* Slices. */

static bool is_shown (const friendly_inputs *f, term leaf) {
  return f->shown && map_get (f->shown, leaf.id, 0);
}

/* The number that a leaf is a part of, alone if the others are elsewhere. */
static uint32_t count_number (const friendly_inputs *f, size_t i) {
  const uint32_t *order = f->order.data;
  const input_part *p = f->parts.data + order[i];
  uint32_t n = 1, all = 1;
  while (order[i] + all < f->parts.len &&
         f->parts.data[order[i] + all].first == p->first)
    all++;
  while (i + n < f->order.len && order[i + n] == order[i] + n && n < all)
    n++;
  return p->first == order[i] && n == all ? n : 1;
}

static void add_slices (friendly_inputs *f, size_t i, const input_part *p) {
  unsigned bytes = term_width (f->terms, p->leaf) / 8;
  for (unsigned at = 0; at < bytes; at += p->slice) {
    friendly_number x = {.type = p->type,
                         .first = (uint32_t) i,
                         .n = 1,
                         .low = (uint8_t) (8 * at),
                         .bits = (uint8_t) (8 * p->slice)};
    for (unsigned k = at; f->shown && k < at + p->slice; k++)
      x.is_shown |= map_get (f->shown, friendly_byte (p->leaf, k), 0) != 0;
    vec_push (f->mem, &f->numbers, x);
  }
}

/* Adjacent bit-fields are one input; false: it is none of these. */
static bool add_fields (friendly_inputs *f, size_t i, const input_part *p) {
  const datatype *s = &p->type;
  bool is_one = s->kind == DATATYPE_STRUCT && s->n &&
                term_width (f->terms, p->leaf) == 8 * s->size;
  for (uint32_t k = 0; k < s->n && is_one; k++)
    is_one = s->member[k].bits;
  for (uint32_t k = 0; k < s->n && is_one; k++) {
    friendly_number x = {.type = *s->member[k].type,
                         .first = (uint32_t) i,
                         .n = 1,
                         .low = (uint8_t) s->member[k].at,
                         .bits = (uint8_t) s->member[k].bits,
                         .is_shown = is_shown (f, p->leaf)};
    vec_push (f->mem, &f->numbers, x);
  }
  return is_one;
}

static void add_number (friendly_inputs *f, size_t i, uint32_t n) {
  const input_part *p = f->parts.data + f->order.data[i];
  if (p->slice && f->shown) {
    add_slices (f, i, p);
    return;
  }
  if (add_fields (f, i, p))
    return;
  bool is_whole =
      p->first == f->order.data[i] &&
      (f->order.data[i] + n == f->parts.len || p[n].first != p->first);
  friendly_number x = {.type = p->type, .first = (uint32_t) i, .n = n};
  if (p->slice)
    x.type =
        (datatype) {.size = term_width (f->terms, p->leaf) / 8, .name = ""};
  if (!is_whole)
    x.type = (datatype) {.kind = holds_sign (f, p) ? DATATYPE_SIGNED
                                                   : DATATYPE_UNSIGNED,
                         .size = 1,
                         .name = ""};
  for (uint32_t k = 0; k < n; k++)
    x.is_shown |= is_shown (f, p[k].leaf);
  vec_push (f->mem, &f->numbers, x);
}

/* Leaves in the order of the inputs; false: some are no inputs. */
static bool sort_leaves (friendly_inputs *f, size_t n, const term *leaf) {
  vec_clear (&f->order);
  vec_clear (&f->leaves);
  vec_clear (&f->numbers);
  for (size_t i = 0; i < n; i++) {
    uint32_t at = (uint32_t) map_get (&f->part_of, leaf[i].id, 0);
    if (!at)
      return false;
    vec_push (f->mem, &f->order, at - 1);
  }
  vec_sort (&f->order, compare_u32);
  for (size_t i = 0; i < n; i++)
    vec_push (f->mem, &f->leaves, f->parts.data[f->order.data[i]].leaf);
  for (size_t i = 0; i < n; i += vec_last (&f->numbers).n)
    add_number (f, i, count_number (f, i));
  return true;
}

static size_t place_of (const friendly_inputs *f, term leaf) {
  size_t i = 0;
  while (!term_eq (f->leaves.data[i], leaf))
    i++;
  return i;
}

static void improve_slice (void *owner, size_t n, const term *leaf,
                           uint64_t *value, size_t n_constraints,
                           const term *constraint) {
  friendly_inputs *f = owner;
  if (n > MAX_LEAVES || n_constraints > MAX_CONSTRAINTS)
    return; /* such inputs nobody reads */
  if (!n_constraints || !sort_leaves (f, n, leaf))
    return;
  vec_clear (&f->values);
  for (size_t i = 0; i < n; i++)
    vec_push (f->mem, &f->values, 0);
  for (size_t i = 0; i < n; i++)
    f->values.data[place_of (f, leaf[i])] = value[i];
  friendly_improve (&(friendly) {.mem = f->mem,
                                 .terms = f->terms,
                                 .n_constraints = n_constraints,
                                 .constraint = constraint,
                                 .n_leaves = n,
                                 .leaf = f->leaves.data,
                                 .value = f->values.data,
                                 .n = f->numbers.len,
                                 .number = f->numbers.data,
                                 .work = f->work});
  for (size_t i = 0; i < n; i++)
    value[i] = f->values.data[place_of (f, leaf[i])];
}

/* Of a number that is only known to be negative: -1. */
static void extend_signs (friendly_inputs *f, knowledge *k) {
  for (size_t i = 0; i < f->signs.len; i++) {
    const input_part *p = f->parts.data + f->signs.data[i];
    unsigned w = term_width (f->terms, p->leaf);
    if (knowledge_input (k, p->leaf) != bits_mask (w))
      continue;
    for (const input_part *x = f->parts.data + p->first; x < p; x++)
      knowledge_set_free (k, x->leaf,
                          bits_mask (term_width (f->terms, x->leaf)));
  }
}

void friendly_inputs_settle (friendly_inputs *f, const state *s, knowledge *k,
                             bool is_old) {
  learn (f, s);
  if (!is_old)
    knowledge_improve (k, f, improve_slice);
  extend_signs (f, k);
}

void friendly_inputs_all (friendly_inputs *f, const state *s) {
  term_vec all = {0};
  learn (f, s);
  for (size_t i = 0; i < s->symbolics.len; i++)
    for (uint32_t k = 0; k < s->symbolics.data[i].n_parts; k++)
      vec_push (f->mem, &all, s->symbolics.data[i].part[k]);
  if (all.len)
    sort_leaves (f, all.len, all.data);
  else
    vec_clear (&f->numbers);
  vec_release (f->mem, &all);
}
