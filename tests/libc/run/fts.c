/* Walks over a tree of files. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name (const FTSENT **a, const FTSENT **b) {
  return strcmp ((*a)->fts_name, (*b)->fts_name);
}

static void touch (const char *path, int n) {
  int f = open (path, O_CREAT | O_WRONLY, 0644);
  if (write (f, "0123456789", n) != n)
    puts ("not written");
  close (f);
}

static void make_tree (void) {
  mkdir ("tree", 0755);
  mkdir ("tree/a", 0755);
  mkdir ("tree/a/deep", 0755);
  mkdir ("tree/empty", 0755);
  mkdir ("other", 0755);
  touch ("tree/a/one", 1);
  touch ("tree/a/deep/two", 2);
  touch ("tree/z", 3);
  symlink ("a", "tree/link");
  symlink ("nowhere", "tree/lost");
  symlink ("..", "tree/a/up");
}

static void show (const FTSENT *e) {
  printf ("%d %d %s %s %d %d", e->fts_info, e->fts_level, e->fts_path,
          e->fts_name, e->fts_pathlen, e->fts_namelen);
  if (e->fts_info == FTS_F)
    printf (" %d bytes", (int) e->fts_statp->st_size);
  if (e->fts_info == FTS_DC)
    printf (" as %s", e->fts_cycle->fts_name);
  if (e->fts_info == FTS_NS)
    printf (" error %d", e->fts_errno);
  puts ("");
}

static void walk (int options, char *const *roots) {
  FTS *s = fts_open (roots, options | FTS_NOCHDIR, by_name);
  printf ("options %d\n", options);
  for (FTSENT *e = fts_children (s, 0); e; e = e->fts_link)
    printf ("root %s\n", e->fts_name);
  for (FTSENT *e; (e = fts_read (s));) {
    show (e);
    if (e->fts_info == FTS_D && !strcmp (e->fts_name, "a")) {
      for (FTSENT *c = fts_children (s, 0); c; c = c->fts_link)
        printf ("  child %s %d\n", c->fts_name, c->fts_info);
      e->fts_number = 5;
    }
    if (e->fts_info == FTS_DP)
      printf ("  number %ld\n", e->fts_number);
    if (e->fts_info == FTS_D && !strcmp (e->fts_name, "deep"))
      fts_set (s, e, FTS_SKIP);
    if (e->fts_info == FTS_SL && !strcmp (e->fts_name, "link") &&
        options & FTS_XDEV)
      fts_set (s, e, FTS_FOLLOW);
  }
  printf ("%d %d\n", errno, fts_close (s));
}

int main (void) {
  char *roots[] = {"tree", "missing", "other", "tree/link", NULL};
  make_tree ();
  walk (FTS_PHYSICAL, roots);
  walk (FTS_LOGICAL, roots);
  walk (FTS_PHYSICAL | FTS_COMFOLLOW | FTS_XDEV, roots);
  walk (FTS_PHYSICAL | FTS_SEEDOT, roots);
  FTS *s = fts_open (roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  show (fts_read (s));
  printf ("%d\n", fts_close (s));
  return 0;
}
