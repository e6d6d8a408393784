__attribute__ ((weak)) int limit (int x) { return x; }
int check (int x) { return limit (x) > 5; }
