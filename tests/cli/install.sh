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
make -s -C "$ROOT" uninstall PREFIX=/usr DESTDIR="$PWD/root" >/dev/null
[ -z "$(find root ! -type d)" ]
