#include "program/embedded.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>

#define SECTION ".llvmbc"
#define MAGIC UINT32_C (0xdec04342) /* "BC" 0xc0 0xde */
#define ENTER_BLOCK 1u /* lowest two bits of a block's first word */

/* Part of the file, copied since it may lie anywhere. */
static bool embedded_take (const char *bytes, size_t n, uint64_t at,
                           size_t size, void *out) {
  if (at > n || n - at < size)
    return false;
  memcpy (out, bytes + at, size);
  return true;
}

static bool read_section (const char *bytes, size_t n, const Elf64_Ehdr *head,
                          unsigned i, Elf64_Shdr *out) {
  uint64_t at = (uint64_t) i * sizeof *out;
  return head->e_shoff <= n &&
         embedded_take (bytes, n, head->e_shoff + at, sizeof *out, out);
}

bool embedded_find (const char *bytes, size_t n, size_t *at, size_t *size) {
  Elf64_Ehdr head;
  Elf64_Shdr names, section;
  char name[sizeof SECTION];
  if (!embedded_take (bytes, n, 0, sizeof head, &head) ||
      memcmp (head.e_ident, ELFMAG, SELFMAG) ||
      head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_ident[EI_DATA] != ELFDATA2LSB ||
      !read_section (bytes, n, &head, head.e_shstrndx, &names))
    return false;
  for (unsigned i = 0; i < head.e_shnum; i++) {
    if (!read_section (bytes, n, &head, i, &section) || names.sh_offset > n ||
        !embedded_take (bytes, n, names.sh_offset + section.sh_name,
                        sizeof name, name) ||
        memcmp (name, SECTION, sizeof name))
      continue;
    *at = section.sh_offset;
    *size = section.sh_size;
    return section.sh_offset <= n && n - section.sh_offset >= section.sh_size;
  }
  return false;
}

static uint32_t word_at (const char *bytes, size_t n, size_t at) {
  uint32_t w = 0;
  embedded_take (bytes, n, at, sizeof w, &w);
  return w;
}

/* Blocks follow each other, each with its length in words in its second. */
size_t embedded_module (const char *bytes, size_t n, size_t *at) {
  while (*at < n && !bytes[*at])
    (*at)++;
  if (word_at (bytes, n, *at) != MAGIC)
    return 0;
  size_t end = *at + 4;
  while (n - end >= 8 && (word_at (bytes, n, end) & 3) == ENTER_BLOCK) {
    uint64_t size = 8 + 4 * (uint64_t) word_at (bytes, n, end + 4);
    if (size > n - end)
      return 0;
    end += size;
  }
  return end - *at;
}
