#include "run/manifest.h"

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A directory that is the current one. */
typedef struct place {
  char directory[40];
  manifest *m;
} place;

static void sleep_a_step (void) {
  nanosleep (&(struct timespec) {.tv_nsec = 40000000}, NULL);
}

static void put (const char *path, const char *text) {
  FILE *f = fopen (path, "w");
  CHECK (f && fputs (text, f) >= 0);
  fclose (f);
}

static void setup (place *p) {
  strcpy (p->directory, "/tmp/manifest.XXXXXX");
  CHECK (mkdtemp (p->directory) && !chdir (p->directory));
  put ("source", "int x; // a\n");
  put ("input", "bits // a\n");
  sleep_a_step ();
  p->m = manifest_new (NULL);
  manifest_start (p->m);
}

static void teardown (place *p) {
  static const char *const names[] = {"source", "input", "other"};
  manifest_free (p->m);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    unlink (names[i]);
  CHECK (!chdir ("/") && !rmdir (p->directory));
}

/* As the next process sees it. */
static bool holds (place *p, bool *is_renewed) {
  char_vec bytes = {0};
  manifest *m = manifest_new (NULL);
  manifest_pack (p->m, &bytes);
  unpacker u = {.at = (const uint8_t *) bytes.data,
                .end = (const uint8_t *) bytes.data + bytes.len};
  CHECK (manifest_unpack (m, &u) && u.at == u.end);
  *is_renewed = false;
  bool res = manifest_holds (m, is_renewed);
  manifest_free (m);
  vec_release (NULL, &bytes);
  return res;
}

TEST (manifest_sees_changes) {
  place p;
  bool renewed;
  setup (&p);
  CHECK (manifest_add_source (p.m, "source"));
  CHECK (manifest_add_input (p.m, "input"));
  manifest_add_absence (p.m, "other");
  CHECK (holds (&p, &renewed) && !renewed);
  put ("source", "int x; // a\n");
  CHECK (holds (&p, &renewed) && !renewed); /* too new for a stamp */
  sleep_a_step ();
  CHECK (holds (&p, &renewed) && renewed);
  put ("source", "int x; // longer\n");
  CHECK (holds (&p, &renewed));
  put ("source", "int y; // a\n");
  CHECK (!holds (&p, &renewed));
  put ("source", "int x; // a\n");
  put ("input", "bits // b\n");
  CHECK (!holds (&p, &renewed));
  put ("input", "bits // a\n");
  put ("other", "");
  CHECK (!holds (&p, &renewed));
  unlink ("other");
  CHECK (holds (&p, &renewed));
  unlink ("input");
  CHECK (!holds (&p, &renewed));
  teardown (&p);
}

/* The times of a file can be set, but for that of its last change. */
TEST (manifest_is_not_deceived_by_times) {
  place p;
  bool renewed;
  struct stat s;
  setup (&p);
  CHECK (manifest_add_input (p.m, "input") && !stat ("input", &s));
  put ("input", "bits // b\n");
  CHECK (!utimensat (AT_FDCWD, "input",
                     (struct timespec[]) {s.st_atim, s.st_mtim}, 0));
  CHECK (!holds (&p, &renewed));
  teardown (&p);
}

TEST (manifest_refuses_what_it_cannot_vouch_for) {
  place p;
  bool renewed;
  setup (&p);
  CHECK (!manifest_add_source (p.m, "other"));
  put ("source", "int x;");
  CHECK (!manifest_add_source (p.m, "source")); /* changed since the start */
  CHECK (!manifest_is_old (p.m, "source") && manifest_is_old (p.m, "input"));
  CHECK (!manifest_add_stamp (p.m, "source"));
  CHECK (manifest_add_stamp (p.m, "input"));
  sleep_a_step ();
  manifest_start (p.m);
  CHECK (manifest_add_source (p.m, "source"));
  put ("other", "char *s = __DATE__;");
  sleep_a_step ();
  manifest_start (p.m);
  CHECK (!manifest_add_source (p.m, "other"));
  CHECK (!manifest_add_input (p.m, "/dev/null") && !holds (&p, &renewed));
  teardown (&p);
}

TEST (manifest_compares_results_that_are_new) {
  place p;
  bool renewed;
  setup (&p);
  put ("other", "tests");
  CHECK (manifest_add_result (p.m, "other"));
  CHECK (holds (&p, &renewed));
  put ("other", "tasts");
  CHECK (!holds (&p, &renewed));
  put ("other", "tests");
  sleep_a_step ();
  CHECK (holds (&p, &renewed) && renewed);
  teardown (&p);
}

TEST (manifest_reads_no_damage) {
  place p;
  char_vec bytes = {0};
  setup (&p);
  CHECK (manifest_add_source (p.m, "source"));
  manifest_pack (p.m, &bytes);
  for (size_t n = 0; n < bytes.len; n++) {
    manifest *m = manifest_new (NULL);
    unpacker u = {.at = (const uint8_t *) bytes.data,
                  .end = (const uint8_t *) bytes.data + n};
    CHECK (!manifest_unpack (m, &u));
    manifest_free (m);
  }
  vec_release (NULL, &bytes);
  teardown (&p);
}
