// entry: choose
// expect: complete=1 error=1
// error: uninitialized 14
// lost: globals and static variables start with their initial values (the first call only)
// What was never written must not leave the function.
static void get (int k, int *out) {
  if (k > 3)
    *out = k;
}

int choose (int k) {
  int v;
  get (k, &v);
  return v;
}
