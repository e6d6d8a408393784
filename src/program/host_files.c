#include "program/host_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLE_NAME "__reprise_host_files"
#define FILES_MAX 1000
#define FILE_MAX (UINT64_C (1) << 20)
#define TOTAL_MAX (UINT64_C (16) << 20)

typedef struct hosting {
  const program_config *config;
  memory *mem;
  module *m;
  LLVMTypeRef i64, pointer, row;
  VEC (LLVMValueRef) rows;
  char_vec path; /* of the directory and what is below */
  size_t base;   /* where names start in it */
  uint64_t total;
} hosting;

static void skip (hosting *h, const char *why) {
  log_warning (h->config->log, "--host-files: '%s' is left out: %s",
               h->path.data, why);
}

static LLVMValueRef host_files_add_bytes (hosting *h, const char *bytes,
                                          size_t n) {
  LLVMValueRef init =
      LLVMConstStringInContext (h->m->llvm, bytes, (unsigned) n, true);
  LLVMValueRef g =
      LLVMAddGlobal (h->m->module, LLVMTypeOf (init), "__reprise_host_bytes");
  LLVMSetInitializer (g, init);
  LLVMSetLinkage (g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant (g, true);
  LLVMSetSection (g, MODULE_RUNTIME_MARK);
  return g;
}

static void add_row (hosting *h, LLVMValueRef name, LLVMValueRef bytes,
                     uint64_t size, uint64_t mode) {
  LLVMValueRef part[] = {name, bytes, LLVMConstInt (h->i64, size, false),
                         LLVMConstInt (h->i64, mode, false)};
  vec_push (h->mem, &h->rows,
            LLVMConstStructInContext (h->m->llvm, part, 4, false));
}

static LLVMValueRef add_name (hosting *h) {
  const char *name = h->path.data + h->base;
  return host_files_add_bytes (h, name, strlen (name) + 1);
}

static bool host_files_read_all (int fd, char *to, size_t n) {
  for (size_t done = 0; done < n;) {
    ssize_t part = read (fd, to + done, n - done);
    if (part <= 0)
      return false;
    done += (size_t) part;
  }
  return true;
}

static void add_file (hosting *h, const struct stat *st) {
  size_t n = (size_t) st->st_size;
  if (st->st_size > (off_t) FILE_MAX || h->total + n > TOTAL_MAX) {
    skip (h, "files of more than 1 MiB, or of 16 MiB together");
    return;
  }
  char *bytes = memory_alloc (h->mem, n + 1);
  int fd = open (h->path.data, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  bytes[n] = 0; /* an object is never empty */
  if (fd < 0 || !host_files_read_all (fd, bytes, n))
    skip (h, "it cannot be read");
  else {
    h->total += n;
    add_row (h, add_name (h), host_files_add_bytes (h, bytes, n + 1), n,
             st->st_mode & (S_IFMT | 0777));
  }
  if (fd >= 0)
    close (fd);
  memory_free (h->mem, bytes, n + 1);
}

static void set_path (hosting *h, size_t len, const char *name) {
  h->path.len = len;
  text_printf (h->mem, &h->path, "/%s", name);
  text_c (h->mem, &h->path);
}

/* Directories yet to be read, instead of recursion. */
typedef VEC (char *) name_vec;

static void add_one (hosting *h, name_vec *waiting) {
  struct stat st;
  if (h->rows.len >= FILES_MAX)
    skip (h, "more than 1000 files");
  else if (lstat (h->path.data, &st))
    skip (h, strerror (errno));
  else if (S_ISREG (st.st_mode))
    add_file (h, &st);
  else if (S_ISDIR (st.st_mode)) {
    add_row (h, add_name (h), LLVMConstNull (h->pointer), 0,
             st.st_mode & (S_IFMT | 0777));
    char *copy = strdup (h->path.data);
    if (copy)
      vec_push (h->mem, waiting, copy);
  } else
    skip (h, "neither a file nor a directory");
}

static status add_directory (hosting *h, const char *path, name_vec *waiting,
                             trouble *t) {
  struct dirent **list;
  int n = scandir (path, &list, NULL, alphasort);
  if (n < 0)
    return trouble_set (t, ST_BADINPUT, "--host-files: cannot read '%s': %s",
                        path, strerror (errno));
  vec_clear (&h->path);
  text_puts (h->mem, &h->path, path);
  size_t len = h->path.len;
  for (int i = 0; i < n; i++) {
    if (strcmp (list[i]->d_name, ".") && strcmp (list[i]->d_name, "..")) {
      set_path (h, len, list[i]->d_name);
      add_one (h, waiting);
    }
    free (list[i]);
  }
  free (list);
  return ST_OK;
}

static status add_all (hosting *h, trouble *t) {
  name_vec waiting = {0};
  const char *root = h->config->host_files;
  h->base = strlen (root) + 1;
  status st = add_directory (h, root, &waiting, t);
  for (size_t i = 0; i < waiting.len; i++) {
    if (!st)
      st = add_directory (h, waiting.data[i], &waiting, t);
    free (waiting.data[i]);
  }
  vec_release (h->mem, &waiting);
  return st;
}

static void put_table (hosting *h, LLVMValueRef old) {
  add_row (h, LLVMConstNull (h->pointer), LLVMConstNull (h->pointer), 0, 0);
  LLVMValueRef init =
      LLVMConstArray2 (h->row, h->rows.data, (uint64_t) h->rows.len);
  LLVMValueRef g = LLVMAddGlobal (h->m->module, LLVMTypeOf (init), "");
  LLVMSetInitializer (g, init);
  LLVMSetGlobalConstant (g, true);
  LLVMSetSection (g, MODULE_RUNTIME_MARK);
  LLVMReplaceAllUsesWith (old, g);
  LLVMDeleteGlobal (old);
  LLVMSetValueName2 (g, TABLE_NAME, strlen (TABLE_NAME));
}

status host_files_put (const program_config *config, module *m, trouble *t) {
  LLVMValueRef old = LLVMGetNamedGlobal (m->module, TABLE_NAME);
  if (!old)
    return ST_OK;
  hosting h = {.config = config,
               .mem = config->mem,
               .m = m,
               .i64 = LLVMInt64TypeInContext (m->llvm),
               .pointer = LLVMPointerTypeInContext (m->llvm, 0)};
  LLVMTypeRef field[] = {h.pointer, h.pointer, h.i64, h.i64};
  h.row = LLVMStructTypeInContext (m->llvm, field, 4, false);
  status st = add_all (&h, t);
  if (!st)
    put_table (&h, old);
  vec_release (h.mem, &h.rows, &h.path);
  return st;
}
