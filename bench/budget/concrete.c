/* options: --libc=none */
/* options: --max-loop=0 */
/* Nothing symbolic, for ever. */
int main (void) {
  volatile unsigned long n = 0;
  for (;;)
    n = n * 6364136223846793005u + 1442695040888963407u;
}
