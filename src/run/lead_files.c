#include "run/lead_files.h"

#include "base/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

/* What programs call the bytes that they read, and how many there are. */
typedef struct seeded {
  const char *data, *size;
  uint64_t most;
} seeded;

enum { SEEDED = 3 };

static void seeded_by (const options *o, seeded out[SEEDED]) {
  const char *of = o->sym_files ? strchr (o->sym_files, ':') : NULL;
  out[0] = (seeded) {"stdin", "stdin_size",
                     o->sym_stdin < 0 ? 0 : (uint64_t) o->sym_stdin};
  out[1] = (seeded) {"A_data", "A_size", of ? strtoull (of + 1, NULL, 10) : 0};
  out[2] = (seeded) {"data", "size", o->buffer_size};
}

static given_input keep_given (lead_files *s, const char *name,
                               const void *bytes, uint64_t size) {
  return (given_input) {size, arena_copy (&s->bytes, bytes, size), name};
}

static void add_seed (lead_files *s, const seeded by[SEEDED], const char *bytes,
                      uint64_t size) {
  given_input *in = arena_alloc (&s->bytes, 2 * SEEDED * sizeof *in);
  for (int i = 0; i < SEEDED; i++) {
    uint64_t n = size < by[i].most ? size : by[i].most;
    in[2 * i] = keep_given (s, by[i].data, bytes, n);
    in[2 * i + 1] = keep_given (s, by[i].size, &n, sizeof n);
  }
  vec_push (s->mem, &s->all, (lead) {2 * SEEDED, in});
}

static status add_lead_file (context *c, lead_files *s, const seeded by[SEEDED],
                             const char *name) {
  char_vec path = {0};
  struct stat about;
  status st = ST_OK;
  text_printf (s->mem, &path, "%s/%s", c->options.seeds, name);
  if (name[0] != '.' && !stat (text_c (s->mem, &path), &about) &&
      S_ISREG (about.st_mode)) {
    mapped_file file = {0};
    if (about.st_size && !whole_file_map (path.data, &file))
      st = trouble_set (&c->trouble, ST_NOFILE, "--seeds: cannot read '%s': %s",
                        path.data, strerror (errno));
    else
      add_seed (s, by, file.bytes, file.size);
    if (file.size)
      whole_file_unmap (&file);
  }
  vec_release (s->mem, &path);
  return st;
}

status lead_files_read (context *c, lead_files *s) {
  const char *dir = c->options.seeds;
  struct dirent **entry;
  seeded by[SEEDED];
  status st = ST_OK;
  *s = (lead_files) {.mem = &c->memory};
  arena_init (&s->bytes, s->mem);
  int n = scandir (dir, &entry, NULL, alphasort);
  if (n < 0)
    return trouble_set (&c->trouble, ST_NOFILE, "--seeds: cannot open '%s': %s",
                        dir, strerror (errno));
  seeded_by (&c->options, by);
  for (int i = 0; i < n; i++) {
    st = st ? st : add_lead_file (c, s, by, entry[i]->d_name);
    free (entry[i]);
  }
  free (entry);
  if (!st && !s->all.len)
    st =
        trouble_set (&c->trouble, ST_NOFILE, "--seeds: '%s' has no files", dir);
  return st;
}

void lead_files_release (lead_files *s) {
  if (!s->mem)
    return;
  vec_release (s->mem, &s->all);
  arena_release (&s->bytes);
}
