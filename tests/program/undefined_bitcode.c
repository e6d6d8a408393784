// bitcode: clang-19 -O0 -Xclang -disable-O0-optnone
// lost: not followed: no source
// expect: complete=2 error=0
// Without types the uses of a result say how large its object is.
struct node {
  int id;
  char name[80];
  struct node *next;
};
struct node *node_make (int);

int main (void) {
  struct node *n = node_make (1);
  if (!n)
    return 1;
  n->name[79] = 'x';
  return n->next && *(char *) n->next == 3 ? 2 : 0;
}
