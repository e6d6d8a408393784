#include "lab/tables/lab.h"

#include "lab/tables/contest.h"
#include "program/home.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

status lab_open (context *c, lab *out) {
  *out = (lab) {.context = c, .mem = &c->memory};
  if (home_find (out->mem, "bench/subjects", &out->subjects))
    return ST_OK;
  vec_release (out->mem, &out->subjects);
  return trouble_set (&c->trouble, ST_USAGE,
                      "the subjects are not there: directory bench/subjects of "
                      "the sources, see 'make install'; or set REPRISE_HOME");
}

void lab_close (lab *l) {
  contest_free (l->contest);
  vec_release (l->mem, &l->subjects);
}

static bool ends_so (const char *name, const char *suffix) {
  size_t n = strlen (name), k = strlen (suffix);
  return n > k && !strcmp (name + n - k, suffix);
}

status lab_list (lab *l, const char *folder, const char *suffix,
                 name_list *out) {
  struct dirent **file;
  int n = scandir (folder, &file, NULL, alphasort);
  if (n < 0)
    return trouble_set (&l->context->trouble, ST_NOFILE,
                        "cannot read directory '%s'", folder);
  for (int i = 0; i < n; i++) {
    if (ends_so (file[i]->d_name, suffix))
      vec_push (l->mem, out, strdup (file[i]->d_name));
    free (file[i]);
  }
  free (file);
  if (out->len)
    return ST_OK;
  return trouble_set (&l->context->trouble, ST_NOFILE,
                      "there is no *%s in directory '%s'", suffix, folder);
}

void lab_release_list (lab *l, name_list *v) {
  for (size_t i = 0; i < v->len; i++)
    free (v->data[i]);
  vec_release (l->mem, v);
}
