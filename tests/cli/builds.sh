# What is remembered belongs to one build of Reprise: another one, of the same
# commit or of none, remembers nothing of it; a copy of the same remembers all.
fail () { echo "$*"; exit 1; }
settle () { sleep 0.05; } # files that just changed are not relied on

# The identity, of programs with and without the linker's build-id.
cat >main.c <<'END'
#include "base/build_identity.h"
#include <stdio.h>
const volatile int constant = CONSTANT;
int main (void) {
  char_vec id = {0};
  if (!build_identity (NULL, &id) || !id.len)
    return 1;
  puts (text_c (NULL, &id));
}
END
build () { # NAME CONSTANT FLAG
  gcc -std=c11 -D_GNU_SOURCE -DCONSTANT="$2" -I"$ROOT/src" -o "$1" main.c \
    "$ROOT"/src/base/build_identity.c "$ROOT"/src/base/vec.c \
    "$ROOT"/src/base/memory.c "$ROOT"/src/base/hash.c \
    "$ROOT"/src/base/whole_file.c "$ROOT"/src/base/status.c "$3" -lxxhash
}
for flag in -Wl,--build-id -Wl,--build-id=none; do
  build one 1 $flag
  build two 2 $flag
  mkdir -p else
  cp one else/where
  [ "$(./one)" = "$(else/where)" ] || fail "$flag: a copy is another build"
  [ "$(./one)" != "$(./two)" ] || fail "$flag: two builds are one"
done
case $(./one) in file:*) ;; *) fail "no digest of the file: $(./one)" ;; esac

# Runs. A build that differs in its id only stands for any other.
cat >a.c <<'END'
int main (int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }
END
settle
REPRISE_HOME=$ROOT
export REPRISE_HOME
cp "$REPRISE" copy
cp "$REPRISE" other
at=$(readelf -SW other |
  sed -n 's/.*\.note\.gnu\.build-id *NOTE *[0-9a-f]* *\([0-9a-f]*\).*/\1/p')
printf '\001\002\003\004' |
  dd of=other bs=1 seek=$((0x$at + 16)) conv=notrunc 2>/dev/null
run () { "$1" run --verbose --sym-args=1 a.c >out 2>&1; }
tries () { find .reprise/tries -name '*.trie' | wc -l; }
run "$REPRISE" && settle
run "$REPRISE" && grep -q '^nothing changed' out || fail "the same build ran again"
run ./copy && grep -q '^nothing changed' out || fail "a copy ran again"
[ "$(tries)" = 1 ] || fail "a copy has a trie of its own"
run ./other
grep -q '^nothing changed' out && fail "another build reuses the result"
[ "$(tries)" = 2 ] || fail "another build shares the trie"
exit 0
