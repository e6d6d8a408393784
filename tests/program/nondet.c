// expect: complete=3 error=1
// error: assertion 12
extern int __VERIFIER_nondet_int (void);
extern _Bool __VERIFIER_nondet_bool (void);
extern void __VERIFIER_assume (int);
extern void reach_error (void);

int main (void) {
  int x = __VERIFIER_nondet_int ();
  __VERIFIER_assume (x > 0);
  if (x == 77)
    reach_error ();
  if (__VERIFIER_nondet_bool ())
    return 1;
  if (x > 1000)
    return 2;
  return 0;
}
