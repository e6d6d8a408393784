# A Redis server as proof store: moving proofs in and out, and what is said
# when it is not there. The server listens on the loopback address alone.
command -v redis-server >/dev/null || { echo "skipped: no redis-server"; exit 0; }
XDG_STATE_HOME=$PWD/state
export XDG_STATE_HOME
pid=
trap '[ -z "$pid" ] || kill -9 "$pid"' EXIT

start () { # a port that nobody uses, options
  for try in 1 2 3 4 5; do
    port=$(python3 -c 'import socket
s = socket.socket ()
s.bind (("127.0.0.1", 0))
print (s.getsockname ()[1])')
    redis-server --port "$port" --bind 127.0.0.1 --save "" --dir "$PWD" \
      "$@" >server.log 2>&1 &
    pid=$!
    for wait in $(seq 1000); do
      grep -q 'Ready to accept' server.log && return
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
  done
  cat server.log
  exit 1
}
fails () { # what it must say, command...
  text=$1
  shift
  if "$@" >out 2>err; then echo "succeeds: $*"; exit 1; else code=$?; fi
  [ $code = 2 ] && grep -q "$text" err && ! grep -q sesame err ||
    { echo "$* exits with $code and says:"; cat err; exit 1; }
}

start --requirepass sesame
at=127.0.0.1:$port
url=redis://:sesame@$at/2
store () { "$REPRISE" store "$@"; }

store --store lmdb import "$ROOT/tests/store/v1.proofs" >/dev/null
store --store lmdb export >text
[ -s text ]
store --store "$url" import text >/dev/null
store --store "$url" export >back
cmp text back
store --store "$url" import text >/dev/null # once more changes nothing
store --store "$url" export | cmp text -
store --store "$url" stat | grep -q proofs
store --store "$url" stat >stat
if grep -q sesame stat; then echo "the password is shown"; exit 1; fi
store --store redis://:sesame@$at/3 export >other
if cmp -s text other; then echo "databases are not separate"; exit 1; fi

fails 'wants a password' store --store redis://$at stat
fails 'rejects user or password' store --store redis://:sesame2@$at stat
fails 'no database 99' store --store redis://:sesame@$at/99 stat
fails 'port' store --store redis://:sesame@127.0.0.1:port stat
fails 'TLS' store --store rediss://:sesame@$at stat

kill -9 "$pid"
wait "$pid" 2>/dev/null || :
pid=
fails "Redis at $at is not reachable" store --store "$url" stat

# A run does without it, unless it shall not.
echo 'int main (void) { return 0; }' >none.c
"$REPRISE" run --store "$url" none.c >out 2>err
grep -q "Redis at $at is not reachable.*continues without a store" err
grep -q '^no errors found' out
fails "Redis at $at is not reachable" "$REPRISE" run --store "$url" \
  --store-mode=enforce none.c
fails 'TLS' "$REPRISE" run --store rediss://$at none.c
