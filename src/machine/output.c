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
  hash128 digest;              /* of all up to here, when it had ... */
  size_t summed;               /* ... so many bytes of its own */
};

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
    vec_release (m->mem, &o->bytes, &o->symbols);
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

void output_gather (machine *m, const state *s, int descriptor, char_vec *bytes,
                    symbyte_vec *symbols) {
  VEC (const struct output *) pieces = {0};
  for (const struct output *o = s->output; o; o = o->before)
    if (o->descriptor == descriptor)
      vec_push (m->mem, &pieces, o);
  while (pieces.len) {
    const struct output *o = vec_pop (&pieces);
    size_t start = symbols->len;
    text_add (m->mem, bytes, o->bytes.data, o->bytes.len);
    for (size_t i = 0; i < o->bytes.len; i++)
      vec_push (m->mem, symbols, (symbyte) {0});
    for (size_t i = 0; i < o->symbols.len; i++)
      symbols->data[start + o->symbols.data[i].at].term =
          o->symbols.data[i].byte;
  }
  vec_release (m->mem, &pieces);
}

/* Byte by byte: where forks cut the output into pieces does not matter. */
static void sum_up (struct output *o, terms *ts) {
  const hash_key *k = &ts->key;
  hash128 h = o->summed   ? o->digest
              : o->before ? o->before->digest
                          : (hash128) {0};
  size_t symbol = 0;
  for (size_t i = o->summed; i < o->bytes.len; i++) {
    while (symbol < o->symbols.len && o->symbols.data[symbol].at < i)
      symbol++;
    bool is_term = symbol < o->symbols.len && o->symbols.data[symbol].at == i;
    h = keyed_mix (k, h,
                   is_term ? term_digest (ts, o->symbols.data[symbol].byte)
                           : keyed_of (k, (uint8_t) o->bytes.data[i],
                                       (uint64_t) o->descriptor));
  }
  o->digest = h;
  o->summed = o->bytes.len;
}

hash128 output_digest (struct output *last, terms *ts) {
  VEC (struct output *) pieces = {0};
  for (struct output *o = last; o && o->summed != o->bytes.len; o = o->before)
    vec_push (NULL, &pieces, o);
  while (pieces.len)
    sum_up (vec_pop (&pieces), ts);
  vec_release (NULL, &pieces);
  return last ? last->digest : (hash128) {0};
}
