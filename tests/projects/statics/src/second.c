static int count = 60;
static int step (int x) {
  static int calls;
  calls++;
  return 10 / (x - count) + calls;
}
int second (int x) { return step (x); }
