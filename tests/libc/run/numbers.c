/* <math.h> and <complex.h>, to the digits that every library must have. */

#include <complex.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main (void) {
  for (double x = -2.5; x < 3; x += 0.75)
    printf ("%g %g %g %g %g %ld %.12g %.12g\n", floor (x), ceil (x), trunc (x),
            round (x), rint (x), lround (x), exp (x), sin (x) + cos (x));
  printf ("%.12g %.12g %.12g %.12g\n", sqrt (2), cbrt (2), pow (2, 0.5),
          log (10));
  printf ("%.12g %.12g %.12g\n", atan2 (1, -1), hypot (3, 4), fmod (7.5, 2));
  printf ("%g %g %g\n", fmax (1, NAN), copysign (3, -0.0), fma (2, 3, 4));
  printf ("%d %d %d\n", !!isnan (NAN), !!isinf (INFINITY), ilogb (10));
  printf ("%.15Lg %.15Lg\n", sqrtl (2), floorl (-1.5L));
  int exponent;
  double part, f = frexp (40, &exponent);
  printf ("%g %d %g ", f, exponent, ldexp (0.5, 4));
  f = modf (3.25, &part);
  printf ("%g %g\n", f, part);
  double complex z = (1 + 2 * I) * (3 - I), q = z / (2 + I);
  printf ("%g %g %g %g %g\n", creal (z), cimag (z), creal (q), cimag (q),
          cabs (3 + 4 * I));
  printf ("%.10g %.10g\n", tgamma (5), erf (0.5));
  return 0;
}
