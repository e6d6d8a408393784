/* Lists that end with null, structs that end with an array of any length, and
 * pointers whose end is another parameter: right and wrong ones of each kind.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  struct node *next;
  int v;
};

//: clean
bool has_value (const struct node *n, int v) {
  while (n && n->v != v)
    n = n->next;
  return n;
}

//: error null_pointer
int before_zero (const struct node *n) {
  if (!n)
    return 0;
  while (n->next->v)
    n = n->next;
  return n->v;
}

//: error null_pointer
void remove_value (struct node **head, int v) {
  struct node *p = *head;
  while (p && p->v != v)
    p = p->next;
  *head = p->next;
}

/* Of a ring, which has no end: nobody looks for one. */
struct link {
  struct link *prev, *next;
};

//: clean
void unlink_one (struct link *x) {
  x->prev->next = x->next;
  x->next->prev = x->prev;
}

struct message {
  uint16_t len;
  uint8_t body[];
};

//: clean
unsigned message_sum (const struct message *m) {
  unsigned s = 0;
  for (unsigned i = 0; i < m->len; i++)
    s += m->body[i];
  return s;
}

//: error out_of_bounds
unsigned message_sum_and_one (const struct message *m) {
  unsigned s = 0;
  for (unsigned i = 0; i <= m->len; i++)
    s += m->body[i];
  return s;
}

struct table {
  int nslots;
  struct node *slots[];
};

//: clean
bool table_is_empty (const struct table *t) {
  for (int i = 0; i < t->nslots; i++)
    if (t->slots[i])
      return false;
  return true;
}

//: clean
int next_letter (const unsigned char **p, const unsigned char *end) {
  return end > *p ? *(*p)++ : -1;
}

//: error out_of_bounds
int next_two (const unsigned char **p, const unsigned char *end) {
  if (*p >= end)
    return -1;
  *p += 2;
  return (*p)[-2] << 8 | (*p)[-1];
}

//: error out_of_bounds
char *skip_quoted (char *s) {
  if (*s == '"') {
    s++;
    while (*s != '"')
      s++;
    s++;
  }
  return s;
}

struct map {
  int n_words;
  int *words;
};

//: misuse out_of_bounds "m->n_words == 0"
int map_get (const struct map *m, unsigned hash) {
  return m->words[hash & ((unsigned) m->n_words - 1)];
}

//: error out_of_bounds
int map_get_last (const struct map *m, unsigned hash) {
  return m->words[hash & (unsigned) m->n_words];
}

struct word {
  char *text;
  int value;
  struct word *next;
};

struct words {
  struct word **slot;
  size_t n_slots;
};

//: clean
int find_word (const struct words *w, const char *text, int *value) {
  const struct word *e = w->n_slots ? w->slot[*text % w->n_slots] : NULL;
  for (; e; e = e->next)
    if (*text == e->text[0]) {
      *value = e->value;
      return 1;
    }
  return 0;
}
