/* What programs for glibc use and POSIX does not have. */
#include <errno.h>
#include <error.h>
#include <obstack.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void name (void) { fputs ("<name> ", stderr); }

static void errors (void) {
  program_invocation_name = "prog";
  error (0, 0, "plain %d", 3);
  error (0, ENOENT, "with a number");
  error_at_line (0, EACCES, "file.c", 12, "at a line");
  error_at_line (0, 0, NULL, 12, "at no file");
  error_one_per_line = 1;
  error_at_line (0, 0, "a", 1, "first");
  error_at_line (0, 0, "a", 1, "not shown");
  error_at_line (0, 0, "a", 2, "second");
  error_print_progname = name;
  error (0, 0, "named otherwise");
  printf ("%u messages\n", error_message_count);
}

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static void stacks (int size) {
  struct obstack s;
  char *kept[40];
  obstack_begin (&s, size);
  for (int i = 0; i < 40; i++) {
    for (int k = 0; k < i; k++)
      obstack_1grow (&s, 'a' + k % 26);
    obstack_grow0 (&s, "end", 3);
    if (i % 3 == 0)
      obstack_printf (&s, "%d", i), obstack_1grow (&s, 0);
    printf ("%d ", obstack_object_size (&s));
    kept[i] = obstack_finish (&s);
  }
  char *copy = obstack_copy0 (&s, "copied text", 6);
  int *number = obstack_alloc (&s, sizeof *number);
  *number = 77;
  printf ("%s %d %d\n", copy, *number, (int) ((size_t) number % 16));
  for (int i = 0; i < 40; i++)
    printf ("%s|", kept[i]);
  obstack_ptr_grow (&s, kept);
  obstack_int_grow (&s, 5);
  obstack_blank (&s, 20);
  obstack_blank (&s, -24);
  printf ("\n%d %d\n", obstack_object_size (&s),
          ((char ***) obstack_base (&s))[0] == kept);
  obstack_free (&s, kept[20]);
  printf ("%d ", _obstack_allocated_p (&s, kept[10]));
  printf ("%s\n", (char *) obstack_copy (&s, "again", 6));
  obstack_free (&s, NULL);
}

static void others (void) {
  static const char *const answers[] = {"yes", "Y", "no", "N", "", "x"};
  for (int i = 0; i < 6; i++)
    printf ("%d ", rpmatch (answers[i]));
  printf ("%s\n", (char *) rawmemchr ("find the x here", 'x'));
  for (int i = 0; i < 34; i++)
    printf ("%s ", sigabbrev_np (i) ? sigabbrev_np (i) : "-");
  char *path = canonicalize_file_name ("/dev/../dev/./null");
  printf ("\n%s\n", path ? path : "none");
  free (path);
  unsigned n = arc4random_uniform (10);
  printf ("%d\n", n < 10);
}

static void left (void) { puts ("left by error"); }

int main (void) {
  dup2 (1, 2);
  setvbuf (stdout, NULL, _IONBF, 0);
  errors ();
  stacks (64);
  stacks (0);
  others ();
  atexit (left);
  error_print_progname = NULL;
  error (0, 0, "last");
  fflush (NULL);
  return 0;
}
