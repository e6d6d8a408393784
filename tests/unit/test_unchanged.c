#include "run/unchanged.h"

#include "context/option_rows.h"
#include "run/trie_place.h"

#include "test.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What may be reused of a run with another value of an option, for every row of
 * the table: whoever adds one has nothing to add here.
 */

typedef struct lab {
  char directory[40]; /* the current one */
  context context;
  subject subject;
  trouble trouble;
} lab;

static void put (const char *path, const char *text) {
  FILE *f = fopen (path, "w");
  CHECK (f && fputs (text, f) >= 0);
  fclose (f);
}

static void write_suite (lab *l) {
  suite_facts facts = subject_facts (&l->subject);
  memory *mem = &l->context.memory;
  suite_writer *w =
      suite_create (mem, l->context.options.out, &facts, &l->trouble);
  CHECK (w && !suite_close (w, &l->trouble));
}

static void lab_open (lab *l) {
  memset (l, 0, sizeof *l);
  strcpy (l->directory, "/tmp/reprise-unchanged-XXXXXX");
  CHECK (mkdtemp (l->directory) && !chdir (l->directory));
  context_init (&l->context);
  l->context.log.file = NULL;
  options *o = &l->context.draft;
  o->libc = LIBC_NONE;
  o->store = l->directory;
  o->out = "out";
  put ("a.c", "int main (void) { return 0; }\n");
  put ("a.trie", "trie");
  put ("secret", "32 bytes that nobody else knows.");
  nanosleep (&(struct timespec) {.tv_nsec = 40000000}, NULL);
  CHECK_EQ (subject_init (&l->subject, &l->context, "a.c", 0, NULL), ST_OK);
  write_suite (l);
}

static int remove_one (const char *path, const struct stat *st, int what,
                       struct FTW *at) {
  (void) st;
  (void) what;
  (void) at;
  return remove (path);
}

static void lab_close (lab *l) {
  subject_release (&l->subject);
  context_release (&l->context);
  CHECK (!chdir ("/") && !nftw (l->directory, remove_one, 8, FTW_DEPTH));
  CHECK_EQ (l->context.memory.live, 0);
}

/* Some other value. Texts are names of directories that are there. */
static void change (lab *l, const option_row *r) {
  void *field = option_field (&l->context.draft, r);
  switch (r->kind) {
  case OPTION_FLAG:
    *(bool *) field = !*(bool *) field;
    break;
  case OPTION_NUMBER:
    *(int64_t *) field += *(int64_t *) field < r->high ? 1 : -1;
    break;
  case OPTION_CHOICE:
    *(unsigned *) field = !*(unsigned *) field;
    break;
  case OPTION_TEXT:
    *(const char **) field = field == &l->context.options.out ? "." : "out";
    break;
  case OPTION_SPAN:
  case OPTION_SIZE:
    ++*(uint64_t *) field;
    break;
  }
}

static void trie_name (lab *l, char out[64]) {
  char_vec path = {0};
  CHECK (trie_place_find (&l->subject, NULL, &path));
  snprintf (out, 64, "%s", strrchr (path.data, '/'));
  vec_release (&l->context.memory, &path);
}

TEST (options_that_shape_paths_have_tries_of_their_own) {
  lab l;
  char before[64], now[64];
  lab_open (&l);
  options as_given = l.context.options;
  trie_name (&l, before);
  for_each_option (r) {
    if (!strcmp (r->field, "store"))
      continue; /* files are named as seen from there */
    change (&l, r);
    trie_name (&l, now);
    if (!strcmp (before, now) != (r->effect != EFFECT_SHAPE))
      FAIL ("--%s: another trie, or the same, against its EFFECT", r->field);
    l.context.draft = as_given;
  }
  lab_close (&l);
}

static void keep (lab *l) {
  unchanged *u = unchanged_open (&l->subject);
  report r = {.context = &l->context, .input = "a.c", .out = "out"};
  dependencies_add_input (unchanged_footing (u), "a.c");
  unchanged_keep (u, &r, "a.trie");
  unchanged_free (u);
}

static bool is_recalled (lab *l) {
  unchanged *u = unchanged_open (&l->subject);
  report r;
  bool found = unchanged_recall (u, &r);
  unchanged_free (u);
  return found;
}

TEST (options_with_an_effect_on_results_need_a_run) {
  lab l;
  lab_open (&l);
  options as_given = l.context.options;
  keep (&l);
  CHECK (is_recalled (&l));
  for_each_option (r) {
    bool needs_run = (r->effect & EFFECTS_ON_RESULT) ||
                     (r->needs & (NEEDS_RUN | NEEDS_PATHS));
    change (&l, r);
    if (is_recalled (&l) == needs_run)
      FAIL ("--%s: a kept result is reused, or not, against its EFFECT",
            r->field);
    l.context.draft = as_given;
  }
  CHECK (is_recalled (&l));
  lab_close (&l);
}

static char *kept_path (lab *l) {
  char_vec path = {0};
  CHECK (trie_place_find (&l->subject, NULL, &path));
  path.len -= 4;
  text_puts (&l->context.memory, &path, "again");
  char *copy = strdup (text_c (&l->context.memory, &path));
  vec_release (&l->context.memory, &path);
  return copy;
}

static void flip (const char *path, long at) {
  FILE *f = fopen (path, "r+");
  CHECK (f && !fseek (f, at, SEEK_SET));
  int c = fgetc (f);
  CHECK (!fseek (f, at, SEEK_SET) && fputc (c ^ 1, f) >= 0);
  fclose (f);
}

TEST (a_result_is_believed_as_its_owner_kept_it) {
  lab l;
  lab_open (&l);
  keep (&l);
  char *path = kept_path (&l);
  FILE *f = fopen (path, "r");
  CHECK (f && !fseek (f, 0, SEEK_END));
  long size = ftell (f);
  fclose (f);
  for (long i = 0; i < size; i++) {
    flip (path, i);
    if (is_recalled (&l))
      FAIL ("byte %ld of %ld is not looked at", i, size);
    flip (path, i);
  }
  CHECK (is_recalled (&l));
  put ("secret", "32 bytes that somebody else has.");
  CHECK (!is_recalled (&l));
  CHECK (!unlink ("secret") && !is_recalled (&l));
  keep (&l);
  CHECK (!is_recalled (&l)); /* nothing to seal it with */
  free (path);
  lab_close (&l);
}

TEST (limits_of_paths_are_in_the_trie) {
  options o;
  uint64_t before[LIMIT_COUNT], now[LIMIT_COUNT];
  size_t n = 0;
  options_init (&o);
  options_limits (&o, before);
  for_each_option (r) if (r->effect == EFFECT_LIMIT) {
    options_init (&o);
    int64_t *field = option_field (&o, r);
    int64_t other = *field = *field ? *field - 1 : 1;
    options_limits (&o, now);
    CHECK (memcmp (before, now, sizeof now));
    options_init (&o);
    options_take_limits (&o, now);
    CHECK_EQ (*(const int64_t *) const_field (&o, r), other);
    n++;
  }
  CHECK_EQ (n, LIMIT_COUNT - 1);
}
