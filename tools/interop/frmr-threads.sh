# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine with two processors: threads of Linux pop, push and drop handles at random, while pools age and floors change.
# No handle may have two users or be used after its destruction. At the end, every created handle must have been destroyed or dropped.
# Then one thread, and two threads on a processor each, pop and push handles of a pool as fast as they can: alternately Linux's and ours.
# shellcheck source=tools/interop/frmr-pools.sh
. "$jobs/frmr-pools.sh"

# set_floors: changes floors until the threads end.
set_floors() {
  local floor=0
  while [[ -e /run/threads ]]; do
    floor=$(((floor + 5) % 23))
    rdma7 resource set frmr_pools dev rxe0 pinned 0:$((10 << floor % 3)):0:0 $floor || return
    sleep 0.1
  done
}

# linuxs: runs Linux's threads, then ends the pools.
linuxs() {
  : > /run/threads
  set_floors &
  echo "threads $threads" > $driver/commands
  rm /run/threads
  wait $! || return
  cat $driver/answers > /mnt/linux
  printf '%s\n' cleanup counts > $driver/commands
  cat $driver/answers > /mnt/counts
  show /mnt/linux /mnt/counts
}

# holds: succeeds if there was no error and created = destroyed + dropped.
holds() {
  awk '/^counts/ { holds = $3 > 0 && $3 == $5 + $9 && $7 == 0 && $11 == 0 } END { exit !holds }' /mnt/counts
}

check "frmr-threads: Linux $(uname -r) has FRMR pools, and iproute2 shows them" prepare_pools
check "frmr-threads: the driver loads" load_driver
rdma7 resource set frmr_pools dev rxe0 aging 1
check "frmr-threads: Linux's threads, operations of each, seed: $threads" linuxs
echo "figure frmr-threads: linux: $(grep '^threads' /mnt/linux)"
check "frmr-threads: Linux: one user per handle, created = destroyed + dropped" holds
check "frmr-threads: the driver unloads" unload_driver

# timed SIDE THREADS: appends the nanoseconds of a pair to a file. With two threads, half the time means that both are as fast as one.
timed() {
  local file=/mnt/$1-$2
  case $1 in
    linux) echo "time $pairs 9 1 $2" > $driver/commands && cat $driver/answers > /mnt/passes ;;
    ours) "${java[@]}" "${flags[@]}" org.rpcrdma.interop.frmr.TimedPairs 1 "$2" $pairs > /mnt/passes ;;
  esac || return
  show /mnt/passes
  # The first passes execute code that is not compiled yet.
  awk '/^time/ { nanos = $3 / $2 } END { printf "%.0f\n", nanos; exit !(nanos > 0) }' /mnt/passes >> "$file"
}

# time_all: times both sides, one after the other.
time_all() {
  local round side threads
  for ((round = 0; round < rounds; round++)); do
    for threads in 1 2; do
      for side in linux ours; do timed $side $threads || return; done
    done
  done
}

# spread FILE: prints the median and the range.
spread() { sort -n "/mnt/$1" | awk '{ x[NR] = $1 } END { print x[int((NR + 1) / 2)] " (" x[1] " to " x[NR] ")" }'; }

# rate SIDE: prints the pairs per second of two threads, as a multiple of one thread's, of each round.
rate() { paste "/mnt/$1-1" "/mnt/$1-2" | awk '{ printf "%.2f\n", $1 / $2 }' > "/mnt/$1-rate" && spread "$1-rate"; }

flags=(-XX:-TieredCompilation -Xbatch -XX:CompileThreshold=1500 -XX:TieredStopAtLevel=4)
rounds=5
pairs=128000
check "frmr-threads: the driver loads again" load_driver
check "frmr-threads: pairs of one thread and of two, $rounds times" time_all
check "frmr-threads: the driver unloads again" unload_driver
for side in linux ours; do
  echo "figure frmr-threads: $side: ns per pair: one thread=$(spread $side-1) two threads=$(spread $side-2) pairs per second, two to one=$(rate $side)"
done
check "frmr-threads: the kernel logged no warning" quiet
