/* Nothing: what starting costs. */
int main (void) { return 0; }
