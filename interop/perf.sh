# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine: rpcrdma perf beside perftest on its soft-RoCE device, a server and a client each, both waiting for events.
mount -t tmpfs tmpfs /mnt
perf=(org.rpcrdma.bench.Rpcrdma perf)
seconds=${perf_seconds:-10}

# column FILE NUMBER: a column of the last row of a table.
column() { grep -E '^ +[0-9]+ +[0-9]+ ' "$1" | tail -n 1 | awk -v column="$2" '{ print $column }'; }

# theirs PROGRAM OPTION...: perftest's server and client.
theirs() {
  local program=$1
  shift
  timeout "$patience" "$program" -d rxe0 -R -F "$@" > /mnt/their-server.log 2>&1 &
  sleep 2
  timeout "$patience" "$program" -d rxe0 -R -F "$@" 10.98.0.1 > "/mnt/$program.log" 2>&1
  local status=$?
  wait
  return $status
}

# beside WHAT COLUMN OURS THEIRS: prints both figures and their ratio.
beside() {
  echo "figure perf: $1: ours=$(column "$3" "$2") perftest=$(column "$4" "$2") percent=$(
    awk -v ours="$(column "$3" "$2")" -v theirs="$(column "$4" "$2")" 'BEGIN { printf "%d", 100 * ours / theirs + 0.5 }')"
}

"${java[@]}" "${perf[@]}" server --device rxe0 -e > /mnt/server.log 2>&1 &
server=$!
check "perf: the server listens" seen "listening: device=rxe0" /mnt/server.log
for test in send-bw write-bw read-bw rpc-bw send-lat read-lat rpc-lat; do
  "${java[@]}" "${perf[@]}" client "$test" 10.98.0.1 --device rxe0 -e -s 64 -n 2000 --warm-up "$seconds" > "/mnt/$test.log" 2>&1
  status=$?
  show "/mnt/$test.log"
  check "perf: $test" test $status = 0
done
kill $server
wait $server
for test in send write read; do
  check "perf: ib_${test}_bw ran" theirs "ib_${test}_bw" -e -s 64 -n 2000
  beside "$test-bw, messages a second" 5 "/mnt/$test-bw.log" "/mnt/ib_${test}_bw.log"
done
for test in send read; do
  check "perf: ib_${test}_lat ran" theirs "ib_${test}_lat" -e -s 64 -n 1000
  beside "$test-lat, typical us" 5 "/mnt/$test-lat.log" "/mnt/ib_${test}_lat.log"
done
check "the kernel warned of nothing" quiet
