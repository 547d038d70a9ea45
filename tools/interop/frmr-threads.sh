# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine with two processors: threads of Linux pop, push and drop at random while pools age and floors come and go.
# No handle has two users, none is used once it was destroyed, and at the end each one that was created was destroyed or dropped.
# shellcheck source=tools/interop/frmr-pools.sh
. "$jobs/frmr-pools.sh"

# set_floors: until the threads have ended.
set_floors() {
  local floor=0
  while [[ -e /run/threads ]]; do
    floor=$(((floor + 5) % 23))
    rdma7 resource set frmr_pools dev rxe0 pinned 0:$((10 << floor % 3)):0:0 $floor || return
    sleep 0.1
  done
}

# linuxs: has them run, and then ends the pools.
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

# holds: nothing was mistaken, and created = destroyed + dropped.
holds() {
  awk '/^counts/ { holds = $3 > 0 && $3 == $5 + $9 && $7 == 0 && $11 == 0 } END { exit !holds }' /mnt/counts
}

check "frmr-threads: Linux $(uname -r) has FRMR pools, and iproute2 shows them" prepare_pools
check "frmr-threads: the driver" load_driver
rdma7 resource set frmr_pools dev rxe0 aging 1
check "frmr-threads: threads, operations of each, seed of Linux's: $threads" linuxs
echo "figure frmr-threads: linux: $(grep '^threads' /mnt/linux)"
check "frmr-threads: Linux: one user a handle, created = destroyed + dropped" holds
check "frmr-threads: the driver goes" unload_driver
check "frmr-threads: the kernel warned of nothing" quiet
