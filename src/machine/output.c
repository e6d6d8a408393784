/* What a path writes to its descriptors.
 *
 * A list of pieces from the last to the first. Forks share the list; only a
 * piece that nobody else has is appended to, so what was written before a
 * fork is stored once.
 *
 *     state A ── "x=1\n" [1] ──┐
 *                              ├── "usage: " [2] ── ...
 *     state B ── "x=2\n" [1] ──┘
 */

#include "machine/machine_priv.h"
#include "term/unset.h"

typedef struct output_symbol {
  uint32_t at; /* in 'bytes' */
  term byte;   /* 8 bits */
} output_symbol;

struct output {
  uint32_t refs;
  int descriptor;
  uint64_t start; /* bytes in those before */
  struct output *before;
  char_vec bytes;
  VEC (output_symbol) symbols; /* by increasing place */
};

typedef VEC (word) word_vec;

/* Pieces are closed at this size, so that places fit. */
#define OUTPUT_PIECE (UINT32_C (1) << 20)

struct output *output_fork (struct output *o) {
  if (o)
    o->refs++;
  return o;
}

void output_free (machine *m, struct output *o) {
  assert (!o || o->refs);
  while (o && !--o->refs) {
    struct output *before = o->before;
    vec_release (m->mem, &o->bytes);
    vec_release (m->mem, &o->symbols);
    memory_free (m->mem, o, sizeof *o);
    o = before;
  }
}

static struct output *open_piece (machine *m, state *s, int descriptor) {
  struct output *o = s->output;
  if (o && o->refs == 1 && o->descriptor == descriptor &&
      o->bytes.len < OUTPUT_PIECE)
    return o;
  struct output *piece = memory_zalloc (m->mem, sizeof *piece);
  piece->refs = 1;
  piece->descriptor = descriptor;
  piece->start = machine_count_output (s);
  piece->before = o; /* the reference moves */
  return s->output = piece;
}

static void add_byte (machine *m, struct output *o, word byte) {
  assert (o->refs == 1 && word_is_valid (m->terms, byte, 8));
  if (byte.term.id)
    byte = word_from (m->terms, unset_clean (m->unset, byte.term));
  if (byte.term.id)
    vec_push (m->mem, &o->symbols,
              (output_symbol) {(uint32_t) o->bytes.len, byte.term});
  vec_push (m->mem, &o->bytes, byte.term.id ? '?' : (char) byte.bits);
}

static void write_there (machine *m, state *s, int descriptor,
                         const access *from, uint64_t n) {
  stretch r;
  for (uint64_t done = 0; done < n; done += r.n) {
    struct output *o = open_piece (m, s, descriptor);
    uint64_t at = from->offset + done, rest = n - done;
    r = object_stretch (from->object, at,
                        rest < OUTPUT_PIECE ? rest : OUTPUT_PIECE);
    if (object_is_concrete (from->object, at, r.n))
      text_add (m->mem, &o->bytes, (const char *) r.bytes, r.n);
    else
      for (uint64_t i = 0; i < r.n; i++) {
        word byte;
        access_byte (m, from, done + i, &byte);
        add_byte (m, o, byte);
      }
  }
}

/* One question for all. */
step output_check (machine *m, state *s, const access *from, uint64_t n) {
  terms *ts = m->terms;
  term all = TERM_NONE;
  if (!from->at.id && object_is_concrete (from->object, from->offset, n))
    return STEP_NEXT;
  for (uint64_t i = 0; i < n; i++) {
    word b;
    if (access_byte (m, from, i, &b) && b.term.id &&
        term_has_unset (ts, b.term))
      all = all.id ? term_concat (ts, b.term, all) : b.term;
  }
  return all.id ? unset_ask (m, s, &all, "output") : STEP_NEXT;
}

/* All bytes are read before one is written: some may be too many places. */
bool output_write (machine *m, state *s, int descriptor, const access *from,
                   uint64_t n) {
  VEC (word) bytes = {0};
  bool ok = true;
  if (!from->at.id) {
    write_there (m, s, descriptor, from, n);
    return true;
  }
  for (uint64_t i = 0; ok && i < n; i++) {
    word byte;
    ok = access_byte (m, from, i, &byte);
    vec_push (m->mem, &bytes, byte);
  }
  for (size_t i = 0; ok && i < bytes.len; i++)
    add_byte (m, open_piece (m, s, descriptor), bytes.data[i]);
  vec_release (m->mem, &bytes);
  return ok;
}

/* All that was written to a descriptor. */
static void flatten (machine *m, const struct output *o, int descriptor,
                     word_vec *out) {
  VEC (const struct output *) pieces = {0};
  for (; o; o = o->before)
    if (o->descriptor == descriptor)
      vec_push (m->mem, &pieces, o);
  while (pieces.len) {
    const struct output *p = vec_pop (&pieces);
    size_t start = out->len;
    for (size_t i = 0; i < p->bytes.len; i++)
      vec_push (m->mem, out, word_of ((uint8_t) p->bytes.data[i]));
    for (size_t i = 0; i < p->symbols.len; i++)
      out->data[start + p->symbols.data[i].at] =
          (word) {.term = p->symbols.data[i].byte};
  }
  vec_release (m->mem, &pieces);
}

term output_equal (machine *m, const struct output *a, const struct output *b,
                   int descriptor) {
  terms *ts = m->terms;
  word_vec x = {0}, y = {0};
  flatten (m, a, descriptor, &x);
  flatten (m, b, descriptor, &y);
  term all = x.len == y.len ? TERM_TRUE : TERM_FALSE;
  for (size_t i = 0; x.len == y.len && i < x.len; i++)
    all = term_and (ts, all,
                    term_equal (ts, word_term (ts, x.data[i], 8),
                                word_term (ts, y.data[i], 8)));
  vec_release (m->mem, &x);
  vec_release (m->mem, &y);
  return all;
}

/* From this byte of the path's output on. */
static void add_piece (machine *m, const struct output *o, uint64_t from,
                       void *of, output_value value, char_vec *out) {
  size_t skipped = from > o->start ? (size_t) (from - o->start) : 0;
  size_t start = out->len;
  text_add (m->mem, out, o->bytes.data + skipped, o->bytes.len - skipped);
  for (size_t i = o->symbols.len; i && o->symbols.data[i - 1].at >= skipped;
       i--)
    out->data[start + o->symbols.data[i - 1].at - skipped] =
        (char) value (of, o->symbols.data[i - 1].byte);
}

uint64_t machine_count_output (const state *s) {
  return s->output ? s->output->start + s->output->bytes.len : 0;
}

void machine_output (machine *m, const state *s, int descriptor, uint64_t from,
                     void *of, output_value value, char_vec *out) {
  VEC (const struct output *) pieces = {0};
  const struct output *o = s->output;
  for (; o && o->start + o->bytes.len > from; o = o->before)
    if (o->descriptor == descriptor)
      vec_push (m->mem, &pieces, o);
  while (pieces.len)
    add_piece (m, vec_pop (&pieces), from, of, value, out);
  vec_release (m->mem, &pieces);
}
