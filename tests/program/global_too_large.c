// expect: complete=0 error=0 cut=1
// replay: no
// lost: unsupported global
// All objects together have 4 GiB. Not the program's fault.
static char large[5ul << 30];

int main (void) {
  large[5] = 1;
  return large[7];
}
