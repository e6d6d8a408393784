#include "klee/replays.h"

#include "klee/ktest_read.h"

#include <dirent.h>
#include <errno.h>

void replays_init (replays *r, memory *mem) {
  *r = (replays) {.mem = mem};
  arena_init (&r->texts, mem);
}

void replays_release (replays *r) {
  if (r->file.mem)
    input_release (&r->file);
  vec_release (r->mem, &r->path, &r->given, &r->leads);
  arena_release (&r->texts);
}

static void add_file (replays *r, const char *path) {
  vec_push (r->mem, &r->path, arena_string (&r->texts, path, strlen (path)));
}

static void add_entry (replays *r, const char *directory, const char *name) {
  const char *dot = strrchr (name, '.');
  char_vec path = {0};
  if (!dot || strcmp (dot, ".ktest"))
    return;
  text_printf (r->mem, &path, "%s/%s", directory, name);
  add_file (r, text_c (r->mem, &path));
  vec_release (r->mem, &path);
}

static status add_directory (replays *r, const char *path, trouble *why) {
  struct dirent **entry;
  int n = scandir (path, &entry, NULL, alphasort);
  if (n < 0)
    return trouble_set (why, ST_NOFILE, "cannot open '%s': %s", path,
                        strerror (errno));
  for (int i = 0; i < n; i++) {
    add_entry (r, path, entry[i]->d_name);
    free (entry[i]);
  }
  free (entry);
  return ST_OK;
}

status replays_add (replays *r, const text_list *files,
                    const text_list *directories, trouble *why) {
  status st = ST_OK;
  for (size_t i = 0; i < files->len; i++)
    add_file (r, files->data[i]);
  for (size_t i = 0; i < directories->len; i++)
    TRY (add_directory (r, directories->data[i], why));
out:
  return st;
}

bool replays_has_next (const replays *r) { return r->next < r->path.len; }

const char *replays_name (const replays *r) {
  assert (replays_has_next (r));
  return r->path.data[r->next];
}

static given_input given_of (const testinput *in, bool by_name) {
  return (given_input) {in->size, in->bytes, by_name ? in->name : NULL};
}

/* Copies: they stay while the program is explored. */
static lead replays_keep (replays *r, const testinput_vec *inputs,
                          bool by_name) {
  size_t n = inputs->len;
  given_input *given = arena_alloc (&r->texts, n * sizeof *given);
  for (size_t i = 0; i < n; i++) {
    given[i] = given_of (inputs->data + i, by_name);
    given[i].bytes = arena_copy (&r->texts, given[i].bytes, given[i].size);
  }
  return (lead) {(uint32_t) n, given};
}

static status read_inputs (replays *r, testinput_vec *out, trouble *why) {
  status st = ST_OK;
  assert (replays_has_next (r) && !out->len);
  if (r->file.mem)
    input_release (&r->file);
  TRY (input_load (&r->file, r->mem, why, r->path.data[r->next++]));
  TRY (ktest_read (r->mem, (const uint8_t *) r->file.data, r->file.len,
                   &r->texts, NULL, out, why));
out:
  return st;
}

status replays_lead (replays *r, bool by_name, trouble *why) {
  status st = ST_OK;
  testinput_vec inputs = {0};
  while (replays_has_next (r)) {
    vec_clear (&inputs);
    TRY (read_inputs (r, &inputs, why));
    vec_push (r->mem, &r->leads, replays_keep (r, &inputs, by_name));
  }
out:
  vec_release (r->mem, &inputs);
  return st;
}

status replays_take (replays *r, bool by_name, trouble *why) {
  status st = ST_OK;
  testinput_vec inputs = {0};
  TRY (read_inputs (r, &inputs, why));
  vec_clear (&r->given);
  for (size_t i = 0; i < inputs.len; i++)
    vec_push (r->mem, &r->given, given_of (inputs.data + i, by_name));
out:
  vec_release (r->mem, &inputs);
  return st;
}
