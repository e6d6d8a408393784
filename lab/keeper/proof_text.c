/* One keyword a line, written in a fixed order and read in any; what is not as
 * it is written is refused with its line.
 */

#include "lab/keeper/proof_text.h"

#include "store/codec.h"

#define HEADER "reprise-proofs 1"

/* Writing. */

static void write_comment (memory *mem, char_vec *out, auditor *a,
                           const proof *p) {
  char_vec script = {0};
  if (!auditor_write (a, p, &script))
    text_puts (mem, &script, "the form cannot be read by this version\n");
  for (size_t i = 0; i < script.len;) {
    const char *line = script.data + i;
    const char *end = memchr (line, '\n', script.len - i);
    size_t len = end ? (size_t) (end - line) : script.len - i;
    text_puts (mem, out, "; ");
    text_add (mem, out, line, len);
    text_puts (mem, out, "\n");
    i += len + 1;
  }
  vec_release (mem, &script);
}

void proof_text_head (memory *mem, char_vec *out) {
  text_puts (mem, out, HEADER "\n");
}

void proof_text_write (memory *mem, char_vec *out, auditor *a, const proof *p) {
  assert (p->solver && p->n_words);
  const uint8_t *model_byte = p->model;
  text_printf (mem, out, "\nproof %016llx%016llx\n",
               (unsigned long long) p->digest.hi,
               (unsigned long long) p->digest.lo);
  write_comment (mem, out, a, p);
  text_printf (mem, out, "verdict %s\nsolver %s\n", proof_verdict_text (p),
               p->solver);
  if (p->verdict == VERDICT_UNKNOWN)
    text_printf (mem, out, "budget %llu\n", (unsigned long long) p->budget);
  text_printf (mem, out, "form %zu", p->n_words);
  for (size_t i = 0; i < p->n_words; i++)
    text_printf (mem, out, " %08x", p->word[i]);
  if (p->verdict == VERDICT_SAT || p->verdict == PROOF_COUNTED) {
    text_printf (mem, out, "\nmodel %zu ", p->model_size);
    for (size_t i = 0; i < p->model_size; i++)
      text_printf (mem, out, "%02x", model_byte[i]);
  }
  text_puts (mem, out, "\nend\n");
}

/* Reading. */

struct proof_reader {
  memory *mem;
  const char *at, *end;
  const char *line; /* without its newline */
  size_t len, number;
  u32_vec words;
  byte_vec model;
  char solver[64], digest[33];
  bool has_head, has_model;
};

proof_reader *proof_reader_new (memory *mem, const char *text, size_t len) {
  proof_reader *r = memory_zalloc (mem, sizeof *r);
  r->mem = mem;
  r->at = text;
  r->end = text + len;
  return r;
}

void proof_reader_free (proof_reader *r) {
  if (!r)
    return;
  vec_release (r->mem, &r->words, &r->model);
  memory_free (r->mem, r, sizeof *r);
}

/* The next line that means something. */
static bool next_line (proof_reader *r) {
  assert (r->at <= r->end);
  while (r->at < r->end) {
    const char *stop = memchr (r->at, '\n', (size_t) (r->end - r->at));
    r->line = r->at;
    r->len = (size_t) ((stop ? stop : r->end) - r->at);
    r->at = stop ? stop + 1 : r->end;
    r->number++;
    if (r->len && r->line[r->len - 1] == '\r')
      r->len--;
    if (r->len && r->line[0] != ';')
      return true;
  }
  return false;
}

static bool wrong (const proof_reader *r, trouble *t, const char *what) {
  trouble_set (t, ST_BADINPUT, "line %zu: %s", r->number, what);
  return false;
}

/* The rest of the line after a word and a blank. */
static bool has_word (const proof_reader *r, const char *word,
                      const char **rest) {
  size_t n = strlen (word);
  if (r->len < n + 1 || memcmp (r->line, word, n) || r->line[n] != ' ')
    return false;
  *rest = r->line + n + 1;
  return true;
}

static bool get_number (const proof_reader *r, const char **at, uint64_t *out) {
  assert (*at >= r->line && *at <= r->line + r->len);
  const char *end = r->line + r->len, *start = *at;
  *out = 0;
  for (; *at < end && **at >= '0' && **at <= '9' && *at - start < 19; ++*at)
    *out = 10 * *out + (uint64_t) (**at - '0');
  return *at > start && (*at == end || **at == ' ');
}

static bool get_hex (const proof_reader *r, const char **at, unsigned digits,
                     uint32_t *out) {
  assert (digits <= 8 && *at <= r->line + r->len);
  if ((size_t) (r->line + r->len - *at) < digits)
    return false;
  *out = 0;
  for (unsigned i = 0; i < digits; i++, ++*at) {
    char c = **at;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
      return false;
    *out = *out << 4 | (uint32_t) (c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return true;
}

static bool get_words (proof_reader *r, const char *at) {
  uint64_t n;
  vec_clear (&r->words);
  if (!get_number (r, &at, &n))
    return false;
  for (uint64_t i = 0; i < n; i++) {
    uint32_t word;
    if (at >= r->line + r->len || *at++ != ' ' || !get_hex (r, &at, 8, &word))
      return false;
    vec_push (r->mem, &r->words, word);
  }
  return at == r->line + r->len;
}

static bool proof_text_get_model (proof_reader *r, const char *at) {
  uint64_t n;
  vec_clear (&r->model);
  if (!get_number (r, &at, &n) || at >= r->line + r->len)
    return false;
  at++;
  for (uint64_t i = 0; i < n; i++) {
    uint32_t byte;
    if (!get_hex (r, &at, 2, &byte))
      return false;
    vec_push (r->mem, &r->model, (uint8_t) byte);
  }
  return at == r->line + r->len;
}

static bool get_verdict (const proof_reader *r, const char *at, verdict *out) {
  size_t len = (size_t) (r->line + r->len - at);
  for (verdict v = VERDICT_UNKNOWN; v <= PROOF_COUNTED; v++) {
    const char *text = proof_verdict_text (&(proof) {.verdict = v});
    if (strlen (text) == len && !memcmp (text, at, len)) {
      *out = v;
      return true;
    }
  }
  return false;
}

static void copy (char *out, size_t size, const char *text, size_t len) {
  len = len < size - 1 ? len : size - 1;
  memcpy (out, text, len);
  out[len] = 0;
}

/* One line between 'proof' and 'end'. */
static bool get_field (proof_reader *r, proof *out) {
  const char *rest;
  if (has_word (r, "verdict", &rest))
    return get_verdict (r, rest, &out->verdict);
  if (has_word (r, "solver", &rest)) {
    copy (r->solver, sizeof r->solver, rest,
          (size_t) (r->line + r->len - rest));
    return true;
  }
  if (has_word (r, "budget", &rest))
    return get_number (r, &rest, &out->budget);
  if (has_word (r, "form", &rest))
    return get_words (r, rest);
  if (!has_word (r, "model", &rest))
    return false;
  r->has_model = true;
  return proof_text_get_model (r, rest);
}

static bool is_end (const proof_reader *r) {
  return r->len == 3 && !memcmp (r->line, "end", 3);
}

static bool digest_matches (const proof_reader *r, hash128 digest) {
  char text[33];
  snprintf (text, sizeof text, "%016llx%016llx", (unsigned long long) digest.hi,
            (unsigned long long) digest.lo);
  return !strcmp (text, r->digest);
}

static bool get_proof (proof_reader *r, proof *out, trouble *t) {
  vec_clear (&r->words);
  vec_clear (&r->model);
  r->has_model = false;
  r->solver[0] = 0;
  while (true) {
    if (!next_line (r))
      return wrong (r, t, "the last proof has no end");
    if (is_end (r))
      break;
    if (!get_field (r, out))
      return wrong (r, t, "this is no line of a proof");
  }
  out->n_words = r->words.len;
  out->word = r->words.data;
  out->digest = form_digest (out->n_words, out->word);
  out->model = r->model.data;
  out->model_size = r->model.len;
  out->solver = r->solver;
  if (!digest_matches (r, out->digest))
    return wrong (r, t, "the form of this proof does not have its digest");
  if (r->has_model && out->verdict != VERDICT_SAT &&
      out->verdict != PROOF_COUNTED)
    return wrong (r, t, "this proof has a model but does not say sat");
  return true;
}

bool proof_reader_next (proof_reader *r, proof *out, trouble *t) {
  const char *rest;
  *out = (proof) {0};
  if (!r->has_head) {
    if (!next_line (r) || r->len != strlen (HEADER) ||
        memcmp (r->line, HEADER, r->len))
      return wrong (r, t, "the text must begin with '" HEADER "'");
    r->has_head = true;
  }
  if (!next_line (r))
    return false;
  if (!has_word (r, "proof", &rest))
    return wrong (r, t, "a proof is expected");
  copy (r->digest, sizeof r->digest, rest, (size_t) (r->line + r->len - rest));
  return get_proof (r, out, t);
}
