// expect: complete=0 error=0 cut=1
// lost: unsupported global
// Not the program's fault.
static char large[1ul << 29];

int main (void) {
  large[5] = 1;
  return large[7];
}
