/* 2,000,000 calls and returns. */
static unsigned next (unsigned i) { return i + 1; }

int main (void) {
  unsigned i = 0;
  while (i < 2000000)
    i = next (i);
  return 0;
}
