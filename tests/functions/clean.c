/* Functions without errors, for what they are made for. What is said before
 * each is checked by tests/functions/run.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//: clean
int sum (const int *a, size_t n) {
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s ^= a[i];
  return s;
}

//: clean
void fill (uint8_t *buf, size_t len, uint8_t with) {
  while (len--)
    *buf++ = with;
}

//: clean
size_t count_commas (const char *s, const char *end) {
  size_t n = 0;
  while (s != end)
    n += *s++ == ',';
  return n;
}

//: clean
int find (const short *table, int count, short key) {
  for (int i = 0; i < count; i++)
    if (table[i] == key)
      return i;
  return -1;
}

//: clean
int bisect (const int *a, int n, int key) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key)
      return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

struct vector {
  size_t len, cap;
  int *data;
};

//: clean
int total (const struct vector *v) {
  int s = 0;
  for (size_t i = 0; i < v->len; i++)
    s ^= v->data[i];
  return s;
}

//: clean
int push (struct vector *v, int x) {
  if (v->len == v->cap) {
    size_t cap = v->cap ? 2 * v->cap : 4;
    int *data = realloc (v->data, cap * sizeof *data);
    if (!data)
      return -1;
    v->data = data;
    v->cap = cap;
  }
  v->data[v->len++] = x;
  return 0;
}

//: clean
size_t copy_string (char *dst, const char *src, size_t size) {
  size_t i;
  if (!size)
    return 0;
  for (i = 0; i + 1 < size && src[i]; i++)
    dst[i] = src[i];
  dst[i] = 0;
  return i;
}

//: clean
void upper (char *s) {
  for (; *s; s++)
    *s = (char) toupper ((unsigned char) *s);
}

//: clean
int is_palindrome (const char *s) {
  size_t n = strlen (s);
  for (size_t i = 0; i < n / 2; i++)
    if (s[i] != s[n - 1 - i])
      return 0;
  return 1;
}

struct list {
  struct list *next;
  int value;
};

//: clean
int length (const struct list *l) {
  int n = 0;
  for (; l; l = l->next)
    n++;
  return n;
}

//: clean
struct list *reverse (struct list *l) {
  struct list *done = NULL;
  while (l) {
    struct list *next = l->next;
    l->next = done;
    done = l;
    l = next;
  }
  return done;
}

struct tree {
  struct tree *left, *right;
  int key;
};

//: clean
const struct tree *lookup (const struct tree *t, int key) {
  while (t && t->key != key)
    t = key < t->key ? t->left : t->right;
  return t;
}

//: clean
int count_options (int argc, char **argv) {
  int n = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "-v"))
      n++;
  return argv[argc] == NULL ? n : -1;
}

//: clean
int first_is_digit (FILE *f) {
  int c = fgetc (f);
  return c != EOF && isdigit (c);
}

//: clean
uint32_t read_word (const uint8_t in[static 4]) {
  return (uint32_t) in[0] | (uint32_t) in[1] << 8 | (uint32_t) in[2] << 16 |
         (uint32_t) in[3] << 24;
}

struct message {
  uint16_t length;
  const uint8_t *body;
};

//: clean
int checksum (const struct message *m) {
  uint8_t sum = 0;
  for (unsigned i = 0; i < m->length; i++)
    sum = (uint8_t) (sum + m->body[i]);
  return sum;
}

//: clean
int head (const unsigned char *data, size_t size, unsigned char *out) {
  if (size < 2)
    return 0;
  memcpy (out, data, 2);
  return 1;
}

//: clean
int parse_number (const char *text, int length) {
  int n = 0;
  for (int i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9')
      return -1;
    n = (n * 10 + (text[i] - '0')) % 1000;
  }
  return n;
}

struct slot {
  int count;
  char key[8];
};

//: clean
int slot_name (struct slot *t, const char *line, size_t k) {
  if (k >= sizeof t->key)
    return -1;
  memcpy (t->key, line, k);
  t->key[k] = 0;
  return t->count;
}

struct tag {
  char text[8];
  int count;
};

//: clean
int tag_clear (struct tag *t, size_t n) {
  if (n > sizeof t->text)
    return -1;
  memset (t->text, 0, n);
  return t->count;
}
