#include "export/situation.h"

#include "base/bits.h"
#include <sys/stat.h>

#define SANDBOX_USER 1000

typedef struct making {
  situation *s;
  memory *mem;
  arena *texts;
  const suite_facts *facts;
  const testcase *test;
  uint32_t at;    /* next word */
  uint32_t taken; /* inputs that somebody wanted */
  bool *is_taken; /* by input */
  unsigned arguments, files;
  uint64_t file_size, stdin_size;
  bool has_stdin, has_sizes, has_stat, has_stdout, has_failures, has_foreign;
} making;

/* Names may repeat: the first that nobody had. */
static const testinput *situation_find (making *m, const char *name) {
  for (uint32_t i = 0; i < m->test->n_inputs; i++)
    if (!m->is_taken[i] && !strcmp (m->test->input[i].name, name)) {
      m->is_taken[i] = true;
      m->taken++;
      assert (m->taken <= m->test->n_inputs);
      return &m->test->input[i];
    }
  return NULL;
}

static uint64_t number_in (const testinput *in) {
  return bits_load (in->bytes, in->size < 8 ? (unsigned) in->size : 8);
}

static const char *next_word (making *m) {
  assert (m->at <= m->facts->n_args);
  return m->at < m->facts->n_args ? m->facts->args[m->at++] : "";
}

static unsigned next_number (making *m) {
  return (unsigned) strtoul (next_word (m), NULL, 10);
}

static bool is_word (const char *text, const char *name) {
  if (*text++ != '-')
    return false;
  return !strcmp (*text == '-' ? text + 1 : text, name);
}

static void situation_add_argument (making *m, const char *text, size_t n) {
  vec_push (m->mem, &m->s->argument, arena_string (m->texts, text, n));
}

/* The bytes before the first that is 0. */
static void add_symbolic (making *m, unsigned length) {
  char name[16];
  snprintf (name, sizeof name, "arg%02u", m->arguments++ % 100);
  const testinput *in = situation_find (m, name);
  const char *bytes = in ? (const char *) in->bytes : "";
  size_t n = in && in->size < length ? (size_t) in->size : length;
  situation_add_argument (m, bytes, in ? strnlen (bytes, n) : 0);
}

static void add_several (making *m) {
  unsigned min = next_number (m), max = next_number (m);
  unsigned length = next_number (m);
  const testinput *in = min == max ? NULL : situation_find (m, "n_args");
  unsigned n = in ? (unsigned) number_in (in) : min;
  for (unsigned i = 0; i < n && i < 100; i++)
    add_symbolic (m, length);
}

static void add_variable (making *m) {
  const char *name = next_word (m);
  unsigned length = next_number (m);
  const testinput *in = situation_find (m, name);
  size_t known = strlen (name), n = 0;
  if (in)
    n = strnlen ((const char *) in->bytes,
                 in->size < length ? (size_t) in->size : length);
  char *text = arena_alloc (m->texts, known + n + 2);
  memcpy (text, name, known);
  text[known] = '=';
  if (n)
    memcpy (text + known + 1, in->bytes, n);
  text[known + 1 + n] = 0;
  vec_push (m->mem, &m->s->variable, text);
}

static void read_word (making *m) {
  const char *text = next_word (m);
  if (is_word (text, "sym-arg"))
    add_symbolic (m, next_number (m));
  else if (is_word (text, "sym-args"))
    add_several (m);
  else if (is_word (text, "sym-env"))
    add_variable (m);
  else if (is_word (text, "set-env"))
    vec_push (m->mem, &m->s->variable, (char *) next_word (m));
  else if (is_word (text, "sym-files")) {
    m->files = next_number (m);
    m->file_size = next_number (m);
  } else if (is_word (text, "sym-stdin")) {
    m->stdin_size = next_number (m);
    m->has_stdin = true;
  } else if (is_word (text, "sym-sizes"))
    m->has_sizes = true;
  else if (is_word (text, "sym-stat"))
    m->has_stat = true;
  else if (is_word (text, "sym-stdout"))
    m->has_stdout = true;
  else if (is_word (text, "max-fail") || is_word (text, "fail-calls")) {
    next_word (m);
    m->has_failures = true;
  } else if (is_word (text, "fd-fail"))
    m->has_failures = true;
  else if (is_word (text, "bout-file"))
    next_word (m);
  else if (!is_word (text, "save-all-writes"))
    situation_add_argument (m, text, strlen (text));
}

/* What the program sees of a file; only root could give it to others. */
static void take_status (making *m, const testinput *in, situation_file *f) {
  struct stat st;
  if (!m->has_stat || !in || in->size != sizeof st)
    return;
  memcpy (&st, in->bytes, sizeof st);
  f->has_status = true;
  f->mode = st.st_mode & 0777;
  f->accessed = st.st_atim.tv_sec;
  f->modified = st.st_mtim.tv_sec;
  m->has_foreign |= st.st_uid != SANDBOX_USER || st.st_gid != SANDBOX_USER;
}

static situation_file make_file (making *m, const char *base, const char *data,
                                 uint64_t size) {
  char name[32];
  situation_file f = {.name = arena_string (m->texts, base, strlen (base)),
                      .bytes = (const uint8_t *) ""};
  const testinput *in = size ? situation_find (m, data) : NULL;
  snprintf (name, sizeof name, "%s_stat", data);
  take_status (m, situation_find (m, name), &f);
  snprintf (name, sizeof name, "%s_roots", base);
  situation_find (m, name);
  if (in) {
    f.bytes = in->bytes;
    f.size = in->size;
  }
  snprintf (name, sizeof name, "%s_size", base);
  const testinput *smaller =
      m->has_sizes && size ? situation_find (m, name) : NULL;
  if (smaller && number_in (smaller) < f.size)
    f.size = number_in (smaller);
  return f;
}

static void make_files (making *m) {
  for (unsigned i = 0; i < m->files && i < 26; i++) {
    char base[] = {(char) ('A' + i), 0}, data[] = "?_data";
    data[0] = base[0];
    vec_push (m->mem, &m->s->file, make_file (m, base, data, m->file_size));
  }
  if (m->has_stdin)
    m->s->input = make_file (m, "stdin", "stdin", m->stdin_size);
  if (m->has_stdout) {
    situation_find (m, "stdout");
    situation_find (m, "stdout_stat");
  }
}

bool situation_make (situation *s, memory *mem, arena *texts,
                     const suite_facts *facts, const testcase *t) {
  making m = {.s = s, .mem = mem, .texts = texts, .facts = facts, .test = t};
  *s = (situation) {.input = {.name = ""}};
  m.is_taken = arena_alloc (texts, t->n_inputs);
  memset (m.is_taken, 0, t->n_inputs);
  situation_add_argument (&m, facts->given, strlen (facts->given));
  while (m.at < facts->n_args)
    read_word (&m);
  make_files (&m);
  vec_push (mem, &s->argument, NULL);
  vec_push (mem, &s->variable, NULL);
  return !m.has_failures && !m.has_foreign && m.taken == t->n_inputs;
}

void situation_release (situation *s, memory *mem) {
  vec_release (mem, &s->argument, &s->variable, &s->file);
}
