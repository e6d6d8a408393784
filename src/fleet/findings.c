/* What a member has covered and lost, in a file for the main process.
 *
 * Two lists, each with its length before it: blocks that were executed (number
 * of the function, number in it, ways), then losses. Blocks come first: with
 * their functions all files are known.
 *
 * Losses are counted since the member began ('before'), as it has inherited
 * those of the process that forked it. Coverage is a set: joining it twice does
 * no harm.
 */

#include "fleet/findings.h"

#include "base/whole_file.h"
#include "suite/end_pack.h"

void findings_begin (memory *mem, explorer *e, findings_before *before) {
  const loss *l;
  size_t n = explorer_losses (e, &l);
  vec_clear (before);
  for (size_t i = 0; i < n; i++)
    vec_push (mem, before, l[i].count);
}

static bool is_covered (const uint8_t *covered, uint32_t i) {
  return covered[i / 8] >> i % 8 & 1;
}

static void pack_blocks (machine *m, char_vec *out) {
  program *p = machine_program (m);
  uint32_t n, of, count = 0;
  const uint8_t *covered = machine_covered (m, &n);
  const uint8_t *ways = machine_branches (m, &n);
  for (uint32_t i = 0; i < n; i++)
    count += is_covered (covered, i);
  pack_number (NULL, out, count);
  for (uint32_t i = 0; i < n; i++)
    if (is_covered (covered, i)) {
      const block *b = program_block (p, i, &of);
      pack_number (NULL, out, of);
      pack_number (NULL, out, (uint64_t) (b - program_code (p, of)->block));
      pack_number (NULL, out, ways[i]);
    }
}

static uint64_t count_since (const findings_before *before, const loss *l,
                             size_t i) {
  return l[i].count - (i < before->len ? before->data[i] : 0);
}

static void pack_losses (explorer *e, const findings_before *before,
                         char_vec *out) {
  const program *p = machine_program (explorer_machine (e));
  const loss *l;
  size_t n = explorer_losses (e, &l);
  assert (n >= before->len); /* losses are added, never removed */
  pack_number (NULL, out, n);
  for (size_t i = 0; i < n; i++) {
    pack_number (NULL, out, count_since (before, l, i));
    pack_number (NULL, out, l[i].place.line);
    pack_text (NULL, out, l[i].function);
    pack_text (NULL, out, program_file (p, l[i].place.file));
    cause_pack (NULL, out, &l[i].cause);
  }
}

status findings_write (explorer *e, const findings_before *before,
                       const char *path, trouble *why) {
  char_vec out = {0};
  pack_blocks (explorer_machine (e), &out);
  pack_losses (e, before, &out);
  status st = whole_file_write (path, out.data, out.len, why);
  vec_release (NULL, &out);
  return st;
}

static void read_block (explorer *e, unpacker *u) {
  machine *m = explorer_machine (e);
  uint32_t of = (uint32_t) unpack_number (u);
  uint32_t number = (uint32_t) unpack_number (u);
  uint8_t ways = (uint8_t) unpack_number (u);
  if (!u->is_bad)
    machine_mark_block (
        m, program_code (machine_program (m), of)->block[number].index, ways);
}

/* As a number below zero where losses were taken back. */
static void read_loss (explorer *e, unpacker *u) {
  uint64_t count = unpack_number (u);
  place at = {.line = (uint32_t) unpack_number (u)};
  const char *name = unpack_text (u), *file = unpack_text (u);
  cause why = cause_unpack (u);
  at.file = program_find_file (machine_program (explorer_machine (e)), file);
  if (!u->is_bad && (int64_t) count > 0)
    explorer_add_loss (e, &why, name, at, count);
}

void findings_read (explorer *e, const char *path) {
  mapped_file f;
  if (!whole_file_map (path, &f))
    return;
  const uint8_t *bytes = f.bytes;
  unpacker u = {.at = bytes, .end = bytes + f.size};
  for (uint64_t n = unpack_number (&u); n && !u.is_bad; n--)
    read_block (e, &u);
  for (uint64_t n = unpack_number (&u); n && !u.is_bad; n--)
    read_loss (e, &u);
  whole_file_unmap (&f);
}
