# make install and uninstall: a program can be built against what is installed.
make -s -C "$ROOT" install PREFIX=/usr DESTDIR="$PWD/root" >/dev/null
[ -x root/usr/bin/reprise ]
[ -f root/usr/share/man/man1/reprise.1 ]
expected="sat
((x 1)
 (y 6))
unsat"
# Relative: there may be a space in the name of this directory.
PKG_CONFIG_PATH=root/usr/lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
gcc "$ROOT/examples/embed.c" -o use $(pkg-config --cflags --libs reprise)
[ "$(LD_LIBRARY_PATH=root/usr/lib ./use)" = "$expected" ]
gcc "$ROOT/examples/embed.c" -o static $(pkg-config --cflags reprise) root/usr/lib/libreprise.a \
  $(pkg-config --static --libs-only-l reprise | sed 's/-lreprise//')
[ "$(./static)" = "$expected" ]
# Nothing but the public functions is exported.
[ -z "$(nm -D --defined-only root/usr/lib/libreprise.so | grep -v ' reprise_')" ]
# What is installed finds its own headers.
printf '#include <klee/klee.h>\nint main (void) { return klee_range (0, 2, "x"); }\n' >headers.c
root/usr/bin/reprise run headers.c | grep -q '^1 path'
root/usr/bin/reprise tests replay | grep -q ' 0 differ$'
root/usr/bin/reprise bench | grep -q '^greentrie-1 '
# Redis is a library beside; without it a run goes on.
nobody=redis://127.0.0.1:1/0
! root/usr/bin/reprise store --store $nobody stat 2>err
grep -q 'not reachable' err
mkdir alone
cp root/usr/bin/reprise root/usr/bin/reprise-lab alone
! REPRISE_HOME=$ROOT alone/reprise store --store $nobody stat 2>err
grep -q "library for Redis cannot be loaded .*; install it beside reprise$" err
REPRISE_HOME=$ROOT alone/reprise run --store $nobody headers.c 2>err | grep -q '^1 path'
grep -q 'library for Redis cannot be loaded' err
# KLEE's names are links in a directory of their own.
root/usr/lib/reprise/bin/klee --version | grep -q '^reprise '
ln -s root/usr/bin/reprise klee
./klee --version | grep -q '^reprise '
[ -e root/usr/lib/reprise/libkleeRuntest.so ] && [ ! -e root/usr/bin/klee ]
# So is the C library; a program that was moved away from it says what to do.
if [ -e "$ROOT/build/libc/archive" ]; then
  printf '#include <klee/klee.h>\n#include <string.h>\nint main (void) {\n  char s[3] = "";
  klee_make_symbolic (s, 2, "s");\n  return strlen (s); }\n' >length.c
  root/usr/bin/reprise run --store none length.c | grep -q '^3 paths: 3 complete'
  mkdir moved
  cp root/usr/bin/reprise root/usr/bin/reprise-lab root/usr/bin/reprise-export \
    root/usr/bin/reprise-diff moved
  for command in "run --store none length.c" "certify length.c" "watch length.c" \
    "tests replay"; do
    status=0
    moved/reprise $command >out 2>err || status=$?
    [ $status = 2 ]
    [ ! -s out ] && [ "$(wc -l <err)" = 1 ]
    grep -q "the C library .* was not found; run 'make libc'" err
  done
  REPRISE_HOME=$ROOT moved/reprise run --store none length.c |
    grep -q '^3 paths: 3 complete'
  root/usr/bin/reprise diff --store none length.c length.c | grep -q '^equivalent'
  rm moved/reprise-diff
  ! moved/reprise diff length.c length.c 2>err
  grep -q 'try reprise-diff' err
fi
make -s -C "$ROOT" uninstall PREFIX=/usr DESTDIR="$PWD/root" >/dev/null
[ -z "$(find root ! -type d)" ]
