// entry: kind
int kind (int a, int b, int c) {
  int n = 0;
  if (a == b)
    n++;
  if (b == c)
    n++;
  return n == 2 ? 42 : n;
}
