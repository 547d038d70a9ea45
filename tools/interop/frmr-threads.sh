# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine with two processors: threads of Linux pop, push and drop handles at random, while pools age and floors change.
# No handle may have two users or be used after its destruction. At the end, every created handle must have been destroyed or dropped.
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
check "frmr-threads: the kernel logged no warning" quiet
