// expect: complete=5 error=0 cut=2
// lost: paths ended at a call of give_up(), which has no source
// lost: not followed: no source
// lost: is not defined: any value
// Results of other types, variables, and a function that does not return.
struct small {
  int a;
  long b;
};
struct large {
  long a[5];
};
struct small small_value (void);
struct large large_value (int);
double real_value (void);
extern int variable, table[];
extern const int constant;
_Noreturn void give_up (const char *);

int main (void) {
  int *none = 0;
  struct small s = small_value ();
  if (s.b == 77 && large_value (1).a[3] == 9)
    return 1;
  if (variable > 3) {
    if (table[2] == constant)
      return 2;
    give_up ("it is over");
    return *none;
  }
  return real_value () > 2 ? 3 : 0;
}
