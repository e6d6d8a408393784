#include "machine/identity.h"

#include "base/whole_file.h"
#include "machine/machine_priv.h"
#include "program/comments.h"

#include <ctype.h>
#include <limits.h>

/* A source file, as far as identities need it. */
typedef struct source_lines {
  uint64_t path; /* a digest of its path in the project */
  u64_vec line;  /* of each line without comments and the space around it;
                    none: it cannot be read */
} source_lines;

struct identities {
  char_vec base; /* directory of the input, absolute; "" if not known */
  map file_at;   /* file of the program + 1 -> index of 'files' + 1 */
  VEC (source_lines) files;
  map place_at; /* spot -> its digest */
};

static uint64_t hash_text (const char *text) {
  return hash_bytes (text, strlen (text)).lo;
}

/* Paths. */

static void find_base (machine *m, char_vec *out) {
  char whole[PATH_MAX];
  const char *input = program_input (m->program);
  if (!input || !realpath (input, whole))
    return;
  text_add (m->mem, out, whole, (size_t) (strrchr (whole, '/') - whole) + 1);
}

/* Characters up to the last directory that both are in. */
static size_t shared_part (const char *a, const char *b) {
  size_t n = 0;
  for (size_t i = 0; a[i] && a[i] == b[i]; i++)
    if (a[i] == '/')
      n = i + 1;
  return n;
}

/* "../lib/a.c"; what has only the root in common with the base stays as it is.
 */
static uint64_t hash_path (machine *m, const char *path) {
  char whole[PATH_MAX];
  char_vec text = {0};
  const char *base = text_c (m->mem, &m->places->base);
  const char *p = realpath (path, whole) ? whole : path;
  size_t n = *p == '/' ? shared_part (p, base) : 0;
  for (const char *up = n > 1 ? base + n : ""; *up; up++)
    if (*up == '/')
      text_puts (m->mem, &text, "../");
  text_puts (m->mem, &text, n > 1 ? p + n : p);
  uint64_t h = hash_bytes (text.data, text.len).lo;
  vec_release (m->mem, &text);
  return h;
}

/* Lines. */

static uint64_t hash_line (const char *from, const char *to) {
  while (from < to && isspace ((unsigned char) *from))
    from++;
  while (from < to && isspace ((unsigned char) to[-1]))
    to--;
  return hash_bytes (from, (size_t) (to - from)).lo;
}

/* An end of a line in a comment is a byte 1 (comments.h). */
static bool is_line_end (char c) { return c == '\n' || c == '\1'; }

static void hash_lines (machine *m, const char *text, size_t n, u64_vec *out) {
  for (size_t from = 0, at = 0; from < n; at++)
    if (at == n || is_line_end (text[at])) {
      vec_push (m->mem, out, hash_line (text + from, text + at));
      from = at + 1;
    }
}

/* Without comments: an edit of them changes nothing. */
static void read_lines (machine *m, const char *path, u64_vec *out) {
  mapped_file f;
  char_vec plain = {0};
  if (!whole_file_map (path, &f))
    return;
  if (comments_strip (m->mem, f.bytes, f.size, &plain))
    hash_lines (m, plain.data, plain.len, out);
  else
    hash_lines (m, f.bytes, f.size, out);
  vec_release (m->mem, &plain);
  whole_file_unmap (&f);
}

static const source_lines *file_of (machine *m, uint32_t file) {
  struct identities *all = m->places;
  uint64_t *at = map_at (&all->file_at, file + UINT64_C (1));
  if (!*at) {
    const char *path = program_file (m->program, file);
    source_lines s = {.path = hash_path (m, path)};
    read_lines (m, path, &s.line);
    vec_push (m->mem, &all->files, s);
    *at = all->files.len;
  }
  return all->files.data + *at - 1;
}

/* What stands there; of a file that is not there: which line of the function.
 */
static uint64_t line_at (machine *m, uint32_t of, place p) {
  const source_lines *s = file_of (m, p.file);
  if (p.line && p.line <= s->line.len)
    return s->line.data[p.line - 1];
  return p.line - program_function (m->program, of)->line;
}

/* Places. */

/* Of the instructions of this kind at lines that say the same: which one? */
static uint64_t count_alike (machine *m, spot at, uint64_t text) {
  const code *c = program_code (m->program, at.function);
  uint64_t n = 0;
  for (uint32_t i = 0; i < at.insn; i++)
    n += c->insn[i].op == c->insn[at.insn].op &&
         line_at (m, at.function, c->place[i]) == text;
  return n;
}

static uint64_t digest_place (machine *m, spot at) {
  const code *c = program_code (m->program, at.function);
  uint64_t h = hash_text (program_function (m->program, at.function)->name);
  assert (at.insn < c->n_insns);
  if (!c->place)
    return hash_mix (h, at.insn);
  uint64_t text = line_at (m, at.function, c->place[at.insn]);
  h = hash_mix (h, file_of (m, c->place[at.insn].file)->path);
  h = hash_mix (h, hash_text (op_name ((op) c->insn[at.insn].op)));
  return hash_mix (hash_mix (h, text), count_alike (m, at, text));
}

static uint64_t identity_place_of (machine *m, spot at) {
  uint64_t key = ((uint64_t) at.function << 32 | at.insn) + 1;
  uint64_t known = map_get (&m->places->place_at, key, 0);
  if (!known) {
    known = digest_place (m, at) | 1;
    map_put (&m->places->place_at, key, known);
  }
  return known;
}

/* Causes. */

static bool is_told_by_program (const end_record *e) {
  return e->fault == FAULT_ASSERTION || e->fault == FAULT_REPORTED;
}

static uint64_t mix_cause (machine *m, uint64_t h, const end_spots *s,
                           const end_record *e) {
  const end_object *o = &e->object;
  if (is_told_by_program (e) && e->cause.text[0])
    return hash_mix (h, hash_text (e->cause.text[0]));
  if (o->is_guessed || o->origin == ORIGIN_NONE)
    return h;
  if (o->name)
    h = hash_mix (h, hash_text (o->name));
  for (size_t i = 0; i < s->n_related; i++)
    h = hash_mix (h, identity_place_of (m, s->related[i]));
  return h;
}

/* Life cycle. */

static void identities_open (machine *m) {
  struct identities *all = memory_zalloc (m->mem, sizeof *all);
  map_init (&all->file_at, m->mem);
  map_init (&all->place_at, m->mem);
  m->places = all;
  find_base (m, &all->base);
}

void identities_free (machine *m) {
  struct identities *all = m->places;
  if (!all)
    return;
  for (size_t i = 0; i < all->files.len; i++)
    vec_release (m->mem, &all->files.data[i].line);
  vec_release (m->mem, &all->files, &all->base);
  map_release (&all->file_at);
  map_release (&all->place_at);
  memory_free (m->mem, all, sizeof *all);
  m->places = NULL;
}

error_identity error_identity_of (machine *m, const end_spots *s,
                                  const end_record *e) {
  assert (e->kind == END_FAULT && s->n_related <= ENDING_RELATED);
  if (!m->places)
    identities_open (m);
  error_identity id = {.place = hash_text (fault_name (e->fault))};
  if (s->at)
    id.place = hash_mix (id.place, identity_place_of (m, *s->at));
  id.place |= 1; /* never 0, which maps reserve */
  id.error = mix_cause (m, id.place, s, e) | 1;
  return id;
}
