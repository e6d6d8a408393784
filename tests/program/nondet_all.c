// options: --keep-branches
// expect: complete=14 error=0
#include <klee/klee.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool (void);
char __VERIFIER_nondet_char (void);
short __VERIFIER_nondet_short (void);
unsigned short __VERIFIER_nondet_ushort (void);
unsigned __VERIFIER_nondet_uint (void);
long __VERIFIER_nondet_long (void);
unsigned long __VERIFIER_nondet_ulong (void);
long long __VERIFIER_nondet_longlong (void);
unsigned long long __VERIFIER_nondet_ulonglong (void);
float __VERIFIER_nondet_float (void);
double __VERIFIER_nondet_double (void);
size_t __VERIFIER_nondet_size_t (void);
void __VERIFIER_assume (int);
void __CPROVER_assume (int);

int main (void) {
  unsigned u = __VERIFIER_nondet_uint ();
  __VERIFIER_assume (u < 10);
  __CPROVER_assume (u > 2);
  klee_assert (u - 3 < 7);
  if (__VERIFIER_nondet_bool ())
    return 1;
  if (__VERIFIER_nondet_char () == 'x')
    return 2;
  if (__VERIFIER_nondet_short () < -300)
    return 3;
  if (__VERIFIER_nondet_ushort () > 40000)
    return 4;
  if (u == 9)
    return 5;
  if (__VERIFIER_nondet_long () == 1l << 40)
    return 6;
  if (__VERIFIER_nondet_ulong () > 1ul << 63)
    return 7;
  if (__VERIFIER_nondet_longlong () < 0)
    return 8;
  if (__VERIFIER_nondet_ulonglong () == 3)
    return 9;
  if (__VERIFIER_nondet_size_t () == 11)
    return 10;
  if (__VERIFIER_nondet_float () > 1.5f)
    return 11;
  double d = __VERIFIER_nondet_double ();
  if (d != d)
    return 12;
  if (d * 2 == 9.0)
    return 13;
  return 0;
}
