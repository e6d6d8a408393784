#include "diff/saves.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct place {
  char directory[32], a[64], b[64];
} place;

static void write_file (const char *path, const char *text) {
  FILE *f = fopen (path, "w");
  CHECK (f != NULL);
  fputs (text, f);
  fclose (f);
}

static void place_init (place *p) {
  strcpy (p->directory, "/tmp/reprise-XXXXXX");
  CHECK (mkdtemp (p->directory) != NULL);
  snprintf (p->a, sizeof p->a, "%s/a", p->directory);
  snprintf (p->b, sizeof p->b, "%s/b", p->directory);
}

static void place_release (place *p) {
  unlink (p->a);
  unlink (p->b);
  rmdir (p->directory);
}

static void follow (files *f, memory *mem, const char *one, const char *two) {
  char_vec paths = {0};
  text_add (mem, &paths, one, strlen (one) + 1);
  text_add (mem, &paths, two, strlen (two) + 1);
  files_replace (f, mem, &paths);
  vec_release (mem, &paths);
}

TEST (saves_of_files) {
  memory mem = {0};
  place p;
  files f;
  place_init (&p);
  files_init (&f, &mem);
  write_file (p.a, "1");
  follow (&f, &mem, p.a, p.a);
  CHECK_EQ (f.file.len, 1);
  CHECK (!files_have_changed (&f));
  write_file (p.a, "22");
  CHECK (files_have_changed (&f));
  follow (&f, &mem, p.a, p.b); /* what was noted stays */
  CHECK_EQ (f.file.len, 2);
  CHECK (files_have_changed (&f));
  files_note (&f);
  CHECK (!files_have_changed (&f));
  write_file (p.b, ""); /* was missing */
  CHECK (files_have_changed (&f));
  files_note (&f);
  CHECK_EQ (rename (p.b, p.a), 0);
  CHECK (files_have_changed (&f));
  files_release (&f, &mem);
  place_release (&p);
  CHECK_EQ (mem.live, 0);
}

/* Each wait ends: something has happened before it, or somebody woke us. */
TEST (saves_wait) {
  memory mem = {0};
  place p;
  files f;
  place_init (&p);
  files_init (&f, &mem);
  follow (&f, &mem, p.a, p.a);
  saves *s = saves_new (&mem);
  saves_watch (s, &f);
  write_file (p.a, "1");
  saves_wait (s);
  CHECK (files_have_changed (&f));
  saves_wake (s);
  saves_wait (s);
  saves_wait (s);
  saves_free (s);
  files_release (&f, &mem);
  place_release (&p);
  CHECK_EQ (mem.live, 0);
}
