// entry: store
struct pair {
  int low, high;
};
int count;

struct pair *store (struct pair *p, int v) {
  count++;
  if (v < p->low)
    p->low = v;
  else if (v > p->high)
    p->high = v;
  else
    return 0;
  return p;
}
