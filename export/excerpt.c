#include "export/excerpt.h"

#include "base/whole_file.h"
#include "export/html.h"

struct excerpt {
  memory *mem;
  char_vec text;
  u32_vec start; /* of each line in the text; each ends with a NUL */
};

static bool map_source (memory *mem, const char *path, const char *directory,
                        mapped_file *out) {
  char_vec whole = {0};
  if (whole_file_map (path, out))
    return true;
  if (*path == '/' || !*directory)
    return false;
  text_printf (mem, &whole, "%s/%s", directory, path);
  bool is_there = whole_file_map (text_c (mem, &whole), out);
  vec_release (mem, &whole);
  return is_there;
}

static void excerpt_split (excerpt *l) {
  assert (!l->start.len && l->text.len < UINT32_MAX);
  for (size_t at = 0; at < l->text.len;) {
    char *end = memchr (l->text.data + at, '\n', l->text.len - at);
    vec_push (l->mem, &l->start, (uint32_t) at);
    if (!end)
      break;
    *end = '\0';
    at = (size_t) (end - l->text.data) + 1;
  }
  text_c (l->mem, &l->text);
}

excerpt *excerpt_open (memory *mem, const char *path, const char *directory) {
  mapped_file f;
  if (!map_source (mem, path, directory, &f))
    return NULL;
  excerpt *l = f.size < UINT32_MAX ? memory_zalloc (mem, sizeof *l) : NULL;
  if (l) {
    l->mem = mem;
    text_add (mem, &l->text, f.bytes, f.size);
    excerpt_split (l);
  }
  whole_file_unmap (&f);
  return l;
}

void excerpt_free (excerpt *l) {
  if (!l)
    return;
  vec_release (l->mem, &l->text, &l->start);
  memory_free (l->mem, l, sizeof *l);
}

uint32_t excerpt_lines (const excerpt *l) { return (uint32_t) l->start.len; }

void excerpt_print (const excerpt *l, uint32_t first, uint32_t last,
                    void *owner, excerpt_mark mark, FILE *to) {
  fputs ("<pre>", to);
  for (uint32_t i = first ? first : 1; i <= last && i <= l->start.len; i++) {
    const char *how = mark (owner, i);
    if (how)
      fprintf (to, "<span class='%s'>", how);
    fprintf (to, "<i>%5u</i>  ", i);
    html_text (l->text.data + l->start.data[i - 1], to);
    fputs (how ? "</span>\n" : "\n", to);
  }
  fputs ("</pre>\n", to);
}
