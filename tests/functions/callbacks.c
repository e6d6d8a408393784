/* Functions behind pointers that allocate. */
#include <stddef.h>
#include <string.h>

struct hooks {
  void *(*allocate) (size_t);
  void (*release) (void *);
  void *(*resize) (void *, size_t);
};

struct node {
  struct node *next;
  char text[40];
};

//: clean
struct node *node_new (const struct hooks *h) {
  struct node *n = h->allocate (sizeof *n);
  if (n)
    memset (n, 0, sizeof *n);
  return n;
}

//: error out_of_bounds
char *copy_with (const struct hooks *h, const char *s) {
  size_t n = strlen (s);
  char *d = h->allocate (n);
  if (d)
    memcpy (d, s, n + 1);
  return d;
}

struct output {
  unsigned char *buffer;
  size_t length, offset;
  struct hooks hooks;
};

static unsigned char *ensure (struct output *o, size_t more) {
  if (o->length > 0 && o->offset >= o->length)
    return NULL;
  if (more > 1000)
    return NULL;
  more += o->offset + 1;
  if (more <= o->length)
    return o->buffer + o->offset;
  if (more > 1000)
    return NULL;
  unsigned char *b = o->hooks.allocate (more);
  if (!b)
    return NULL;
  memcpy (b, o->buffer, o->offset + 1);
  o->buffer = b;
  o->length = more;
  return b + o->offset;
}

//: misuse out_of_bounds "o->offset > o->length"
int put_true (struct output *o) {
  unsigned char *at = ensure (o, 5);
  if (!at)
    return 0;
  memcpy (at, "true", 5);
  return 1;
}
