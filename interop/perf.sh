# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine with two processors: rpcrdma perf beside perftest on its soft-RoCE device, a server and a client each, which poll: perftest
# has no events for WRITE, and its other programs often wait for an event that they have had.
mount -t tmpfs tmpfs /mnt
perf=(org.rpcrdma.bench.Rpcrdma perf)
warm_up=2
messages=1000
# perftest has the port that is our default.
port=18600
# The longest that a program of perftest takes, in seconds.
longest=15

# column FILE NUMBER: a column of the last row of a table.
column() { grep -E '^ +[0-9]+ +[0-9]+ ' "$1" | tail -n 1 | awk -v column="$2" '{ print $column }'; }

# once PROGRAM OPTION...: perftest's server and client.
once() {
  local program=$1 status
  shift
  timeout -s KILL $longest "$program" -d rxe0 -R -F -s 64 -n "$messages" "$@" > /mnt/their-server.log 2>&1 &
  sleep 3
  timeout -s KILL $longest "$program" -d rxe0 -R -F -s 64 -n "$messages" "$@" 10.98.0.1 > "/mnt/$program.log" 2>&1
  status=$?
  wait $!
  show "/mnt/$program.log"
  return $status
}

# theirs PROGRAM OPTION...: the same, again if it was stopped: on a busy machine its two sides often miss each other.
theirs() {
  local try
  for try in 1 2; do
    once "$@" && return
    echo "  | $1: try=$try"
  done
  return 1
}

# ours TEST OPTION...: our client.
ours() {
  local test=$1 status
  shift
  "${java[@]}" "${perf[@]}" client "$test" 10.98.0.1 --device rxe0 --port $port -s 64 -n "$messages" --warm-up $warm_up "$@" > "/mnt/$test.log" 2>&1
  status=$?
  show "/mnt/$test.log"
  return $status
}

# beside WHAT COLUMN OURS THEIRS: prints both figures and their ratio.
beside() {
  echo "figure perf: $1: ours=$(column "$3" "$2") perftest=$(column "$4" "$2") percent=$(
    awk -v ours="$(column "$3" "$2")" -v theirs="$(column "$4" "$2")" 'BEGIN { printf "%d", 100 * ours / theirs + 0.5 }')"
}

"${java[@]}" "${perf[@]}" server --device rxe0 --port $port > /mnt/server.log 2>&1 &
server=$!
check "perf: the server listens" seen "listening: device=rxe0" /mnt/server.log
for test in send-bw send-lat read-lat write-bw read-bw write-lat; do
  program=ib_${test/-/_} column=5 what="million messages a second"
  [[ $test == *-bw ]] || what="typical us"
  check "perf: $test" ours $test
  if theirs $program; then
    beside "$test, $what" $column "/mnt/$test.log" "/mnt/$program.log"
  else
    echo "figure perf: $test, $what: ours=$(column "/mnt/$test.log" $column) perftest=none, it hangs"
  fi
done
check "perf: rpc-bw" ours rpc-bw
check "perf: rpc-lat" ours rpc-lat
echo "figure perf: rpc-bw, million calls a second: ours=$(column /mnt/rpc-bw.log 5)"
echo "figure perf: rpc-lat, typical us: ours=$(column /mnt/rpc-lat.log 5)"
kill $server
wait $server
check "the kernel warned of nothing" quiet
