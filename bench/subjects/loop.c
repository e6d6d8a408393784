/* A plain loop: the cost of an instruction. */
int main (void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 10000000; i++)
    sum += i;
  return sum & 1;
}
