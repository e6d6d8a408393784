# Wrong command lines: one sentence on standard error, exit status 2.
expect () { # status, sentence, arguments...
  status=$1 sentence=$2
  shift 2
  code=0
  "$REPRISE" "$@" >out 2>err || code=$?
  [ "$code" = "$status" ] || { echo "$*: exit status $code"; exit 1; }
  [ "$(cat err)" = "$sentence" ] || { echo "$*:"; cat err; exit 1; }
  [ ! -s out ] || { echo "$*: prints on standard output"; exit 1; }
}
expect 2 "reprise: error: a command is needed, see 'reprise --help'"
expect 2 "reprise: error: there is no command 'slove', did you mean 'solve'?" slove
expect 2 "reprise: error: there is no command 'cook', see 'reprise --help'" cook
expect 2 "reprise: error: there is no option --tmeout, did you mean --timeout?" solve --tmeout=1
expect 2 "reprise: error: there is no option --stdin, did you mean --sym-stdin?" run --stdin=4 x.c
expect 2 "reprise: error: there is no option --args, did you mean --sym-args?" run --args=4 x.c
expect 2 "reprise: error: option --check needs a number from 0 to 3, not '9'" solve --check=9
expect 2 "reprise: error: option --backend has no choice 'yices', only auto, bits, z3" solve --backend=yices
expect 2 "reprise: error: there is no file 'b.c'; the program's arguments go after '--'" run a.c b.c
expect 2 "reprise: error: there is no file 'b.c'; the program's arguments go after '--'" run a.c b.c -- c
expect 2 "reprise: error: there is no file '10'; --sym-args takes MIN:MAX:LEN as one word" run --sym-args 1 2 10 a.c
: >a.c
expect 2 "reprise: error: only the first file may name a function: give 'a.c:f' first, or in a run of its own" run a.c a.c:f
rm a.c
expect 2 "reprise: error: the program's arguments go after a second '--'" run -- a.c b.c
expect 2 "reprise: error: cannot open 'absent.smt2': No such file or directory" solve absent.smt2
