/* <fts.h>: a walk over trees of files. The directory of the program never
 * changes: what is asked for without FTS_NOCHDIR sees whole paths, too.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

/* Entries. */

static FTSENT *make_entry (FTSENT *parent, const char *path, const char *name) {
  size_t len = strlen (name), whole = strlen (path);
  FTSENT *e = calloc (1, sizeof *e + len);
  if (!e)
    return NULL;
  e->fts_path = strdup (path);
  e->fts_statp = calloc (1, sizeof *e->fts_statp);
  if (!e->fts_path || !e->fts_statp) {
    free (e->fts_path);
    free (e->fts_statp);
    free (e);
    return NULL;
  }
  memcpy (e->fts_name, name, len + 1);
  e->fts_accpath = e->fts_path;
  e->fts_namelen = (unsigned short) len;
  e->fts_pathlen = (unsigned short) whole;
  e->fts_parent = parent;
  e->fts_level = parent ? (short) (parent->fts_level + 1) : FTS_ROOTPARENTLEVEL;
  e->fts_instr = FTS_NOINSTR;
  return e;
}

static void free_entry (FTSENT *e) {
  free (e->fts_path);
  free (e->fts_statp);
  free (e);
}

static void free_list (FTSENT *e) {
  while (e) {
    FTSENT *link = e->fts_link;
    free_entry (e);
    e = link;
  }
}

/* What it is. */

static int is_dot (const char *name) {
  return !strcmp (name, ".") || !strcmp (name, "..");
}

static unsigned short directory_kind (FTSENT *e) {
  if (e->fts_level > FTS_ROOTLEVEL && is_dot (e->fts_name))
    return FTS_DOT;
  for (FTSENT *p = e->fts_parent; p && p->fts_level >= FTS_ROOTLEVEL;
       p = p->fts_parent)
    if (p->fts_ino == e->fts_ino && p->fts_dev == e->fts_dev) {
      e->fts_cycle = p;
      return FTS_DC;
    }
  return FTS_D;
}

static unsigned short classify (FTS *s, FTSENT *e, int follows) {
  struct stat *st = e->fts_statp;
  follows |= s->fts_options & FTS_LOGICAL ||
             (s->fts_options & FTS_COMFOLLOW && e->fts_level == FTS_ROOTLEVEL);
  if (follows && stat (e->fts_path, st)) {
    int why = errno;
    if (!lstat (e->fts_path, st) && S_ISLNK (st->st_mode)) {
      errno = 0;
      return FTS_SLNONE;
    }
    e->fts_errno = why;
    return FTS_NS;
  }
  if (!follows && lstat (e->fts_path, st)) {
    e->fts_errno = errno;
    memset (st, 0, sizeof *st);
    return FTS_NS;
  }
  e->fts_dev = st->st_dev;
  e->fts_ino = st->st_ino;
  e->fts_nlink = st->st_nlink;
  if (S_ISDIR (st->st_mode))
    return directory_kind (e);
  return S_ISLNK (st->st_mode)   ? FTS_SL
         : S_ISREG (st->st_mode) ? FTS_F
                                 : FTS_DEFAULT;
}

/* Lists. */

static FTSENT *sort_list (FTS *s, FTSENT *list) {
  size_t n = 0, i = 0;
  for (FTSENT *e = list; e; e = e->fts_link)
    n++;
  FTSENT **all = n > 1 && s->fts_compar ? malloc (n * sizeof *all) : NULL;
  if (!all)
    return list;
  for (FTSENT *e = list; e; e = e->fts_link)
    all[i++] = e;
  qsort (all, n, sizeof *all, s->fts_compar);
  for (i = 0; i < n; i++)
    all[i]->fts_link = i + 1 < n ? all[i + 1] : NULL;
  list = all[0];
  free (all);
  return list;
}

static FTSENT *make_child (FTS *s, FTSENT *of, const struct dirent *d,
                           int options) {
  size_t len = of->fts_pathlen;
  char *path = malloc (len + strlen (d->d_name) + 2);
  if (!path)
    return NULL;
  memcpy (path, of->fts_path, len);
  if (!len || path[len - 1] != '/')
    path[len++] = '/';
  strcpy (path + len, d->d_name);
  FTSENT *e = make_entry (of, path, d->d_name);
  free (path);
  if (!e)
    return NULL;
  if (options & FTS_NAMEONLY ||
      (s->fts_options & FTS_NOSTAT && d->d_type != DT_DIR &&
       d->d_type != DT_UNKNOWN))
    e->fts_info = FTS_NSOK;
  else
    e->fts_info = classify (s, e, 0);
  return e;
}

/* NULL: it is empty, or errno says why. */
static FTSENT *read_children (FTS *s, FTSENT *of, int options) {
  FTSENT *list = NULL, **end = &list;
  struct dirent *d;
  DIR *dir = opendir (of->fts_path);
  if (!dir)
    return NULL;
  while ((d = readdir (dir))) {
    if (is_dot (d->d_name) && !(s->fts_options & FTS_SEEDOT))
      continue;
    FTSENT *e = make_child (s, of, d, options);
    if (!e)
      break;
    *end = e;
    end = &e->fts_link;
  }
  closedir (dir);
  errno = 0;
  return sort_list (s, list);
}

/* The walk. */

static FTSENT *make_root (FTS *s, FTSENT *parent, const char *path) {
  FTSENT *e = make_entry (parent, path, path);
  if (e)
    e->fts_info = classify (s, e, 0);
  if (e && e->fts_info == FTS_DOT)
    e->fts_info = FTS_D;
  return e;
}

FTS *fts_open (char *const *paths, int options,
               int (*compare) (const FTSENT **, const FTSENT **)) {
  if (options & ~FTS_OPTIONMASK) {
    errno = EINVAL;
    return NULL;
  }
  FTS *s = calloc (1, sizeof *s);
  FTSENT *parent = s ? make_entry (NULL, "", "") : NULL;
  if (!parent)
    return NULL;
  s->fts_options = options;
  s->fts_compar = (int (*) (const void *, const void *)) compare;
  s->fts_rfd = -1;
  FTSENT *list = NULL, **end = &list;
  for (; *paths; paths++) {
    FTSENT *e = **paths ? make_root (s, parent, *paths) : NULL;
    if (!e) {
      errno = ENOENT;
      return NULL;
    }
    *end = e;
    end = &e->fts_link;
  }
  s->fts_cur = make_entry (parent, "", ""); /* in front of the first */
  s->fts_cur->fts_info = FTS_INIT;
  s->fts_cur->fts_level = FTS_ROOTLEVEL;
  s->fts_cur->fts_link = sort_list (s, list);
  return s;
}

static FTSENT *stay (FTS *s, FTSENT *e, unsigned short info) {
  e->fts_info = info;
  return s->fts_cur = e;
}

/* Into a directory; NULL: it is done with at once. */
static FTSENT *enter (FTS *s, FTSENT *e, unsigned short instruction) {
  int is_left_out = instruction == FTS_SKIP ||
                    (s->fts_options & FTS_XDEV && e->fts_dev != s->fts_dev);
  if (!is_left_out && !s->fts_child) {
    errno = 0;
    s->fts_child = read_children (s, e, 0);
    if (!s->fts_child && errno) {
      e->fts_errno = errno;
      return stay (s, e, FTS_DNR);
    }
  }
  if (is_left_out || !s->fts_child) {
    free_list (s->fts_child);
    s->fts_child = NULL;
    return stay (s, e, FTS_DP);
  }
  FTSENT *first = s->fts_child;
  s->fts_child = NULL;
  for (FTSENT *c = first; c; c = c->fts_link)
    if (c->fts_info == FTS_NSOK && !(s->fts_options & FTS_NOSTAT))
      c->fts_info = classify (s, c, 0); /* only names were asked for */
  return s->fts_cur = first;
}

/* A root is sorted by its path, and has a name when its turn comes. */
static void load_root (FTS *s, FTSENT *e) {
  const char *slash = strrchr (e->fts_name, '/');
  s->fts_dev = e->fts_dev;
  if (!slash || (slash == e->fts_name && !slash[1]))
    return;
  e->fts_namelen = (unsigned short) strlen (slash + 1);
  memmove (e->fts_name, slash + 1, e->fts_namelen + 1u);
}

static FTSENT *go_on (FTS *s, FTSENT *e) {
  for (;;) {
    FTSENT *link = e->fts_link, *parent = e->fts_parent;
    free_entry (e);
    if (!link && parent->fts_level == FTS_ROOTPARENTLEVEL) {
      free_entry (parent);
      s->fts_cur = NULL;
      errno = 0;
      return NULL;
    }
    if (!link)
      return stay (s, parent, parent->fts_errno ? FTS_ERR : FTS_DP);
    e = link;
    if (e->fts_level == FTS_ROOTLEVEL)
      load_root (s, e);
    if (e->fts_instr == FTS_FOLLOW)
      e->fts_info = classify (s, e, 1), e->fts_instr = FTS_NOINSTR;
    if (e->fts_instr != FTS_SKIP)
      return s->fts_cur = e;
  }
}

FTSENT *fts_read (FTS *s) {
  FTSENT *e = s->fts_cur;
  if (!e || s->fts_options & FTS_STOP)
    return NULL;
  unsigned short instruction = e->fts_instr;
  e->fts_instr = FTS_NOINSTR;
  if (instruction == FTS_AGAIN) {
    e->fts_info = classify (s, e, 0);
    return e;
  }
  if (instruction == FTS_FOLLOW &&
      (e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE)) {
    e->fts_info = classify (s, e, 1);
    return e;
  }
  return e->fts_info == FTS_D ? enter (s, e, instruction) : go_on (s, e);
}

FTSENT *fts_children (FTS *s, int options) {
  FTSENT *e = s->fts_cur;
  if (options && options != FTS_NAMEONLY) {
    errno = EINVAL;
    return NULL;
  }
  errno = 0;
  if (!e || s->fts_options & FTS_STOP)
    return NULL;
  if (e->fts_info == FTS_INIT)
    return e->fts_link;
  if (e->fts_info != FTS_D)
    return NULL;
  free_list (s->fts_child);
  return s->fts_child = read_children (s, e, options);
}

int fts_set (FTS *s, FTSENT *e, int instruction) {
  if (instruction && instruction != FTS_AGAIN && instruction != FTS_FOLLOW &&
      instruction != FTS_NOINSTR && instruction != FTS_SKIP) {
    errno = EINVAL;
    return 1;
  }
  e->fts_instr = (unsigned short) instruction;
  return 0;
}

/* What is left of each level, with what is above it. */
int fts_close (FTS *s) {
  FTSENT *e = s->fts_cur;
  free_list (s->fts_child);
  while (e) {
    FTSENT *parent = e->fts_parent;
    free_list (e);
    e = parent;
  }
  free (s);
  return 0;
}

#undef fts64_open
#undef fts64_read
#undef fts64_children
#undef fts64_set
#undef fts64_close
FTS *fts64_open (char *const *paths, int options,
                 int (*compare) (const FTSENT **, const FTSENT **))
    __attribute__ ((__weak__, alias ("fts_open")));
FTSENT *fts64_read (FTS *) __attribute__ ((__weak__, alias ("fts_read")));
FTSENT *fts64_children (FTS *, int)
    __attribute__ ((__weak__, alias ("fts_children")));
int fts64_set (FTS *, FTSENT *, int)
    __attribute__ ((__weak__, alias ("fts_set")));
int fts64_close (FTS *) __attribute__ ((__weak__, alias ("fts_close")));
