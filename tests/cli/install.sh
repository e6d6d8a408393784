# make install and uninstall: a program can be built against what is installed.
make -s -C "$ROOT" install PREFIX=/usr DESTDIR="$PWD/root" >/dev/null
[ -x root/usr/bin/reprise ]
[ -f root/usr/share/man/man1/reprise.1 ]
cat >use.c <<'C'
#include <reprise.h>
#include <stdio.h>
int main (void) { return puts (reprise_version ()) < 0; }
C
version=$(sed -n 's/^Version: //p' root/usr/lib/pkgconfig/reprise.pc)
PKG_CONFIG_PATH=$PWD/root/usr/lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$PWD/root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
gcc use.c -o use $(pkg-config --cflags --libs reprise)
[ "$(LD_LIBRARY_PATH=root/usr/lib ./use)" = "$version" ]
gcc use.c -o static $(pkg-config --cflags reprise) root/usr/lib/libreprise.a \
  $(pkg-config --static --libs-only-l reprise | sed 's/-lreprise//')
[ "$(./static)" = "$version" ]
# Nothing but the public functions is exported.
[ -z "$(nm -D --defined-only root/usr/lib/libreprise.so | grep -v ' reprise_')" ]
make -s -C "$ROOT" uninstall PREFIX=/usr DESTDIR="$PWD/root" >/dev/null
[ -z "$(find root ! -type d)" ]
