#include "klee/ktest_tool.h"

#include "klee/ktest_read.h"
#include "lab/query/input.h"

#include <ctype.h>

typedef struct ktest_asked {
  memory *mem;
  trouble *why;
  bool trims;
  VEC (const char *) extract;
} ktest_asked;

/* As Python shows it: KLEE's tool is written in it. */
static void print_quoted (const char *prefix, const uint8_t *s, uint64_t n) {
  char quote = memchr (s, '\'', n) && !memchr (s, '"', n) ? '"' : '\'';
  printf ("%s%c", prefix, quote);
  for (uint64_t i = 0; i < n; i++)
    if (s[i] == '\\' || s[i] == quote)
      printf ("\\%c", s[i]);
    else if (s[i] == '\n' || s[i] == '\r' || s[i] == '\t')
      printf ("\\%c", s[i] == '\n' ? 'n' : s[i] == '\r' ? 'r' : 't');
    else
      printf (s[i] < ' ' || s[i] > '~' ? "\\x%02x" : "%c", s[i]);
  putchar (quote);
}

/* Of 1, 2, 4 or 8 bytes. */
static void print_numbers (const char *start, const testinput *in) {
  uint64_t v = 0;
  if (!in->size || in->size > 8 || in->size & (in->size - 1))
    return;
  memcpy (&v, in->bytes, in->size);
  unsigned rest = 64 - 8 * (unsigned) in->size;
  printf ("%sint : %lld\n", start, (long long) (v << rest) >> rest);
  printf ("%suint: %llu\n", start, (unsigned long long) v);
}

static uint64_t shown_size (const ktest_asked *a, const testinput *in) {
  uint64_t n = in->size;
  while (a->trims && n && !in->bytes[n - 1])
    n--;
  return n;
}

static void print_object (const ktest_asked *a, const char *start,
                          const testinput *in) {
  uint64_t n = shown_size (a, in);
  printf ("%sname: '%s'\n%ssize: %llu\n%sdata: ", start, in->name, start,
          (unsigned long long) in->size, start);
  print_quoted ("b", in->bytes, n);
  printf ("\n%shex : 0x", start);
  for (uint64_t i = 0; i < n; i++)
    printf ("%02x", in->bytes[i]);
  putchar ('\n');
  print_numbers (start, in);
  printf ("%stext: ", start);
  for (uint64_t i = 0; i < n; i++)
    putchar (isprint (in->bytes[i]) ? in->bytes[i] : '.');
  putchar ('\n');
}

static void print_file (const ktest_asked *a, const char *path,
                        const testinput_vec *args, const testinput_vec *all) {
  char start[48], last[24];
  int width =
      snprintf (last, sizeof last, "%zu", all->len > 1 ? all->len - 1 : 0);
  print_quoted ("ktest file : ", (const uint8_t *) path, strlen (path));
  printf ("\nargs       : [");
  for (size_t i = 0; i < args->len; i++)
    print_quoted (i ? ", " : "", args->data[i].bytes, args->data[i].size);
  printf ("]\nnum objects: %zu\n", all->len);
  for (size_t i = 0; i < all->len; i++) {
    snprintf (start, sizeof start, "object %*zu: ", width, i);
    print_object (a, start, all->data + i);
  }
}

/* To FILE.NAME. */
static status write_object (const ktest_asked *a, const char *path,
                            const testinput *in) {
  char_vec name = {0};
  text_printf (a->mem, &name, "%s.%s", path, in->name);
  FILE *f = fopen (text_c (a->mem, &name), "w");
  uint64_t n = shown_size (a, in);
  bool ok = f && fwrite (in->bytes, 1, n, f) == n;
  if (f && fclose (f))
    ok = false;
  status st =
      ok ? ST_OK
         : trouble_set (a->why, ST_NOWRITE, "cannot write '%s'", name.data);
  vec_release (a->mem, &name);
  return st;
}

static bool is_wanted (const ktest_asked *a, const testinput *in) {
  for (size_t i = 0; i < a->extract.len; i++)
    if (!strcmp (in->name, a->extract.data[i]) && !strchr (in->name, '/'))
      return true;
  return false;
}

static status show_file (const ktest_asked *a, const char *path) {
  script_input file;
  arena names;
  testinput_vec args = {0}, all = {0};
  status st = input_load (&file, a->mem, a->why, path);
  if (st)
    return st;
  arena_init (&names, a->mem);
  st = ktest_read (a->mem, (const uint8_t *) file.data, file.len, &names, &args,
                   &all, a->why);
  if (!st && !a->extract.len)
    print_file (a, path, &args, &all);
  for (size_t i = 0; !st && i < all.len; i++)
    if (is_wanted (a, all.data + i))
      st = write_object (a, path, all.data + i);
  vec_release (a->mem, &args, &all);
  arena_release (&names);
  input_release (&file);
  return st;
}

int ktest_tool (context *c, int argc, char **argv) {
  ktest_asked a = {.mem = &c->memory, .why = &c->trouble};
  status st = ST_OK;
  int n_files = 0;
  for (int i = 0; i < argc; i++) /* options may stand behind files */
    if (!strcmp (argv[i], "--trim-zeros"))
      a.trims = true;
    else if (!strcmp (argv[i], "--extract") && i + 1 < argc)
      vec_push (a.mem, &a.extract, argv[++i]);
    else if (text_begins (argv[i], "--extract="))
      vec_push (a.mem, &a.extract, argv[i] + strlen ("--extract="));
    else
      argv[n_files++] = argv[i];
  if (!n_files || argv[0][0] == '-')
    st = trouble_set (
        a.why, ST_USAGE,
        "usage: ktest-tool [--trim-zeros] [--extract NAME] FILE...");
  for (int i = 0; i < n_files && !st; i++)
    st = show_file (&a, argv[i]);
  if (st)
    fprintf (stderr, "ktest-tool: %s\n", trouble_text (a.why));
  vec_release (a.mem, &a.extract);
  return st ? 1 : 0;
}
