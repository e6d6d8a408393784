#include "klee/ktest_gen.h"

#include "export/ktest.h"
#include "lab/query/input.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define STDOUT_SIZE 1024u
#define DEFAULT_NAME "file.bout"

typedef VEC (uint8_t) made_bytes;

typedef struct generating {
  context *context;
  memory *mem;
  const char *who; /* in messages */
  arena texts;
  int argc;
  char **argv;
  int at;
  const char *out;
  bool is_random;
  bool failed;
  bool has_stdin, has_stdout;
  made_bytes in, written; /* standard input and output */
  VEC (made_bytes) files; /* 'A', 'B', ... */
  VEC (const char *) args;
  VEC (testinput) objects;
  unsigned n_arguments;
} generating;

static bool is_gen_option (const char *text, const char *name) {
  if (*text++ != '-')
    return false;
  return !strcmp (*text == '-' ? text + 1 : text, name);
}

static void give_up (generating *g, const char *text, const char *about) {
  if (!g->failed)
    fprintf (stderr, "%s: error: %s%s\n", g->who, text, about);
  g->failed = true;
}

static const char *next_word (generating *g, const char *option) {
  if (g->at < g->argc)
    return g->argv[g->at++];
  give_up (g, "ran out of arguments for ", option);
  return "";
}

static unsigned next_size (generating *g, const char *option) {
  char *end;
  const char *text = next_word (g, option);
  unsigned long n = strtoul (text, &end, 10);
  if (!g->failed && (*end || end == text || n > 1u << 20))
    give_up (g, "not a number that can be taken: ", text);
  return g->failed ? 0 : (unsigned) n;
}

static void add_argument (generating *g, const char *text) {
  vec_push (g->mem, &g->args, arena_string (&g->texts, text, strlen (text)));
}

static void add_size_argument (generating *g, uint64_t n) {
  vec_push (g->mem, &g->args,
            arena_printf (&g->texts, "%llu", (unsigned long long) n));
}

/* Objects. */

static void add_object (generating *g, const char *name, const void *bytes,
                        uint64_t n) {
  vec_push (g->mem, &g->objects,
            ((testinput) {.name = name,
                          .what = SYMBOLIC_OBJECT,
                          .size = n,
                          .bytes = arena_copy (&g->texts, bytes, n ? n : 1)}));
}

/* As --sym-arg asks for it: with the end of its text. */
static void add_symbolic_argument (generating *g, const void *text,
                                   uint64_t n) {
  add_object (g, arena_printf (&g->texts, "arg%02u", g->n_arguments++ % 100),
              text, n);
}

static void add_contents (generating *g, const char *name,
                          const made_bytes *b) {
  struct stat st = {.st_mode = S_IFREG | 0644,
                    .st_nlink = 1,
                    .st_blksize = 4096,
                    .st_blocks = 8,
                    .st_ino = 1,
                    .st_size = (off_t) b->len};
  st.st_atime = st.st_mtime = st.st_ctime = 1600000000;
  uint8_t none = 0;
  add_object (g, name, b->len ? b->data : &none, b->len);
  add_object (g, arena_printf (&g->texts, "%s_stat", name), &st, sizeof st);
}

static void fill_bytes (generating *g, made_bytes *to, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    vec_push (g->mem, to, g->is_random ? (uint8_t) (rand () >> 8) : 0);
}

static void read_file (generating *g, made_bytes *to, const char *path) {
  script_input file;
  trouble why = {0};
  if (g->failed)
    return;
  if (input_load (&file, g->mem, &why, path)) {
    give_up (g, trouble_text (&why), "");
    return;
  }
  for (size_t i = 0; i < file.len; i++)
    vec_push (g->mem, to, (uint8_t) file.data[i]);
  input_release (&file);
}

/* Files have one size, that of the largest. */
static void add_files (generating *g) {
  uint64_t most = 0;
  for (size_t i = 0; i < g->files.len; i++)
    most = g->files.data[i].len > most ? g->files.data[i].len : most;
  for (size_t i = 0; i < g->files.len; i++) {
    made_bytes *b = g->files.data + i;
    while (b->len < most)
      vec_push (g->mem, b, 0);
    add_contents (g, arena_printf (&g->texts, "%c_data", (char) ('A' + i)), b);
  }
  if (!g->files.len)
    return;
  add_argument (g, "--sym-files");
  add_size_argument (g, g->files.len);
  add_size_argument (g, most);
}

static void add_standard (generating *g) {
  const uint32_t version = 1;
  if (g->has_stdin) {
    add_argument (g, "--sym-stdin");
    add_size_argument (g, g->in.len);
    add_contents (g, "stdin", &g->in);
  }
  if (g->has_stdout) {
    add_argument (g, "--sym-stdout");
    while (g->written.len < STDOUT_SIZE)
      vec_push (g->mem, &g->written, 0);
    g->written.len = STDOUT_SIZE;
    add_contents (g, "stdout", &g->written);
  }
  add_object (g, "model_version", &version, sizeof version);
}

static int write_test (generating *g) {
  char_vec text = {0};
  const testcase t = {.n_inputs = (uint32_t) g->objects.len,
                      .input = g->objects.data};
  if (g->failed)
    return 1;
  ktest_write (g->mem, &t, (uint32_t) g->args.len, g->args.data, &text);
  FILE *f = fopen (g->out, "w");
  bool ok = f && fwrite (text.data, 1, text.len, f) == text.len;
  if (f && fclose (f))
    ok = false;
  if (!ok)
    give_up (g, "cannot write ", g->out);
  vec_release (g->mem, &text);
  return !ok;
}

/* Both tools. */

static void generating_open (generating *g, context *c, const char *who,
                             int argc, char **argv) {
  *g = (generating) {.context = c,
                     .mem = &c->memory,
                     .who = who,
                     .argc = argc,
                     .argv = argv,
                     .out = DEFAULT_NAME};
  arena_init (&g->texts, g->mem);
  add_argument (g, who);
}

static int generating_close (generating *g) {
  if (!g->failed) {
    add_files (g);
    add_standard (g);
  }
  int result = write_test (g);
  for (size_t i = 0; i < g->files.len; i++)
    vec_release (g->mem, g->files.data + i);
  vec_release (g->mem, &g->files, &g->in, &g->written, &g->args, &g->objects);
  arena_release (&g->texts);
  return result;
}

int ktest_gen (context *c, int argc, char **argv) {
  generating g;
  if (!argc) {
    fputs ("Usage: ktest-gen [--bout-file FILE] [--sym-stdin FILE] "
           "[--sym-stdout FILE] [--sym-file FILE]... [argument]...\n",
           stderr);
    return 1;
  }
  generating_open (&g, c, "ktest-gen", argc, argv);
  while (g.at < argc && !g.failed) {
    const char *text = argv[g.at++];
    if (is_gen_option (text, "bout-file"))
      g.out = next_word (&g, text);
    else if (is_gen_option (text, "sym-stdin")) {
      g.has_stdin = true;
      read_file (&g, &g.in, next_word (&g, text));
    } else if (is_gen_option (text, "sym-stdout")) {
      g.has_stdout = true;
      read_file (&g, &g.written, next_word (&g, text));
    } else if (is_gen_option (text, "sym-file")) {
      made_bytes file = {0};
      read_file (&g, &file, next_word (&g, text));
      vec_push (g.mem, &g.files, file);
      if (g.files.len > 26)
        give_up (&g, "more than 26 files", "");
    } else {
      add_argument (&g, "--sym-arg");
      add_size_argument (&g, strlen (text));
      add_symbolic_argument (&g, text, strlen (text) + 1);
    }
  }
  return generating_close (&g);
}

static void add_random_argument (generating *g, unsigned size) {
  made_bytes bytes = {0};
  fill_bytes (g, &bytes, size);
  vec_push (g->mem, &bytes, 0);
  add_symbolic_argument (g, bytes.data, bytes.len);
  vec_release (g->mem, &bytes);
}

static void add_random_arguments (generating *g, const char *text) {
  unsigned least = next_size (g, text), most = next_size (g, text);
  unsigned size = next_size (g, text);
  if (least > most)
    give_up (g, "the first number should be no more than the second: ", text);
  if (g->failed)
    return;
  add_argument (g, "--sym-args");
  add_size_argument (g, least);
  add_size_argument (g, most);
  add_size_argument (g, size);
  uint32_t n = least + (unsigned) rand () % (most - least + 1);
  if (least < most)
    add_object (g, "n_args", &n, sizeof n);
  for (uint32_t i = 0; i < n; i++)
    add_random_argument (g, size);
}

static void take_random (generating *g, const char *text) {
  if (is_gen_option (text, "bout-file"))
    g->out = next_word (g, text);
  else if (is_gen_option (text, "sym-arg")) {
    unsigned size = next_size (g, text);
    add_argument (g, "--sym-arg");
    add_size_argument (g, size);
    add_random_argument (g, size);
  } else if (is_gen_option (text, "sym-args"))
    add_random_arguments (g, text);
  else if (is_gen_option (text, "sym-stdin")) {
    g->has_stdin = true;
    fill_bytes (g, &g->in, next_size (g, text));
  } else if (is_gen_option (text, "sym-stdout")) {
    g->has_stdout = true;
    fill_bytes (g, &g->written, STDOUT_SIZE);
  } else if (is_gen_option (text, "sym-files")) {
    unsigned n = next_size (g, text), size = next_size (g, text);
    if (n > 26)
      give_up (g, "more than 26 files", "");
    for (unsigned i = 0; i < n && !g->failed; i++) {
      made_bytes file = {0};
      fill_bytes (g, &file, size);
      vec_push (g->mem, &g->files, file);
    }
  } else
    give_up (g, "Unexpected option: ", text);
}

/* The first argument is the seed; 0: the clock is. */
int ktest_randgen (context *c, int argc, char **argv) {
  generating g;
  if (!argc) {
    fputs ("Usage: ktest-randgen SEED [--sym-arg N] [--sym-args MIN MAX N] "
           "[--sym-files COUNT N] [--sym-stdin N] [--sym-stdout] "
           "[--bout-file FILE]\n",
           stderr);
    return 1;
  }
  generating_open (&g, c, "ktest-randgen", argc, argv);
  g.is_random = true;
  unsigned seed = next_size (&g, "SEED");
  srand (seed ? seed : (unsigned) time (NULL));
  while (g.at < argc && !g.failed)
    take_random (&g, argv[g.at++]);
  return generating_close (&g);
}
