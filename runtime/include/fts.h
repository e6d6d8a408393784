#ifndef _FTS_H
#define _FTS_H

/* Walks over trees of files. Fields are where bitcode compiled with another
 * library's <fts.h> expects them.
 */

#include <sys/stat.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _ftsent FTSENT;

typedef struct {
  FTSENT *fts_cur, *fts_child, **fts_array;
  dev_t fts_dev;
  char *fts_path;
  int fts_rfd, fts_pathlen, fts_nitems;
  int (*fts_compar) (const void *, const void *);
  int fts_options;
} FTS;

#define FTS_COMFOLLOW 0x001
#define FTS_LOGICAL 0x002
#define FTS_NOCHDIR 0x004
#define FTS_NOSTAT 0x008
#define FTS_PHYSICAL 0x010
#define FTS_SEEDOT 0x020
#define FTS_XDEV 0x040
#define FTS_WHITEOUT 0x080
#define FTS_OPTIONMASK 0x0ff
#define FTS_NAMEONLY 0x100
#define FTS_STOP 0x200

struct _ftsent {
  FTSENT *fts_cycle, *fts_parent, *fts_link;
  long fts_number;
  void *fts_pointer;
  char *fts_accpath, *fts_path;
  int fts_errno, fts_symfd;
  unsigned short fts_pathlen, fts_namelen;
  ino_t fts_ino;
  dev_t fts_dev;
  nlink_t fts_nlink;
  short fts_level;
  unsigned short fts_info, fts_flags, fts_instr;
  struct stat *fts_statp;
  char fts_name[1];
};

#define FTS_ROOTPARENTLEVEL (-1)
#define FTS_ROOTLEVEL 0

enum {
  FTS_D = 1,
  FTS_DC,
  FTS_DEFAULT,
  FTS_DNR,
  FTS_DOT,
  FTS_DP,
  FTS_ERR,
  FTS_F,
  FTS_INIT,
  FTS_NS,
  FTS_NSOK,
  FTS_SL,
  FTS_SLNONE,
  FTS_W
};

#define FTS_AGAIN 1
#define FTS_FOLLOW 2
#define FTS_NOINSTR 3
#define FTS_SKIP 4

FTS *fts_open (char *const *, int options,
               int (*) (const FTSENT **, const FTSENT **));
FTSENT *fts_read (FTS *);
FTSENT *fts_children (FTS *, int);
int fts_set (FTS *, FTSENT *, int);
int fts_close (FTS *);

#define FTS64 FTS
#define FTSENT64 FTSENT
#define fts64_open fts_open
#define fts64_read fts_read
#define fts64_children fts_children
#define fts64_set fts_set
#define fts64_close fts_close

#ifdef __cplusplus
}
#endif
#endif
