#include "program/database.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct lab {
  memory mem;
  trouble trouble;
  command command;
  char directory[64];
} lab;

static void write_text (const char *path, const char *text) {
  FILE *f = fopen (path, "w");
  CHECK (f && fputs (text, f) >= 0 && !fclose (f));
}

static void set_up (lab *l) {
  *l = (lab) {.directory = "/tmp/reprise-database-XXXXXX"};
  CHECK (mkdtemp (l->directory) && !chdir (l->directory));
  CHECK (!mkdir ("deep", 0777));
  write_text ("deep/a.c", "");
  command_init (&l->command, &l->mem);
}

static void tear_down (lab *l) {
  command_release (&l->command);
  CHECK_EQ (l->mem.live, 0);
  char text[128];
  snprintf (text, sizeof text, "rm -rf %s", l->directory);
  CHECK_EQ (system (text), 0);
}

static status add_flags (lab *l, const char *path, const char *input) {
  database d;
  char *whole = realpath (input, NULL);
  status st = database_open (&d, &l->mem, path, input, &l->trouble);
  const database_entry *e = st ? NULL : database_find (&d, whole);
  if (e)
    database_add_entry (&d, e, &l->command);
  database_close (&d);
  free (whole);
  return st;
}

static void check_words (lab *l, const char *path, const char *expected) {
  char_vec text = {0};
  l->command.word.len = 0;
  l->command.directory = NULL;
  CHECK_EQ (add_flags (l, path, "deep/a.c"), ST_OK);
  for (size_t i = 0; i < l->command.word.len; i++)
    text_printf (&l->mem, &text, "%s|", l->command.word.data[i]);
  CHECK_STR (text_c (&l->mem, &text), expected);
  vec_release (&l->mem, &text);
}

TEST (no_database) {
  lab l;
  set_up (&l);
  check_words (&l, NULL, "");
  tear_down (&l);
}

TEST (flags_with_meaning_are_kept) {
  lab l;
  set_up (&l);
  write_text ("compile_commands.json",
              "[{\"directory\": \"/\", \"file\": \"b.c\", \"command\": \"cc "
              "-DWRONG\"}, {\"directory\": \".\", \"file\": \"deep/a.c\","
              "\"command\": \"ccache cc -O2 -Werror -DA=1 -D B -Ix -I y -MD "
              "-MF z.d -std=gnu99 -include c.h -o a.o -c -fsanitize=address "
              "-fwrapv -m64 -g -Wl,-x -lm deep/a.c\"}]");
  check_words (&l, NULL,
               "-DA=1|-D|B|-Ix|-I|y|-std=gnu99|-include|c.h|-fwrapv|-m64|");
  CHECK (l.command.directory == NULL);
  tear_down (&l);
}

TEST (words_are_split_as_by_a_shell) {
  lab l;
  set_up (&l);
  write_text ("other.json",
              "[{\"directory\": \"deep\", \"file\": \"a.c\", \"command\": "
              "\"cc '-DA=x y' -DB=\\\\\\\"q\\\\\\\" \\\"-DC=\\\\\\\"r s"
              "\\\\\\\"\\\" -DD\\\\ E a.c\"}]");
  check_words (&l, "other.json", "-DA=x y|-DB=\"q\"|-DC=\"r s\"|-DD E|");
  CHECK (strstr (l.command.directory, "/deep") != NULL);
  write_text ("other.json",
              "[{\"directory\": \".\", \"file\": \"./deep/../deep/a.c\", "
              "\"arguments\": [\"cc\", \"-DA=x y\", \"-D\"]}]");
  check_words (&l, "other.json", "-DA=x y|");
  tear_down (&l);
}

TEST (a_bad_database_is_explained) {
  lab l;
  set_up (&l);
  CHECK_EQ (add_flags (&l, "none.json", "deep/a.c"), ST_NOFILE);
  trouble_clear (&l.trouble);
  write_text ("bad.json", "[\n{,");
  CHECK_EQ (add_flags (&l, "bad.json", "deep/a.c"), ST_BADINPUT);
  CHECK (strstr (l.trouble.text, "line 2") != NULL);
  trouble_clear (&l.trouble);
  write_text ("bad.json", "{}");
  CHECK_EQ (add_flags (&l, "bad.json", "deep/a.c"), ST_BADINPUT);
  tear_down (&l);
}
