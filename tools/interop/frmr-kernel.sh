# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine whose clock counts instructions: Linux's FRMR pools execute the scripts NAME.script in the folder $frmr, which frmr-kernel/frmr_driver.c
# and PoolPlayer.java describe. NAME.linux contains the results. While all processors are idle, this clock jumps to the next timer, even if the
# machine is waiting for its disk. Therefore, everything that runs between two times of a script is in memory.
# shellcheck source=tools/interop/frmr-pools.sh
. "$jobs/frmr-pools.sh"

# now: prints the microseconds since 1970.
now() { echo "${EPOCHREALTIME/[.,]/}"; }

# pause MICROSECONDS: waits without starting a process.
pause() {
  local seconds=$(($1 / 1000000)) rest=$(($1 % 1000000))
  read -r -t "$seconds.$(printf %06d "$rest")" -u 8 || true
}

# answers: prints the driver's answers to the latest commands.
answers() {
  local text
  text=$(< $driver/answers)
  [[ -z $text ]] || echo "$text"
}

# operate LINE...: makes the driver execute these lines, with one write for each.
operate() {
  local line
  echo "> operations"
  for line in "$@"; do echo "$line" >&7; done 7> $driver/commands
  answers
}

# set_pools WORD...: sets a pool. The pass that a new floor triggers runs on another thread.
set_pools() {
  local error
  echo "> set $*"
  error=$(rdma7 resource set frmr_pools dev rxe0 "$@" 2>&1) || true
  pause 10000
  answers
  [[ -z $error ]] || echo "$error"
}

# carry_out LINE...: executes all operations of one time.
carry_out() {
  local operations=() line
  for line in "$@" end; do
    # shellcheck disable=SC2086 # words
    case $line in
      set\ * | show | end)
        ((${#operations[@]} == 0)) || operate "${operations[@]}"
        operations=()
        ;;&
      set\ *) set_pools ${line#set } ;;
      show)
        echo "> show"
        rdma7 resource show frmr_pools -dd
        ;;
      end) ;;
      *) operations+=("$line") ;;
    esac
  done
}

# play FILE: plays a script. The driver's answers before a time show the effects of passes up to that time.
play() {
  local lines=() line begun wait at="" late
  begun=$(now)
  while IFS= read -r line || [[ -n $line ]]; do
    [[ $line == "at "* ]] || { lines+=("$line"); continue; }
    moment "$at" "${lines[@]}"
    at=${line#at } lines=()
  done < "$1"
  moment "$at" "${lines[@]}"
}

# moment MILLIS LINE...
moment() {
  local at=$1 wait late
  shift
  if [[ -n $at ]]; then
    wait=$((begun + at * 1000 - $(now)))
    ((wait <= 0)) || pause "$wait"
    echo "> at $at"
    answers
  fi
  carry_out "$@"
  late=$(($(now) - begun - ${at:-0} * 1000))
  ((late <= longest)) || longest=$late
}

# play_all: plays all scripts, each on its own pools.
play_all() {
  local script name
  for script in /mnt/scripts/*.script; do
    name=$(basename "$script" .script)
    load_driver || return
    play "$script" > "/mnt/scripts/$name.linux" || return
    unload_driver || return
  done
  cp /mnt/scripts/*.linux "$frmr"
}

# timed_pairs: times pairs of one thread and of two on a pool with other idle handles, on a pool without, and on 64 pools alternately with other
# idle handles. Pools stay in the tree in which a pool is found, so 64 come last.
timed_pairs() {
  load_driver || return
  operate "time $pairs 9 1 1" > /mnt/time-1-1
  operate "time $pairs 9 1 2" > /mnt/time-1-2
  operate "time $pairs 0 1 1" > /mnt/time-empty
  operate "time $pairs 9 64 1" > /mnt/time-64-1
  operate "time $pairs 9 64 2" > /mnt/time-64-2
  unload_driver
}

# our_pairs POOLS THREADS: times pairs of our pools.
our_pairs() { "${java[@]}" "${flags[@]}" org.rpcrdma.interop.frmr.TimedPairs "$1" "$2" $pairs > "/mnt/pairs-$1-$2"; }

# pair FILE: prints the nanoseconds, which are instructions, of a pair in the last line, without the calls.
pair() { awk '/^time/ { n = ($3 - $(NF - 1) * (NF > 4)) / $2 } END { printf "%.0f", n }' "/mnt/$1"; }

# only_of_floor: succeeds if every warning reports that the allocation for iproute2's request is too large.
only_of_floor() { [[ $(busybox dmesg | grep -c 'cut here') == $(busybox dmesg | grep -c 'WARNING: mm/page_alloc.c.* rdma/') ]]; }

flags=(-XX:-TieredCompilation -Xbatch -XX:CompileThreshold=1500 -XX:TieredStopAtLevel=4)
longest=0
# Pairs of each thread: many times those that a thread executes before it is preempted.
pairs=200000
mkfifo /run/silent
exec 8<> /run/silent
check "frmr-kernel: Linux $(uname -r) has FRMR pools, and iproute2 shows them" prepare_pools
mkdir /mnt/scripts
cp "$frmr"/*.script /mnt/scripts
check "frmr-kernel: $(find /mnt/scripts -name '*.script' | wc -l) scripts on Linux's pools" play_all
# LateClock.LONGEST_MOMENT, for which scripts leave time.
check "frmr-kernel: operations of a moment took 200 ms at most: us=$longest" test "$longest" -le 200000
check "frmr-kernel: Linux's pops and pushes, timed" timed_pairs
for threads in 1 2; do
  for pools in 1 64; do
    check "frmr-kernel: ours, timed, pools=$pools threads=$threads" our_pairs $pools $threads
  done
done
show /mnt/time-* /mnt/pairs-*
echo "figure frmr-kernel: instructions of a pop and a push: linux=$(pair time-1-1) linux, if no other handle is idle=$(pair time-empty) ours=$(pair pairs-1-1)"
echo "figure frmr-kernel: the same, 64 pools in turn: linux=$(pair time-64-1) ours=$(pair pairs-64-1)"
echo "figure frmr-kernel: two threads that share a pool: linux=$(pair time-1-2) ours=$(pair pairs-1-2)"
echo "figure frmr-kernel: two threads that share 64 pools: linux=$(pair time-64-2) ours=$(pair pairs-64-2)"
# The kernel warns about a floor that is too large for its memory.
check "frmr-kernel: the kernel warned of nothing but the largest floor" only_of_floor
