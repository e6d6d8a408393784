#include "diff/two_folders.h"

#include "diff/own_directory.h"
#include "program/git.h"
#include "store/store.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_folder (const char *path) {
  struct stat st;
  return !stat (path, &st) && S_ISDIR (st.st_mode);
}

/* All of it, whatever a .gitignore or the user's configuration says. */
static status commit_old (two_folders *f, context *c, const char *folder) {
  char_vec out = {0};
  bool is_done = false;
  status st = GIT_RUN (c, &out, &is_done, "git", "init", "-q");
  if (!st && is_done)
    st = GIT_RUN (c, &out, &is_done, "git", "-C", folder, "--work-tree=.",
                  "add", "-A", "-f", ".");
  if (!st && is_done)
    st = GIT_RUN (c, &out, &is_done, "git", "-c", "user.name=reprise", "-c",
                  "user.email=reprise@localhost", "-c", "commit.gpgsign=false",
                  "commit", "-q", "--no-verify", "--allow-empty", "-m",
                  f->before);
  if (!st && is_done)
    st = GIT_RUN (c, &out, &is_done, "git", "-c", "tag.gpgsign=false", "tag",
                  f->before);
  if (!st && !is_done)
    st = trouble_set (&c->trouble, ST_BADINPUT, "git cannot read '%s'", folder);
  vec_release (&c->memory, &out);
  return st;
}

static void keep_store (two_folders *f, context *c) {
  char here[PATH_MAX];
  store_choose_default (c);
  options o = c->options;
  bool is_path = strcmp (o.store, "none") && strncmp (o.store, "redis", 5);
  if (!is_path || *o.store == '/' || !getcwd (here, sizeof here))
    return;
  text_printf (f->mem, &f->store, "%s/%s", here, o.store);
  o.store = text_c (f->mem, &f->store);
  context_take_options (c, &o);
}

status two_folders_enter (two_folders *f, context *c, const char *before,
                          const char *now) {
  char old[PATH_MAX], new[PATH_MAX];
  char_vec git = {0};
  *f = (two_folders) {.mem = &c->memory, .before = "old"};
  status st = own_directory_make (c, &f->place);
  if (st)
    return st;
  keep_store (f, c);
  text_printf (f->mem, &git, "%s/git", f->place.data);
  setenv ("GIT_DIR", text_c (f->mem, &git), 1);
  vec_release (f->mem, &git);
  if (!realpath (before, old) || !realpath (now, new) || chdir (new))
    return trouble_set (&c->trouble, ST_NOFILE, "cannot enter '%s' or '%s': %s",
                        before, now, strerror (errno));
  setenv ("GIT_WORK_TREE", new, 1);
  return commit_old (f, c, old);
}

void two_folders_release (two_folders *f) {
  own_directory_remove (&f->place);
  vec_release (f->mem, &f->place, &f->store);
}
