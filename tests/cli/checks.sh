# The checks in tools/ find what they are for: each is run on a small tree with
# exactly one thing wrong.
fresh () {
  rm -rf tree
  mkdir -p tree/src/base tree/src/term tree/src/context tree/include tree/build
  cp -r "$ROOT/tools" "$ROOT/.clang-format" tree
  printf '#pragma once\n#include <stddef.h>\nsize_t one (void);\n' >tree/src/base/one.h
  printf '#include "base/one.h"\n\nsize_t one (void) { return 1; }\n' >tree/src/base/one.c
  : >tree/src/context/stats.def
  : >tree/src/context/phases.def
  : >tree/src/context/commands.def
  : >tree/src/context/options.def
}
passes () { (cd tree && tools/check-$1 >log 2>&1) || { echo "$1 complains:"; cat tree/log; exit 1; }; }
fails () { # check, what it must say
  if (cd tree && tools/check-$1 >log 2>&1); then echo "$1 finds nothing"; exit 1; fi
  grep -q -e "$2" tree/log || { echo "$1 says:"; cat tree/log; exit 1; }
}
compile () {
  mkdir -p tree/build/obj/src/base
  gcc -fPIC -Itree/src -c tree/src/base/one.c -o tree/build/obj/src/base/one.o
}

fresh
compile
for check in layers headers names tables globals format; do passes $check; done

fresh
echo '#include "term/term.h"' >>tree/src/base/one.c
fails layers 'base/ is below term/'
fresh
echo '#include <z3.h>' >>tree/src/base/one.c
fails layers '<z3.h> belongs in'
fresh
mkdir tree/src/odd
: >tree/src/odd/odd.c
fails layers "folder 'odd'"

fresh
sed -i 1d tree/src/base/one.h
fails headers 'should be #pragma once'
fresh
printf '#pragma once\nsize_t lonely (void);\n' >tree/src/base/lonely.h
fails headers 'does not compile alone'

fresh
cp tree/src/base/one.h tree/src/term/one.h
fails names 'more than one meaning: file one.h'
fresh
for name in two three four five; do
  echo 'static int ask (void) { return 1; }' >tree/src/term/$name.c
done
fails names 'more than one meaning: function ask'
rm tree/src/term/five.c
passes names
echo 'typedef struct step { int i; } step;' | tee -a tree/src/term/two.c >>tree/src/term/three.c
fails names 'more than one meaning: type step'

fresh
echo 'FLAG (zeal, 0, 0, 0, "")' >tree/src/context/options.def
fails tables "nobody reads 'zeal'"
echo 'int zeal (options *o) { return o->zeal; }' >>tree/src/base/one.c
passes tables
printf 'FLAG (zeal, 0, 0, 0, "")\nFLAG (air, 0, 0, 0, "")\n' >tree/src/context/options.def
fails tables 'not sorted'
fresh
mkdir tree/src/machine
echo 'FLAG (zeal, 0, 0, EFFECT_SPEED, 0, 0, "")' >tree/src/context/options.def
echo 'int zeal (options *o) { return o->zeal; }' >>tree/src/machine/two.c
fails tables "'zeal' is read in machine/ but is EFFECT_SPEED"
sed -i s/SPEED/SHAPE/ tree/src/context/options.def
passes tables
echo 'void set (context *c) { c->draft.zeal = 1; }' >>tree/src/machine/two.c
fails tables 'machine/two.c writes options'
fresh
echo 'COUNTER (steps, none, "")' >tree/src/context/stats.def
fails tables "nobody changes 'steps'"
echo 'void step (stats *s) { s->steps++; }' >>tree/src/base/one.c
passes tables
fresh
echo 'PHASE (COOK, cook, "")' >tree/src/context/phases.def
fails tables 'nobody starts PHASE_COOK'

for line in 'int counter;' 'static int counter = 3; int *get (void) { return &counter; }' \
    'int f (void) { static int n; return n++; }' 'const char *word = "x";' \
    '_Thread_local int t;'; do
  fresh
  echo "$line" >>tree/src/base/one.c
  compile
  fails globals 'mutable globals'
done
fresh
echo 'const char *const words[] = {"a", "b"};' >>tree/src/base/one.c
compile
passes globals

fresh
echo 'int   f (int x){return x ;}' >>tree/src/base/one.c
fails format 'src/base/one.c'
