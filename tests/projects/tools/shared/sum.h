int sum (const int *, int);
int usage (int);
