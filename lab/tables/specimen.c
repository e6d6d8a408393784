#include "lab/tables/specimen.h"

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
                                                .buffer_size = 16},
                             &l->context->trouble);
  vec_release (l->mem, &path);
  vec_release (l->mem, &flags);
  return p;
}
