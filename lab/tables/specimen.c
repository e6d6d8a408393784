#include "lab/tables/specimen.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FLAGS 8

void specimen_path (const lab *l, const specimen *s, char_vec *out) {
  if (s->file[0] != '/')
    text_printf (l->mem, out, "%.*s/", (int) l->subjects.len, l->subjects.data);
  text_printf (l->mem, out, "%s.c", s->file);
  text_c (l->mem, out);
}

/* Cuts 'text' at spaces. */
static void specimen_split (char *text, const char *flag[MAX_FLAGS + 1]) {
  size_t n = 0;
  for (char *at = strtok (text, " "); at && n < MAX_FLAGS;
       at = strtok (NULL, " "))
    flag[n++] = at;
  flag[n] = NULL;
}

program *specimen_load (lab *l, const specimen *s) {
  char_vec path = {0}, flags = {0};
  const char *flag[MAX_FLAGS + 1];
  specimen_path (l, s, &path);
  text_puts (l->mem, &flags, s->flags ? s->flags : "");
  text_c (l->mem, &flags);
  specimen_split (flags.data, flag);
  program *p = program_load (&(program_config) {.mem = l->mem,
                                                .log = &l->context->log,
                                                .input = path.data,
                                                .flags = flag,
                                                .keep_branches = true,
                                                .buffer_size = 16,
                                                .depth = 3},
                             &l->context->trouble);
  vec_release (l->mem, &path, &flags);
  return p;
}

status specimen_own (lab *l, table *t, specimen_vec *out) {
  name_list files = {0};
  char_vec path = {0};
  char *folder = realpath (l->context->options.on, NULL);
  status st =
      lab_list (l, folder ? folder : l->context->options.on, ".c", &files);
  for (size_t i = 0; !st && i < files.len; i++) {
    size_t len = strlen (files.data[i]) - 2; /* without ".c" */
    vec_clear (&path);
    text_printf (l->mem, &path, "%s/%.*s", folder, (int) len, files.data[i]);
    vec_push (l->mem, out,
              ((specimen) {.name = table_copy_name (t, files.data[i], len),
                           .file = table_copy_name (t, path.data, path.len)}));
  }
  free (folder);
  vec_release (l->mem, &path);
  lab_release_list (l, &files);
  return st;
}
