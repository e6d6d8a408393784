#include "klee/libraries.h"

#include "base/whole_file.h"
#include "program/load.h"
#include "program/source.h"

#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>

#define MAGIC "!<arch>\n"
#define HEADER 60 /* bytes before a member: name 16, ..., size 10, end 2 */
#define SIZE_AT 48
#define SIZE_DIGITS 10

typedef struct linker {
  memory *mem;
  LLVMContextRef llvm;
  LLVMModuleRef module;
  trouble *why;
} linker;

static status libraries_refuse (linker *l, const char *path, const char *what) {
  return trouble_set (l->why, ST_BADINPUT, "cannot link '%s': %s", path, what);
}

/* What was linked is gone, also after trouble. */
static status add_module (linker *l, LLVMModuleRef part, const char *path) {
  load_remark remark = {{0}};
  load_listen (l->llvm, &remark);
  bool failed = LLVMLinkModules2 (l->module, part);
  load_listen (l->llvm, NULL);
  return failed ? libraries_refuse (l, path, remark.text) : ST_OK;
}

/* Files. */

status libraries_read (memory *mem, LLVMContextRef llvm, const char *path,
                       LLVMModuleRef *out, trouble *why) {
  source from = {0};
  status st;
  TRY (source_read (mem, path, &from, why));
  if (from.kind == SOURCE_C)
    TRY (trouble_set (why, ST_BADINPUT, "cannot link '%s': it is not bitcode",
                      path));
  if (from.kind == SOURCE_TEXT)
    TRY (load_assembly (llvm, mem, &from.bytes, path, out, why));
  else
    TRY (load_bitcode (llvm, mem, &from.bytes, path, out, why));
  TRY (load_verify (*out, path, why));
  TRY (load_check_target (*out, path, why));
out:
  source_release (mem, &from);
  return st;
}

/* Archives. */

typedef struct library_member {
  const char *bytes;
  size_t size;
  bool is_taken;
} library_member;

typedef VEC (library_member) library_member_vec;

static bool is_bitcode (const char *bytes, size_t n) {
  return n >= 4 && (!memcmp (bytes, "BC\xc0\xde", 4) ||
                    !memcmp (bytes, "\xde\xc0\x17\x0b", 4));
}

/* Tables of names and symbols are members, too, and no bitcode. */
static bool list_members (linker *l, const mapped_file *f,
                          library_member_vec *out) {
  const char *bytes = f->bytes;
  size_t at = sizeof MAGIC - 1;
  while (at + HEADER <= f->size) {
    char digits[SIZE_DIGITS + 1] = "";
    memcpy (digits, bytes + at + SIZE_AT, SIZE_DIGITS);
    size_t size = strtoul (digits, NULL, 10);
    at += HEADER;
    if (size > f->size - at)
      return false;
    if (is_bitcode (bytes + at, size))
      vec_push (l->mem, out, (library_member) {bytes + at, size, false});
    at += size + size % 2;
  }
  return out->len > 0;
}

static bool is_missing (const linker *l, LLVMValueRef v) {
  size_t n;
  const char *name = LLVMGetValueName2 (v, &n);
  LLVMValueRef f = LLVMGetNamedFunction (l->module, name);
  LLVMValueRef g = f ? f : LLVMGetNamedGlobal (l->module, name);
  return g && LLVMIsDeclaration (g) && !LLVMIsDeclaration (v) &&
         LLVMGetLinkage (v) != LLVMInternalLinkage &&
         LLVMGetLinkage (v) != LLVMPrivateLinkage;
}

static bool is_needed (const linker *l, LLVMModuleRef part) {
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction (part); v; v = LLVMGetNextFunction (v))
    if (is_missing (l, v))
      return true;
  for (v = LLVMGetFirstGlobal (part); v; v = LLVMGetNextGlobal (v))
    if (is_missing (l, v))
      return true;
  for (v = LLVMGetFirstGlobalAlias (part); v; v = LLVMGetNextGlobalAlias (v))
    if (is_missing (l, v))
      return true;
  return false;
}

static status try_member (linker *l, library_member *m, const char *path) {
  char_vec bytes = {0};
  LLVMModuleRef part = NULL;
  status st;
  text_add (l->mem, &bytes, m->bytes, m->size);
  TRY (load_bitcode (l->llvm, l->mem, &bytes, path, &part, l->why));
  TRY (load_verify (part, path, l->why));
  TRY (load_check_target (part, path, l->why));
  m->is_taken = is_needed (l, part);
  if (m->is_taken) {
    st = add_module (l, part, path);
    part = NULL;
  }
out:
  if (part)
    LLVMDisposeModule (part);
  vec_release (l->mem, &bytes);
  return st;
}

/* Until no member has anything that is missing. */
static status link_members (linker *l, library_member_vec *all,
                            const char *path) {
  status st = ST_OK;
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (size_t i = 0; i < all->len; i++) {
      library_member *m = all->data + i;
      if (m->is_taken)
        continue;
      TRY (try_member (l, m, path));
      is_more |= m->is_taken;
    }
  }
out:
  return st;
}

static bool is_archive (const mapped_file *f) {
  return f->size >= sizeof MAGIC - 1 &&
         !memcmp (f->bytes, MAGIC, sizeof MAGIC - 1);
}

static status add_library (linker *l, const char *path) {
  mapped_file f;
  library_member_vec all = {0};
  LLVMModuleRef part = NULL;
  status st;
  if (!whole_file_map (path, &f))
    return libraries_refuse (l, path, strerror (errno));
  if (!is_archive (&f)) {
    TRY (libraries_read (l->mem, l->llvm, path, &part, l->why));
    TRY (add_module (l, part, path));
  } else if (!list_members (l, &f, &all))
    st = libraries_refuse (l, path, "no member of the archive is bitcode");
  else
    st = link_members (l, &all, path);
out:
  vec_release (l->mem, &all);
  whole_file_unmap (&f);
  return st;
}

status libraries_link (memory *mem, const char *input, size_t n,
                       const char *const *library, const replacing *by,
                       const char *out, trouble *why) {
  linker l = {.mem = mem, .llvm = load_context (), .why = why};
  status st;
  TRY (libraries_read (l.mem, l.llvm, input, &l.module, why));
  for (size_t i = 0; i < n; i++)
    TRY (add_library (&l, library[i]));
  TRY (replacing_do (by, l.module, mem, why));
  if (LLVMWriteBitcodeToFile (l.module, out))
    st = trouble_set (why, ST_NOWRITE, "cannot write '%s'", out);
out:
  if (l.module)
    LLVMDisposeModule (l.module);
  LLVMContextDispose (l.llvm);
  return st;
}
