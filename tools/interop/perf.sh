# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine with two processors: compares rpcrdma perf with perftest on its soft-RoCE device. Server and client poll, each on a separate
# processor, because perftest has no events for WRITE, and its other programs often wait for an event that has already occurred. Both are
# measured alternately; the medians of each test are compared.
mount -t tmpfs tmpfs /mnt
perf=(org.rpcrdma.bench.Rpcrdma perf)
rounds=3
# perftest uses our default port.
port=18600
# The time limit for a program of perftest, in seconds.
longest=20

# messages TEST: prints the number of messages for some tenths of a second.
messages() { case $1 in *lat) echo 2000 ;; *) echo 5000 ;; esac; }

# serving COMMAND..., calling COMMAND...: runs one side on its processor.
serving() { exec taskset -c 0 "$@"; }
calling() { taskset -c 1 "$@"; }

# column FILE NUMBER: prints a column of a table's last row.
column() { grep -E '^ +[0-9]+ +[0-9]+ ' "$1" | tail -n 1 | awk -v column="$2" '{ print $column }'; }

# once FILE PROGRAM OPTION...: runs perftest's server and client.
once() {
  local file=$1 program=$2 status
  shift 2
  serving timeout -s KILL $longest "$program" -d rxe0 -R -F -s 64 "$@" > /mnt/their-server.log 2>&1 &
  sleep 1
  calling timeout -s KILL $longest "$program" -d rxe0 -R -F -s 64 "$@" 10.98.0.1 > "$file" 2>&1
  status=$?
  wait $!
  show "$file"
  return $status
}

# theirs FILE PROGRAM OPTION...: the same, repeated if it was stopped: on a busy machine the two sides often miss each other.
theirs() {
  local try
  for try in 1 2; do
    once "$@" && return
    echo "  | $2: try=$try"
  done
  return 1
}

# ours FILE TEST OPTION...: runs our client.
ours() {
  local file=$1 status
  shift
  calling "${java[@]}" "${perf[@]}" client "$1" 10.98.0.1 --device rxe0 --port $port -s 64 --warm-up 2 "${@:2}" > "$file" 2>&1
  status=$?
  show "$file"
  return $status
}

# median COLUMN FILE...: prints the median of the column over the files, or nothing if no file has it.
median() {
  local file column=$1
  shift
  for file in "$@"; do column "$file" "$column"; done | sort -g | awk '{ x[NR] = $1 } END { if (NR) print x[int((NR + 1) / 2)] }'
}

# beside TEST: prints both medians and their ratio.
beside() {
  local column=5 what="million messages a second" ours theirs
  [[ $1 == *-bw ]] || what="typical us"
  ours=$(median $column /mnt/ours-"$1"-*)
  theirs=$(median $column /mnt/theirs-"$1"-*)
  echo "figure perf: $1, $what: ours=$ours perftest=${theirs:-none} percent=$(
    awk -v ours="$ours" -v theirs="$theirs" 'BEGIN { print (theirs > 0 ? int(100 * ours / theirs + 0.5) : "none") }')"
}

serving "${java[@]}" "${perf[@]}" server --device rxe0 --port $port > /mnt/server.log 2>&1 &
server=$!
check "perf: the server listens" seen "listening: device=rxe0" /mnt/server.log
tests=(send-bw send-lat write-bw write-lat read-bw read-lat)
for ((round = 1; round <= rounds; round++)); do
  for test in "${tests[@]}"; do
    begun=$SECONDS
    check "perf: $test, round $round" ours /mnt/ours-"$test"-$round "$test" -n "$(messages "$test")"
    echo "  | seconds=$((SECONDS - begun))"
    theirs /mnt/theirs-"$test"-$round "ib_${test/-/_}" -n "$(messages "$test")" || echo "  | perftest: $test: stopped"
    echo "  | seconds=$((SECONDS - begun))"
  done
done
for test in "${tests[@]}"; do beside "$test"; done
check "perf: rpc-bw" ours /mnt/rpc-bw rpc-bw -n 5000
check "perf: rpc-lat" ours /mnt/rpc-lat rpc-lat -n 1000
echo "figure perf: rpc-bw, million calls per second: ours=$(column /mnt/rpc-bw 5)"
echo "figure perf: rpc-lat, typical us: ours=$(column /mnt/rpc-lat 5)"
registered() {
  local status=0
  "${java[@]}" "${perf[@]}" reg --device rxe0 -s 64K,4M --page-size 4K,2M -t 1,2 -n 200 --warm-up 2 > /mnt/reg 2>&1 || status=$?
  show /mnt/reg
  # Two sizes with small pages, one with large pages; one and two threads; warm and cold.
  ((status == 0 && $(grep -cE ' (warm|cold) ' /mnt/reg) == 3 * 2 * 2))
}
check "perf: reg, by size, page size, threads and pool" registered
kill $server
wait $server
show /mnt/server.log
check "the kernel logged no warning" quiet
