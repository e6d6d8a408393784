// expect: complete=2 error=1
// error: out_of_bounds 38
// A table that the linker makes: rows of one section, from several places.
#include <klee/klee.h>
#include <string.h>

struct row {
  const char *name;
  int (*run) (int);
};

static int twice (int x) { return 2 * x; }
static int zero (int x) { return x - x; }

#define ROW(NAME) \
  static const struct row row_##NAME \
      __attribute__ ((used, section ("rows"))) = {#NAME, NAME}
ROW (twice);
ROW (zero);

extern const struct row __start_rows[], __stop_rows[];

static char first __attribute__ ((section ("bytes"))) = 'a';
static char second __attribute__ ((section ("bytes"))) = 'b';
extern char __start_bytes[], __stop_bytes[];

int main (void) {
  int n, sum = 0;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_assume (n >= 0 && n < 4);
  for (const struct row *r = __start_rows; r < __stop_rows; r++)
    sum += r->run (3) + (int) strlen (r->name);
  second = 'c';
  if (sum != 15 || __stop_bytes - __start_bytes != 2 ||
      __start_bytes[0] + __start_bytes[1] != 'a' + 'c' || first != 'a')
    return __start_rows->name[100];
  if (n == 3)
    return *__stop_bytes; /* here */
  if (n == 2)
    return __start_rows[1].run (n);
  return n ? 1 : 0;
}
