# Symbolic inputs by options, files of the host, tests in a real executable.
[ -e "$ROOT/build/libc/archive" ] || exit 0 # its sources could not be had

bad () { # sentence, options
  want=$1
  shift
  status=0
  "$REPRISE" run --store=none "$@" wc.c >got 2>&1 || status=$?
  [ "$status" = 2 ] && grep -q "$want" got || { cat got; exit 1; }
}

cat >wc.c <<'END'
#include <stdio.h>
#include <string.h>

/* Bytes and lines of a file or of standard input. */
int main (int argc, char **argv) {
  long bytes = 0, lines = 0;
  int c, quiet = argc > 1 && !strcmp (argv[1], "-q");
  const char *name = argc > 1 + quiet ? argv[1 + quiet] : NULL;
  FILE *f = name ? fopen (name, "r") : stdin;
  if (!f) {
    fprintf (stderr, "wc: no file\n");
    return 2;
  }
  while ((c = getc (f)) != EOF) {
    bytes++;
    lines += c == '\n';
  }
  if (!quiet)
    printf ("%ld %ld\n", lines, bytes);
  return ferror (f) ? 3 : 0;
}
END
bad "sym-args: 'x' is not LEN or MIN:MAX:LEN" --sym-args=x
bad "MIN (2) is greater than MAX (1)" --sym-args=2:1:3
bad "sym-files: '3' is not NUM:LEN" --sym-files=3
bad "sym-env: 'A' is not NAME:LEN" --sym-env=A
bad "env: 'A' is not NAME=VALUE" --env=A
bad "host-files: there is no directory" --host-files=nowhere

# The host's files are there, may be changed by the program, and are not.
mkdir -p "my files/below"
printf 'one\ntwo\n' >"my files/list"
printf 'deep\n' >"my files/below/x"
"$REPRISE" run --store=none --output --host-files="my files" wc.c -- list >got
grep -q '^2 8$' got
"$REPRISE" run --store=none --output --host-files="my files" wc.c -- below/x >got
grep -q '^1 5$' got
"$REPRISE" tests replay >got
grep -q '^1 test replayed: 1 agree, 0 differ$' got
cat >write.c <<'END'
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main (void) {
  FILE *f = fopen ("list", "a");
  assert (f && fputs ("three\n", f) >= 0 && !fclose (f));
  assert (!unlink ("below/x") && !rmdir ("below"));
  return access ("../etc/passwd", F_OK) && access ("/etc/passwd", F_OK) ? 7 : 0;
}
END
"$REPRISE" run --store=none --host-files="my files" write.c >got || { cat got; exit 1; }
"$REPRISE" tests list | grep -q 'exit 7'
[ "$(cat my\ files/list my\ files/below/x)" = "$(printf 'one\ntwo\ndeep')" ]

# Tests in the real thing. Where there are no user namespaces or no static C
# library, that is said.
"$REPRISE" run --store=none --sym-args=0:1:2 --sym-files=1:2 --sym-stdin=2 \
  wc.c >got
grep -q ' 0 with an error' got
"$REPRISE" tests replay >got
grep -q ' 0 differ$' got
"$REPRISE" tests export --format=ktest >/dev/null
grep -q 'arg00' reprise-out/ktest/*.ktest
grep -q 'A_data_stat' reprise-out/ktest/test000001.ktest
if gcc -static -w -o wc wc.c 2>/dev/null; then
  status=0
  "$REPRISE" tests replay --executable=wc >got 2>&1 || status=$?
  grep -q ' 0 differ$' got || grep -q 'cannot create a sandbox' got ||
    { cat got; exit 1; }
  # its descriptors are its own, whatever we are started with
  cat >descriptor.c <<'END'
#include <fcntl.h>
int main (void) { return open ("/dev/null", O_RDONLY); }
END
  gcc -static -w -o descriptor descriptor.c
  "$REPRISE" run --store=none -o own descriptor.c >got
  "$REPRISE" tests replay --executable=descriptor own 3<wc.c >got 2>&1 || true
  grep -q ' 0 differ$' got || grep -q 'cannot create a sandbox' got ||
    { cat got; exit 1; }
  # one that does something else
  sed 's/bytes++/bytes += 2/' wc.c >other.c
  gcc -static -w -o other other.c
  "$REPRISE" tests replay --executable=other >got 2>&1 &&
    { cat got; exit 1; }
  grep -q 'with different standard output' got ||
    grep -q 'cannot create a sandbox' got || { cat got; exit 1; }
fi

# What would not end, or would reach out of the path: bounded, named, not done.
cat >reach.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int read_all (const char *name) {
  FILE *f = fopen (name, "r");
  while (getc (f) != EOF)
    ;
  return 1;
}

static int allocate_all (void) {
  while (malloc (1 << 20))
    ;
  return 2;
}

int main (int argc, char **argv) {
  switch (argc > 1 ? argv[1][0] : 0) {
  case 'y':
    for (;;)
      puts ("y");
  case 'z':
    return read_all ("/dev/zero");
  case 'm':
    return allocate_all ();
  case 'f':
    return fork () < 0 ? 3 : 0;
  case 'e':
    execlp ("touch", "touch", "made", (char *) 0);
    return 4;
  case 'h':
    return system ("touch made") ? 5 : 0;
  case 's':
    return socket (AF_INET, SOCK_STREAM, 0) < 0 ? 6 : 0;
  case 'w':
    return fopen ("made", "w") ? 7 : 0;
  }
  return 0;
}
END
status=0
"$REPRISE" run --store=none --sym-args=1 --max-path-instructions=100000 \
  --memory-limit=100M reach.c >got || status=$?
[ $status = 3 ]
for reason in '--max-path-instructions cut 2 paths short (reach.c:8 and 1 more place)' \
  'too large and assumed to fail (reach.c:14)' \
  '2 calls of fork() failed: there is only one process (reach.c:29 and 1 more place)' \
  'calls of exec() failed: no other program can be executed (reach.c:31)' \
  'a call of socket() failed: there is no network (reach.c:36)'; do
  grep -qF -e "$reason" got || { cat got; echo "missing: $reason"; exit 1; }
done
[ ! -e made ]

# What a file is like may be symbolic; what is written of the clock is not held
# against a replay.
cat >age.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

int main (int argc, char **argv) {
  struct stat st;
  signal (SIGUSR1, SIG_IGN);
  kill (0, SIGUSR1); /* its own group */
  if (argc > 1)
    return printf ("%ld\n", (long) time (NULL)) < 0;
  if (stat ("A", &st))
    return 9;
  if (st.st_mode & 0111)
    puts (st.st_mtime > 1000000000 ? "a new program" : "an old program");
  FILE *f = fopen ("A", "r");
  if (!f)
    return 2;
  return st.st_uid == 0 ? 3 : 0;
}
END
"$REPRISE" run --store=none --sym-files=1:0 --sym-stat age.c >got
grep -q '^12 paths: 12 complete' got || { cat got; exit 1; }
"$REPRISE" tests replay >got
grep -q '^12 tests replayed: 12 agree' got || { cat got; exit 1; }
if gcc -static -w -o age age.c 2>/dev/null; then
  "$REPRISE" tests replay --executable=age >got 2>&1 || :
  grep -q ': 6 agree, 0 differ, 6 left out: with inputs or failures from elsewhere$' got ||
    grep -q 'cannot create a sandbox' got || { cat got; exit 1; }
  "$REPRISE" run --store=none age.c -- now >/dev/null
  "$REPRISE" tests replay --executable=age >got 2>&1 || :
  grep -q '1 agree in exit status only (their output depends on the clock)' got ||
    grep -q 'cannot create a sandbox' got || { cat got; exit 1; }
fi
