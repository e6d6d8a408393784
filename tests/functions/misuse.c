/* Functions that go wrong only if they are called wrongly. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

//: misuse null_pointer "s == NULL"
size_t spaces (const char *s) {
  size_t n = 0;
  for (; *s; s++)
    n += *s == ' ';
  return n;
}

struct account {
  int balance;
  char *owner;
};

//: misuse null_pointer "a == NULL"
//: misuse null_pointer "a->owner == NULL"
int is_owned (const struct account *a, const char *by) {
  return by && strcmp (a->owner, by) == 0;
}

struct list {
  struct list *next;
  int value;
};

//: misuse null_pointer "l == NULL"
//: misuse null_pointer "l->next == NULL"
int second (const struct list *l) { return l->next->value; }

//: misuse division_by_zero "to == from"
//: misuse null_pointer "from == NULL"
//: misuse null_pointer "to == NULL"
int move (int *from, int *to) {
  *from = 0;
  *to = 1;
  return *from ? 7 / (*from - *to) : 0;
}

//: misuse out_of_bounds "out of fewer than"
//: misuse null_pointer "out == NULL"
//: misuse null_pointer "name == NULL"
void greet (char *out, const char *name) {
  strcpy (out, "hello, ");
  strcat (out, name);
}

//: misuse out_of_bounds "n == 0"
//: misuse null_pointer "a == NULL"
int largest (const int *a, int n) {
  int most = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > most)
      most = a[i];
  return most;
}

struct vector {
  int *items;
  size_t count;
};

//: misuse out_of_bounds "i >= v->count"
//: misuse null_pointer "v == NULL"
int item (const struct vector *v, size_t i) { return v->items[i]; }

//: misuse null_pointer "result == NULL"
int halve (int x, int *result) {
  *result = x / 2;
  return x % 2 == 0;
}

//: misuse assertion "p == NULL"
int first_of (const int *p) {
  assert (p);
  return *p;
}
