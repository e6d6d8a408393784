#include "program/static_names.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct numbered_name {
  LLVMValueRef value;
  size_t name, len; /* without the number, in 'names' */
} numbered_name;

typedef struct settling {
  memory *mem;
  VEC (numbered_name) all;
  char_vec names;
  map counts; /* digest of a name -> how many have it so far */
} settling;

/* The length without numbers at the end, if there are any. */
static size_t base_length (const char *name, size_t len) {
  for (size_t i = len; i; i--)
    if (name[i - 1] == '.' && i < len)
      len = i - 1;
    else if (name[i - 1] < '0' || name[i - 1] > '9')
      break;
  return len;
}

bool static_names_is_text (LLVMValueRef v) {
  static const char *const names[] = {"", ".str", "str"};
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  if (LLVMGetLinkage (v) != LLVMPrivateLinkage)
    return !len;
  len = base_length (name, len);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (len == strlen (names[i]) && !memcmp (name, names[i], len))
      return true;
  return false;
}

static void look_at (settling *s, LLVMValueRef v) {
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  LLVMLinkage linkage = LLVMGetLinkage (v);
  if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
    return;
  size_t base = base_length (name, len);
  assert (base <= len);
  if (!base || base == len || static_names_is_text (v))
    return;
  numbered_name n = {v, s->names.len, base};
  text_add (s->mem, &s->names, name, base);
  vec_push (s->mem, &s->all, n);
  LLVMSetValueName2 (v, "", 0); /* free for another one */
}

static void give_name (settling *s, const numbered_name *n, char_vec *text) {
  const char *base = s->names.data + n->name;
  assert (n->len && n->name + n->len <= s->names.len);
  uint64_t *count = map_at (&s->counts, hash_bytes (base, n->len).lo | 1);
  vec_clear (text);
  text_printf (s->mem, text, "%.*s.%u", (int) n->len, base,
               (unsigned) ++*count);
  LLVMSetValueName2 (n->value, text->data, text->len);
}

void static_names_settle (memory *mem, LLVMModuleRef m) {
  settling s = {.mem = mem};
  char_vec text = {0};
  map_init (&s.counts, mem);
  EACH_FUNCTION (v, m)
    look_at (&s, v);
  EACH_GLOBAL (v, m)
    look_at (&s, v);
  for (size_t i = 0; i < s.all.len; i++)
    give_name (&s, s.all.data + i, &text);
  map_release (&s.counts);
  vec_release (mem, &s.all, &s.names, &text);
}
