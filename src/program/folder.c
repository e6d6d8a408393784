#include "program/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_listed (const struct dirent *e) {
  const char *dot = strrchr (e->d_name, '.');
  if (e->d_type == DT_DIR || e->d_type == DT_UNKNOWN)
    return e->d_name[0] != '.' && strcmp (e->d_name, "CMakeFiles");
  return e->d_type != DT_DIR && dot && !strcmp (dot, ".c");
}

/* Bytes, whatever the locale. */
static int by_name (const struct dirent **a, const struct dirent **b) {
  return strcmp ((*a)->d_name, (*b)->d_name);
}

void folder_list (memory *mem, const char *path, char_vec *out) {
  struct dirent **entry;
  int n = scandir (path, &entry, is_listed, by_name);
  for (int i = 0; i < n; i++) {
    char_vec whole = {0};
    bool is_here = !strcmp (path, ".");
    text_printf (mem, &whole, "%s%s%s", is_here ? "" : path,
                 is_here || path[strlen (path) - 1] == '/' ? "" : "/",
                 entry[i]->d_name);
    if (entry[i]->d_type == DT_DIR)
      folder_list (mem, text_c (mem, &whole), out);
    else if (strstr (entry[i]->d_name, ".c"))
      text_add (mem, out, text_c (mem, &whole), whole.len + 1);
    vec_release (mem, &whole);
    free (entry[i]);
  }
  if (n >= 0)
    free (entry);
}
