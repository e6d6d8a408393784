// entry: pair
// expect: complete=1 error=0
// lost: globals and static variables start with their initial values (the first call only)
// The padding of a struct that is returned as one number needs no value.
struct both {
  char c;
  int n;
};

struct both pair (int k) {
  struct both b;
  b.c = 'x';
  b.n = k > 3 ? 1 : k;
  return b;
}
