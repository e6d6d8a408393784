#include "fleet/findings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void findings_begin (memory *mem, explorer *e, findings_before *before) {
  const loss *l;
  size_t n = explorer_losses (e, &l);
  vec_clear (before);
  for (size_t i = 0; i < n; i++)
    vec_push (mem, before, l[i].count);
}

static void write_blocks (machine *m, FILE *f) {
  program *p = machine_program (m);
  uint32_t n;
  const uint8_t *covered = machine_covered (m, &n);
  const uint8_t *ways = machine_branches (m, &n);
  for (uint32_t i = 0; i < n; i++)
    if (covered[i / 8] >> i % 8 & 1) {
      uint32_t of;
      const block *b = program_block (p, i, &of);
      fprintf (f, "block %u %u %u\n", of,
               (unsigned) (b - program_code (p, of)->block), ways[i]);
    }
}

static void write_losses (explorer *e, const findings_before *before, FILE *f) {
  const program *p = machine_program (explorer_machine (e));
  const loss *l;
  size_t n = explorer_losses (e, &l);
  for (size_t i = 0; i < n; i++) {
    uint64_t old = i < before->len ? before->data[i] : 0;
    if (l[i].count > old)
      fprintf (f, "loss %" PRIu64 " %u\t%s\t%s\t%s\n", l[i].count - old,
               l[i].place.line, l[i].function,
               program_file (p, l[i].place.file), l[i].what);
  }
}

status findings_write (explorer *e, const findings_before *before,
                       const char *path, trouble *why) {
  FILE *f = fopen (path, "we");
  if (f) {
    write_blocks (explorer_machine (e), f);
    write_losses (e, before, f);
  }
  if (!f || fclose (f))
    return trouble_set (why, ST_NOWRITE, "cannot write '%s': %s", path,
                        strerror (errno));
  return ST_OK;
}

static void read_block (explorer *e, const char *line) {
  machine *m = explorer_machine (e);
  program *p = machine_program (m);
  uint32_t of, number, ways;
  if (sscanf (line, "block %u %u %u", &of, &number, &ways) == 3)
    machine_mark_block (m, program_code (p, of)->block[number].index,
                        (uint8_t) ways);
}

static void read_loss (explorer *e, char *line) {
  const program *p = machine_program (explorer_machine (e));
  uint64_t count;
  place at = {0};
  char *field[4] = {line};
  for (int i = 1; i < 4; i++) {
    field[i] = strchr (field[i - 1], '\t');
    if (!field[i])
      return;
    *field[i]++ = 0;
  }
  if (sscanf (line, "loss %" SCNu64 " %u", &count, &at.line) != 2)
    return;
  at.file = program_find_file (p, field[2]);
  explorer_add_loss (e, field[3], field[1], at, count);
}

/* Blocks come first: with their functions all files are known. */
void findings_read (explorer *e, const char *path) {
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  FILE *f = fopen (path, "re");
  while (f && (n = getline (&line, &cap, f)) > 0) {
    if (line[n - 1] == '\n')
      line[n - 1] = 0;
    if (line[0] == 'b')
      read_block (e, line);
    else
      read_loss (e, line);
  }
  free (line);
  if (f)
    fclose (f);
}
