int scale;
void set (int by) { scale = by > 0 ? by / 2 : 1; }
int ratio (int of) { return of / scale; }
