#include "base/build_identity.h"

#include "base/hash.h"
#include "base/whole_file.h"

#include <inttypes.h>
#include <link.h>

typedef struct search_for_id {
  uintptr_t code; /* an address in the object that is looked for */
  const uint8_t *id;
  size_t size;
  const char *path; /* of the object */
} search_for_id;

static const uint8_t *start_of (const struct dl_phdr_info *o,
                                const ElfW (Phdr) * h) {
  return (const uint8_t *) (o->dlpi_addr + h->p_vaddr);
}

static bool has_code (const struct dl_phdr_info *o, uintptr_t at) {
  for (size_t i = 0; i < o->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = o->dlpi_phdr + i;
    uintptr_t start = (uintptr_t) start_of (o, h);
    if (h->p_type == PT_LOAD && at >= start && at - start < h->p_memsz)
      return true;
  }
  return false;
}

/* Head, name and description of a note, the latter two in words. */
static size_t round_up (size_t n) { return (n + 3) & ~(size_t) 3; }

static void search_notes (search_for_id *s, const uint8_t *at, size_t left) {
  ElfW (Nhdr) n;
  while (left >= sizeof n) {
    memcpy (&n, at, sizeof n);
    size_t name = round_up (n.n_namesz), size = round_up (n.n_descsz);
    if (left - sizeof n < name || left - sizeof n - name < size)
      return;
    at += sizeof n;
    if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 &&
        !memcmp (at, "GNU", 4)) {
      s->id = at + name;
      s->size = n.n_descsz;
    }
    at += name + size;
    left -= sizeof n + name + size;
  }
}

static int search_object (struct dl_phdr_info *o, size_t size, void *data) {
  search_for_id *s = data;
  (void) size;
  if (!has_code (o, s->code))
    return 0;
  s->path = o->dlpi_name[0] ? o->dlpi_name : "/proc/self/exe";
  for (size_t i = 0; i < o->dlpi_phnum; i++)
    if (o->dlpi_phdr[i].p_type == PT_NOTE)
      search_notes (s, start_of (o, o->dlpi_phdr + i), o->dlpi_phdr[i].p_memsz);
  return 1;
}

static bool digest_file (memory *mem, const char *path, char_vec *out) {
  mapped_file f;
  if (!path || !whole_file_map (path, &f))
    return false;
  hash128 h = hash_bytes (f.bytes, f.size);
  whole_file_unmap (&f);
  text_printf (mem, out, "file:%016" PRIx64 "%016" PRIx64, h.hi, h.lo);
  return true;
}

bool build_identity (memory *mem, char_vec *out) {
  search_for_id s = {.code = (uintptr_t) build_identity};
  dl_iterate_phdr (search_object, &s);
  if (!s.id || !s.size)
    return digest_file (mem, s.path, out);
  text_puts (mem, out, "build:");
  for (size_t i = 0; i < s.size; i++)
    text_printf (mem, out, "%02x", s.id[i]);
  return true;
}
