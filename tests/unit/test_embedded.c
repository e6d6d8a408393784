#include "program/embedded.h"
#include "test.h"

#include <elf.h>
#include <string.h>

/* Two modules of one empty block each, with padding between them. */
static const unsigned char two[] = {
    'B', 'C', 0xc0, 0xde, 0x35, 0x14, 0,    0,    1,    0,    0, 0, 9, 9, 9, 9,
    0,   0,   0,    0,    'B',  'C',  0xc0, 0xde, 0x35, 0x14, 0, 0, 0, 0, 0, 0};

TEST (embedded_modules_follow_each_other) {
  size_t at = 0;
  CHECK (embedded_module ((const char *) two, sizeof two, &at) == 16);
  at = 16;
  CHECK (embedded_module ((const char *) two, sizeof two, &at) == 12);
  CHECK (at == 20);
  at = sizeof two;
  CHECK (embedded_module ((const char *) two, sizeof two, &at) == 0);
}

/* Wherever the bytes end, nothing behind them is read. */
TEST (embedded_modules_stay_in_the_section) {
  for (size_t n = 0; n < sizeof two; n++) {
    size_t at = 0, size = embedded_module ((const char *) two, n, &at);
    CHECK (at + size <= n);
  }
}

static size_t write_file (char *file) {
  static const char names[] = "\0.llvmbc";
  Elf64_Ehdr head = {.e_shoff = sizeof head, .e_shnum = 2, .e_shstrndx = 1};
  size_t rest = sizeof head + 2 * sizeof (Elf64_Shdr);
  Elf64_Shdr section[2] = {
      {.sh_name = 1, .sh_offset = rest + sizeof names, .sh_size = sizeof two},
      {.sh_name = 0, .sh_offset = rest, .sh_size = sizeof names}};
  memcpy (head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  memcpy (file, &head, sizeof head);
  memcpy (file + sizeof head, section, sizeof section);
  memcpy (file + rest, names, sizeof names);
  memcpy (file + rest + sizeof names, two, sizeof two);
  return rest + sizeof names + sizeof two;
}

TEST (embedded_section_is_found_and_checked) {
  char file[512];
  size_t n = write_file (file), at, size;
  CHECK (embedded_find (file, n, &at, &size));
  CHECK (size == sizeof two && !memcmp (file + at, two, size));
  for (size_t k = 0; k < n; k++)
    CHECK (!embedded_find (file, k, &at, &size));
  for (size_t k = 0; k < n * 8; k++) { /* damaged: found or not, but inside */
    file[k / 8] ^= (char) (1 << k % 8);
    if (embedded_find (file, n, &at, &size))
      CHECK (at <= n && n - at >= size);
    file[k / 8] ^= (char) (1 << k % 8);
  }
}
