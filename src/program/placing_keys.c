/* By what functions and globals are placed (placing.h): something that no
 * edit elsewhere changes.
 *
 * A name, where there is one. A string that only the initial value of one
 * variable has at one place is known by that place, whatever is in it; any
 * other by its content, and if there are several such by the names of those
 * that use them.
 */

#include "program/program_priv.h"
#include "program/static_names.h"

typedef struct text {
  uint32_t item;
  uint32_t n_places; /* in initial values */
  bool is_in_code;
  hash128 key;      /* of the place, or of the content */
  const char *user; /* the smallest name */
} text;

typedef struct keying {
  program *p;
  VEC (text) texts;
  map at; /* value -> index plus 1 */
} keying;

static hash128 name_digest (LLVMValueRef v) {
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  return hash_bytes (name, len);
}

static bool is_text (LLVMValueRef v) {
  return is_private_data (v) && static_names_is_text (v);
}

/* Initial values. They nest as deeply as their types. */

static void visit_value (keying *k, LLVMValueRef v, hash128 at) {
  if (LLVMIsAGlobalVariable (v)) {
    uint64_t i = map_get (&k->at, program_key (v), 0);
    if (!i)
      return;
    assert (i <= k->texts.len);
    k->texts.data[i - 1].n_places++;
    k->texts.data[i - 1].key = at;
  } else if (LLVMIsAConstant (v) && !LLVMIsAFunction (v) &&
             !LLVMIsABlockAddress (v) && !LLVMIsAGlobalAlias (v))
    for (int i = 0, n = LLVMGetNumOperands (v); i < n; i++)
      visit_value (k, LLVMGetOperand (v, (unsigned) i),
                   hash128_mix (at, hash128_of ((uint64_t) i, 19)));
}

/* Uses. */

static void note_user (text *t, LLVMValueRef v) {
  size_t len;
  const char *name = LLVMGetValueName2 (v, &len);
  if (!t->user || strcmp (name, t->user) < 0)
    t->user = name;
}

static void visit_uses (text *t, LLVMValueRef v) {
  EACH_USE (u, v) {
    LLVMValueRef user = LLVMGetUser (u);
    if (LLVMIsAInstruction (user)) {
      t->is_in_code = true;
      note_user (t, LLVMGetBasicBlockParent (LLVMGetInstructionParent (user)));
    } else if (LLVMIsAGlobalValue (user))
      note_user (t, user);
    else
      visit_uses (t, user);
  }
}

static int placing_keys_compare (const void *a, const void *b) {
  const text *x = a, *y = b;
  int order = hash128_cmp (x->key, y->key);
  if (!order)
    order = strcmp (x->user ? x->user : "", y->user ? y->user : "");
  return order ? order : x->item < y->item ? -1 : x->item > y->item;
}

static void look_at_texts (keying *k) {
  program *p = k->p;
  for (size_t i = 0; i < p->global_values.len; i++) {
    LLVMValueRef v = p->global_values.data[i];
    LLVMValueRef init = is_text (v) ? NULL : LLVMGetInitializer (v);
    if (init)
      visit_value (k, init, name_digest (v));
  }
  for (size_t i = 0; i < k->texts.len; i++) {
    text *t = k->texts.data + i;
    LLVMValueRef v = p->global_values.data[t->item];
    visit_uses (t, v);
    if (t->is_in_code || t->n_places != 1)
      t->key = symbol_digest (p, v);
  }
}

static void tell_apart (keying *k, hash128 *key) {
  uint64_t count = 0;
  vec_sort (&k->texts, placing_keys_compare);
  for (size_t i = 0; i < k->texts.len; i++) {
    const text *t = k->texts.data + i;
    assert (!i || placing_keys_compare (t - 1, t) < 0); /* no two are alike */
    bool is_again = i && hash128_eq (t[-1].key, t->key);
    count = is_again ? count + 1 : 0;
    key[t->item] = hash128_mix (t->key, hash128_of (count, 20));
  }
}

void placing_keys (program *p, hash128 *key) {
  keying k = {.p = p};
  map_init (&k.at, p->mem);
  for (uint32_t i = 0; i < p->global_values.len; i++) {
    LLVMValueRef v = p->global_values.data[i];
    key[i] = name_digest (v);
    if (!is_text (v))
      continue;
    vec_push (p->mem, &k.texts, (text) {.item = i});
    map_put (&k.at, program_key (v), k.texts.len);
  }
  look_at_texts (&k);
  tell_apart (&k, key);
  vec_release (p->mem, &k.texts);
  map_release (&k.at);
}
