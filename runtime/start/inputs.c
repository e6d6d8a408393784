/* Inputs, in three steps: look whether any word asks for one; make arguments
 * and variables in the order of the words; then files, standard input,
 * failures and standard output, as KLEE does.
 */

#include "inputs.h"
#include "../system/node.h"
#include "../system/system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kstat.h"

#define WORDS_MAX 1024
#define NUMBER_MAX (1 << 20)
#define FILES_LIMIT 26

/* Of the program folder, where files of the host were asked for. */
weak const struct reprise_host_file __reprise_host_files[1];

typedef struct inputs {
  int n; /* words */
  char **word;
  int at; /* the word looked at */
  int n_arguments, n_variables;
  char **argument, **variable;
  int sym_args; /* made so far */
  long files, file_size, stdin_size;
  unsigned max_fail;
  int has_stdout, has_sizes, has_stat, has_klee_stat;
} inputs;

_Noreturn static void misuse (const char *what) { reprise_unsupported (what); }

/* With one or two dashes. */
static int is_word (const char *word, const char *name) {
  if (*word++ != '-')
    return 0;
  if (*word == '-')
    word++;
  return !strcmp (word, name);
}

static char *next_word (inputs *in) {
  if (in->at >= in->n)
    misuse ("a word like --sym-args without all its values");
  return in->word[in->at++];
}

static long next_number (inputs *in) {
  const char *text = next_word (in);
  long n = 0;
  if (!*text)
    misuse ("a word like --sym-args with a value that is no number");
  for (; *text; text++) {
    if (*text < '0' || *text > '9' || n > NUMBER_MAX)
      misuse ("a word like --sym-args with a value that is no number");
    n = n * 10 + (*text - '0');
  }
  return n;
}

static void add_argument (inputs *in, char *text) {
  if (in->n_arguments >= WORDS_MAX)
    misuse ("more than 1024 arguments");
  in->argument[in->n_arguments++] = text;
}

static void add_variable (inputs *in, char *text) {
  if (in->n_variables >= WORDS_MAX)
    misuse ("more than 1024 variables of the environment");
  in->variable[in->n_variables++] = text;
}

/* Arguments. */

static void add_symbolic (inputs *in, long length) {
  char name[] = "arg00", *text = malloc ((size_t) length + 1);
  name[3] = (char) ('0' + in->sym_args / 10 % 10);
  name[4] = (char) ('0' + in->sym_args % 10);
  if (!text || in->sym_args++ > 99)
    misuse ("No more than 100 symbolic arguments allowed.");
  klee_make_symbolic (text, (size_t) length + 1, name);
  klee_mark_global (text);
  text[length] = 0;
  add_argument (in, text);
}

static void add_several (inputs *in) {
  long min = next_number (in), max = next_number (in);
  long length = next_number (in);
  if (min > max || (!max && in->has_klee_stat))
    misuse (
        "Invalid range to --sym-args: the first number is above the second, "
        "or both are 0");
  if (in->sym_args + max > 99)
    misuse ("No more than 100 symbolic arguments allowed.");
  int n = klee_range ((int) min, (int) max + 1, "n_args");
  for (int i = 0; i < n; i++)
    add_symbolic (in, length);
}

/* NAME=, and bytes up to the first that is 0. */
static void add_symbolic_variable (inputs *in) {
  const char *name = next_word (in);
  size_t known = strlen (name) + 1, length = (size_t) next_number (in);
  char *bytes = malloc (length + 1), *text = malloc (known + length + 1);
  if (!bytes || !text)
    misuse ("--sym-env: no memory");
  klee_make_symbolic (bytes, length + 1, name);
  memcpy (text, name, known - 1);
  text[known - 1] = '=';
  memcpy (text + known, bytes, length);
  text[known + length] = 0;
  klee_mark_global (text);
  free (bytes);
  add_variable (in, text);
}

/* Files. */

static void set_old (node *n) {
  n->accessed = n->modified = n->changed = (struct timespec) {SYSTEM_FILES};
}

/* What KLEE's tools want to know of a file: what it is here, or with
 * --sym-stat what it may be. Symbolic ones are regular, with any permissions,
 * the user's or root's, and of any time that fits into 32 bits. Whether they
 * are root's is an input of its own, so that they are the user's on paths that
 * do not ask: no replay can give files away. In a test of others that is
 * replayed it is what it is.
 */
#define SET(FIELD, VALUE) \
  if (!reprise_is_concrete ((uint64_t) st->FIELD)) \
  klee_assume (st->FIELD == (VALUE))

static void vary_status (node *n, const struct kstat *st, int roots) {
  klee_assume ((st->st_mode & ~0777u) == S_IFREG);
  klee_assume ((st->st_uid == NODE_USER) | ((roots == 1) & (st->st_uid == 0)));
  klee_assume ((st->st_gid == NODE_USER) | ((roots == 1) & (st->st_gid == 0)));
  klee_assume ((unsigned long) st->st_atime_sec < 1ul << 32);
  klee_assume ((unsigned long) st->st_mtime_sec < 1ul << 32);
  n->mode = S_IFREG | (st->st_mode & 0777);
  n->owner = st->st_uid;
  n->group = st->st_gid;
  n->accessed.tv_sec = st->st_atime_sec;
  n->modified.tv_sec = st->st_mtime_sec;
}

static void fix_status (const node *n, const struct kstat *st) {
  SET (st_mode, n->mode);
  SET (st_uid, n->owner);
  SET (st_gid, n->group);
  SET (st_atime_sec, n->accessed.tv_sec);
  SET (st_mtime_sec, n->modified.tv_sec);
}

/* As KLEE has it: whatever stat may say, and a test prefers what is usual. */
static void show_status (node *n, struct kstat *st) {
  if (!reprise_is_concrete (st->st_ino)) { /* it is no replay */
    klee_assume ((st->st_ino & 0x7fffffff) != 0);
    klee_assume ((st->st_blksize & ~0xffff) == 0);
  }
  klee_prefer_cex (st, (st->st_mode & ~(S_IFMT | 0777u)) == 0);
  klee_prefer_cex (st, (st->st_mode & 0777) == 0644);
  klee_prefer_cex (st, (st->st_mode & S_IFMT) == S_IFREG);
  klee_prefer_cex (st, st->st_nlink == 1);
  klee_prefer_cex (st, st->st_uid == NODE_USER);
  klee_prefer_cex (st, st->st_gid == NODE_USER);
  klee_prefer_cex (st, st->st_blksize == 4096);
  n->mode = S_IFREG | (st->st_mode & 07777);
  n->accessed.tv_sec = st->st_atime_sec;
  n->modified.tv_sec = st->st_mtime_sec;
  n->seen = st;
}

static void make_status (const inputs *in, node *n, const char *name,
                         const char *roots) {
  struct kstat *st = malloc (sizeof *st);
  set_old (n);
  klee_make_symbolic (st, sizeof *st, name);
  if (in->has_klee_stat) {
    show_status (n, st);
    return;
  }
  SET (st_dev, 2049);
  SET (st_ino, n->number);
  SET (st_nlink, 1);
  SET (st_rdev, 0);
  SET (st_size, n->size);
  SET (st_blksize, 4096);
  SET (st_blocks, 8);
  SET (st_ctime_sec, n->changed.tv_sec);
  SET (st_atime_nsec, 0);
  SET (st_mtime_nsec, 0);
  SET (st_ctime_nsec, 0);
  if (roots) /* ours alone: a seed of KLEE has none */
    vary_status (n, st, klee_range (0, 2, roots));
  else
    fix_status (n, st);
  free (st);
}

#undef SET

static char *join (const char *a, const char *b) {
  size_t n = strlen (a), m = strlen (b);
  char *text = malloc (n + m + 1);
  memcpy (text, a, n);
  memcpy (text + n, b, m + 1);
  return text;
}

/* KLEE's files have contents and a status; sizes are ours. */
static void fill_symbolic (const inputs *in, node *n, long size,
                           const char *data, const char *base) {
  n->bytes = malloc ((size_t) size ? (size_t) size : 1);
  n->size = n->room = size;
  if (size)
    klee_make_symbolic (n->bytes, (size_t) size, data);
  char *status = join (data, "_stat"), *roots = join (base, "_roots");
  make_status (in, n, status, in->has_stat ? roots : NULL);
  free (status); /* --check-leaks would find them */
  free (roots);
  if (!in->has_sizes || !size)
    return;
  char *length = join (base, "_size");
  unsigned *decides = malloc (sizeof *decides);
  *decides = (unsigned) klee_range (0, (int) size + 1, length);
  n->decides = decides;
  free (length);
}

static void make_files (const inputs *in) {
  for (long i = 0; i < in->files; i++) {
    char name[] = {(char) ('A' + i), 0};
    node *n = node_new (S_IFREG | 0644);
    char *data = join (name, "_data");
    fill_symbolic (in, n, in->file_size, data, name);
    free (data);
    node_add (&__reprise_home, name, 1, n);
  }
  set_old (&__reprise_home);
}

static void make_stdin (const inputs *in) {
  node *n = &__reprise_standard[0];
  n->mode = S_IFREG | 0644;
  n->device = DEVICE_NONE;
  fill_symbolic (in, n, in->stdin_size, "stdin", "stdin");
}

static void make_failures (const inputs *in) {
  static const char *const names[FAIL_COUNT] = {
      "read_fail", "write_fail", "close_fail", "ftruncate_fail", "getcwd_fail"};
  for (int i = 0; i < FAIL_COUNT; i++) {
    __reprise_fail_at[i] = malloc (sizeof (unsigned));
    klee_make_symbolic (__reprise_fail_at[i], sizeof (unsigned), names[i]);
  }
  __reprise_failures = in->max_fail;
}

/* Only its place among the inputs: what is written is kept anyway. */
static void make_stdout (const inputs *in) {
  void *bytes = malloc (1024);
  klee_make_symbolic (bytes, 1024, "stdout");
  free (bytes);
  make_status (in, &__reprise_standard[1], "stdout_stat", NULL);
}

/* Files of the host: copied when they are written. */

static node *make_host_directory (const char *path, size_t length,
                                  unsigned mode) {
  node *at = &__reprise_home;
  const char *end = path + length;
  while (path < end) {
    const char *slash = memchr (path, '/', (size_t) (end - path));
    size_t part = (size_t) ((slash ? slash : end) - path);
    node *next = node_find (at, path, part);
    if (!next) {
      next = node_new (S_IFDIR | mode);
      node_add (at, path, part, next);
    }
    at = next;
    path += part + 1;
  }
  return at;
}

static void make_host_files (void) {
  const struct reprise_host_file *file = __reprise_host_files;
  for (; file->name; file++) {
    const char *name = strrchr (file->name, '/');
    size_t directory = name ? (size_t) (name - file->name) : 0;
    name = name ? name + 1 : file->name;
    __reprise_has_files = 1;
    if (S_ISDIR (file->mode)) {
      make_host_directory (file->name, strlen (file->name),
                           (unsigned) file->mode & 0777);
      continue;
    }
    node *n = node_new ((unsigned) file->mode);
    n->bytes = (unsigned char *) file->bytes;
    n->size = (long) file->size;
    node_add (make_host_directory (file->name, directory, 0755), name,
              strlen (name), n);
  }
}

/* Words. */

static int takes_no_value (inputs *in, const char *word) {
  if (is_word (word, "sym-stdout"))
    in->has_stdout = 1;
  else if (is_word (word, "sym-sizes"))
    in->has_sizes = 1;
  else if (is_word (word, "sym-stat"))
    in->has_stat = 1;
  else if (is_word (word, "klee-stat"))
    in->has_klee_stat = 1;
  else if (is_word (word, "fd-fail"))
    in->max_fail = 1;
  else
    return is_word (word, "save-all-writes");
  return 1;
}

static int takes_value (inputs *in, const char *word) {
  if (is_word (word, "sym-arg"))
    add_symbolic (in, next_number (in));
  else if (is_word (word, "sym-args"))
    add_several (in);
  else if (is_word (word, "sym-env"))
    add_symbolic_variable (in);
  else if (is_word (word, "set-env"))
    add_variable (in, next_word (in));
  else if (is_word (word, "sym-stdin"))
    in->stdin_size = next_number (in) + 1;
  else if (is_word (word, "max-fail"))
    in->max_fail = (unsigned) next_number (in);
  else if (is_word (word, "fail-calls"))
    __reprise_may_fail = (unsigned) next_number (in);
  else if (is_word (word, "bout-file"))
    next_word (in);
  else if (is_word (word, "sym-files")) {
    if (in->files && in->has_klee_stat)
      misuse ("Multiple --sym-files are not allowed.");
    in->files = next_number (in);
    in->file_size = next_number (in);
    if (!in->files && in->has_klee_stat)
      misuse (
          "The first argument to --sym-files (number of files) cannot be 0");
    if (!in->file_size && in->has_klee_stat)
      misuse ("The second argument to --sym-files (file size) cannot be 0");
    if (in->files > FILES_LIMIT)
      misuse ("--sym-files: more than 26 files");
  } else
    return 0;
  return 1;
}

static void make_inputs (inputs *in) {
  add_argument (in, in->word[0]);
  for (in->at = 1; in->at < in->n;) {
    char *word = in->word[in->at++];
    if (!takes_no_value (in, word) && !takes_value (in, word))
      add_argument (in, word);
  }
  make_files (in);
  if (in->stdin_size) {
    in->stdin_size--;
    make_stdin (in);
  }
  if (in->max_fail)
    make_failures (in);
  if (in->has_stdout)
    make_stdout (in);
  if (in->files)
    __reprise_has_files = 1;
}

static int asks (const char *word) {
  static const char *const starts[] = {
      "sym-",    "set-env",   "max-fail",        "fail-",
      "fd-fail", "bout-file", "save-all-writes", "klee-stat"};
  if (*word++ != '-')
    return 0;
  if (*word == '-')
    word++;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (!strncmp (word, starts[i], strlen (starts[i])))
      return 1;
  return 0;
}

const char __reprise_has_inputs = 1;

void __reprise_inputs (int *argc, char ***argv, char ***envp) {
  int is_asked = 0;
  for (int i = 1; i < *argc; i++)
    is_asked |= asks ((*argv)[i]);
  make_host_files ();
  if (!is_asked) {
    node_give (&__reprise_home);
    return;
  }
  inputs in = {.n = *argc, .word = *argv};
  in.argument = calloc (WORDS_MAX + 1, sizeof (char *));
  in.variable = calloc (WORDS_MAX + 1, sizeof (char *));
  for (char **v = *envp; *v; v++)
    add_variable (&in, *v);
  make_inputs (&in);
  node_give (&__reprise_home);
  klee_mark_global (in.argument);
  klee_mark_global (in.variable);
  *argc = in.n_arguments;
  *argv = in.argument;
  *envp = in.variable;
}
