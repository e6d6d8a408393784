#include "export/two_suites.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What became of tests: compared one by one, suite by suite, in the file. */

static const suite_facts no_facts = {.input = "a.c",
                                     .given = "a.c",
                                     .directory = "",
                                     .entry = "",
                                     .cflags = "",
                                     .compile_commands = "",
                                     .options = ""};

typedef struct lab {
  memory mem;
  trouble trouble;
  char dir[64];
  changes changes;
} lab;

static void lab_open (lab *l) {
  *l = (lab) {0};
  strcpy (l->dir, "/tmp/reprise-changes-XXXXXX");
  CHECK (mkdtemp (l->dir) != NULL);
  changes_init (&l->changes, &l->mem);
}

static void lab_remove (lab *l, const char *name) {
  char path[128];
  snprintf (path, sizeof path, "%s/%s", l->dir, name);
  unlink (path);
}

static void lab_close (lab *l) {
  changes_release (&l->changes);
  lab_remove (l, "suite");
  lab_remove (l, "suite.before");
  lab_remove (l, "changes");
  CHECK_EQ (rmdir (l->dir), 0);
  CHECK_EQ (l->mem.live, 0);
}

static testcase make (uint32_t number, uint64_t path, int exits,
                      testinput *in) {
  return (testcase) {
      .number = number,
      .end = {.kind = END_EXIT, .status = exits, .at = {"", "", 0}},
      .path = {path, path},
      .n_inputs = 1,
      .input = in};
}

static testinput input (const char *bytes) {
  return (testinput) {.name = "x", .size = 1, .bytes = (const uint8_t *) bytes};
}

TEST (changes_compare_kept_and_changed) {
  lab l;
  lab_open (&l);
  testinput a = input ("a"), b = input ("b");
  testcase old = make (1, 1, 0, &a), same = old, other = make (1, 1, 0, &b),
           ended = make (1, 1, 3, &a);
  changes_compare (&l.changes, &old, &same, "why");
  changes_compare (&l.changes, &old, &other, "why");
  changes_compare (&l.changes, &old, &ended, "why");
  CHECK_EQ (l.changes.count[CHANGE_KEPT], 1);
  CHECK_EQ (l.changes.count[CHANGE_CHANGED], 2);
  CHECK (!strcmp (l.changes.rows.data[0].reason, "why"));
  CHECK (!strcmp (l.changes.rows.data[1].reason, "other input"));
  CHECK (strstr (l.changes.rows.data[2].reason, "exits with 3, was 0") != NULL);
  lab_close (&l);
}

TEST (changes_compare_errors_at_one_place) {
  lab l;
  lab_open (&l);
  testinput a = input ("a");
  testcase old = make (1, 1, 0, &a), other;
  old.end.kind = END_FAULT;
  old.end.identity.error = 1;
  other = old;
  other.end.identity.error = 2;
  changes_compare (&l.changes, &old, &other, "why");
  other.end.at.line = 7;
  changes_compare (&l.changes, &old, &other, "why");
  CHECK (!strcmp (l.changes.rows.data[0].reason,
                  "another error at the same place"));
  CHECK (!strncmp (l.changes.rows.data[1].reason, "moved, ", 7));
  lab_close (&l);
}

static void write_suite (lab *l, size_t n, const testcase *t) {
  suite_writer *w = suite_create (&l->mem, l->dir, &no_facts, &l->trouble);
  CHECK (w != NULL);
  for (size_t i = 0; i < n; i++)
    CHECK_EQ (suite_add (w, t + i, &l->trouble), ST_OK);
  CHECK_EQ (suite_close (w, &l->trouble), ST_OK);
}

/* By path, then by input; by number only if the file says that it is about
 * these two.
 */
TEST (changes_between_two_suites) {
  lab l;
  lab_open (&l);
  testinput a = input ("a"), b = input ("b"), c = input ("c");
  testcase old[] = {make (1, 1, 0, &a), make (2, 2, 0, &b), make (3, 3, 0, &c)};
  testcase now[] = {make (7, 1, 0, &a), make (8, 9, 0, &b), make (2, 8, 0, &a)};
  write_suite (&l, 3, old);
  write_suite (&l, 3, now);
  suite *x = suite_open_before (&l.mem, l.dir, &l.trouble);
  suite *y = suite_open (&l.mem, l.dir, &l.trouble);
  CHECK (x && y && suite_digest (x) != suite_digest (y));
  changes_between (&l.changes, x, y, NULL);
  CHECK_EQ (l.changes.count[CHANGE_KEPT], 2);
  CHECK_EQ (l.changes.count[CHANGE_ADDED], 1);
  CHECK_EQ (l.changes.count[CHANGE_DROPPED], 1);

  changes told, by_number;
  changes_init (&told, &l.mem);
  changes_init (&by_number, &l.mem);
  changes_add (&told, CHANGE_DROPPED, old + 2, "it is gone");
  changes_between (&by_number, x, y, &told);
  CHECK_EQ (by_number.count[CHANGE_CHANGED], 1); /* test 2 */
  CHECK_EQ (by_number.count[CHANGE_ADDED], 2);
  CHECK_EQ (by_number.count[CHANGE_DROPPED], 2);
  CHECK (!strcmp (vec_last (&by_number.rows).reason, "it is gone"));
  changes_release (&told);
  changes_release (&by_number);
  suite_free (x);
  suite_free (y);
  lab_close (&l);
}

TEST (changes_file_again) {
  lab l;
  lab_open (&l);
  testinput a = input ("a");
  testcase t = make (4, 1, 0, &a);
  changes read;
  uint64_t before = 0;
  changes_init (&read, &l.mem);
  CHECK (!changes_read (&read, l.dir, &before));
  changes_add (&l.changes, CHANGE_ADDED, &t, "new");
  CHECK_EQ (changes_write (&l.changes, l.dir, 0x123, &l.trouble), ST_OK);
  CHECK_EQ (changes_write (&l.changes, l.dir, 0x125, &l.trouble), ST_OK);
  CHECK (changes_read (&read, l.dir, &before));
  CHECK_EQ (before, 0x125);
  CHECK_EQ (read.rows.len, 1);
  CHECK_EQ (read.rows.data[0].number, 4);
  CHECK_EQ (read.rows.data[0].what, CHANGE_ADDED);
  CHECK (!strcmp (read.rows.data[0].reason, "new"));
  changes_release (&read);
  lab_close (&l);
}

TEST (changes_file_after_a_full_disk) {
  lab l;
  lab_open (&l);
  char path[128];
  changes read;
  uint64_t before = 0;
  testinput a = input ("a");
  testcase t = make (4, 1, 0, &a);
  snprintf (path, sizeof path, "%s/changes", l.dir);
  FILE *f = fopen (path, "w");
  CHECK (f && !fclose (f));
  changes_add (&l.changes, CHANGE_ADDED, &t, "in main (a\nb.c:1)");
  changes_add (&l.changes, CHANGE_ADDED, &t, "new");
  CHECK_EQ (changes_write (&l.changes, l.dir, 1, &l.trouble), ST_OK);
  changes_init (&read, &l.mem);
  CHECK (changes_read (&read, l.dir, &before));
  CHECK_EQ (read.rows.len, 2);
  changes_release (&read);
  lab_close (&l);
}

TEST (changes_leave_foreign_files) {
  lab l;
  lab_open (&l);
  char path[128];
  snprintf (path, sizeof path, "%s/changes", l.dir);
  FILE *f = fopen (path, "w");
  CHECK (f && fputs ("my notes\n", f) >= 0 && !fclose (f));
  CHECK_EQ (changes_write (&l.changes, l.dir, 1, &l.trouble), ST_NOWRITE);
  lab_close (&l);
}
