# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs the kernel's NFS client against our NFSv3 example.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m /mnt/tree

# writes: prints the number of WRITE calls.
writes() { awk '$1 == "WRITE:" { print $2 }' /proc/self/mountstats; }

# kill_during PROCESS: has the server killed after 100 more WRITE calls. Fails if the process does not outlive the server.
kill_during() {
  local before
  before=$(writes)
  until (($(writes) >= before + 100)); do
    kill -0 "$1" || return
    sleep 0.1
  done
  tell kill && await_no_port 20050 && kill -0 "$1"
}

# Data that was written but not committed when the server died is written again.
recover() {
  exec 5> /mnt/m/held
  head -c 2000000 /mnt/blob >&5
  fio_random killed --rw=randwrite --rate_iops=50 &
  kill_during $! || return
  wait $! || return
  tail -c +2000001 /mnt/blob >&5
  exec 5>&-
  forget
  cmp /mnt/blob /mnt/m/held
}

make_tree
head -c 5000000 /dev/urandom > /mnt/blob
await_port 20050
check "kernel's client: mounts" mounted
check "kernel's client: is granted $transfer bytes a call" grep -q "rsize=$transfer,wsize=$transfer" /proc/mounts
check "kernel's client: copies a tree of $(find /mnt/tree | wc -l) names" cp -a /mnt/tree /mnt/m/
check "kernel's client: reads the tree back equal" same_tree
check "kernel's client: renames and removes" bash -c 'cd /mnt/m && mv tree/d1 tree/d1x && mv tree/d1x tree/d1 && cp tree/sparse s && rm s'
check "kernel's client: writes and reads $(stat -c %s /mnt/blob) bytes" same_blob
check "fio: random writes, 32 in flight, verified" fio_random writes --rw=randwrite
check "fio: random reads and writes, 32 in flight, verified" fio_random both --rw=randrw
check "kernel's client: goes on when the server is killed (kill -9) and started again, data equal" recover
check "kernel's client: reads the tree back equal after that" same_tree
grep xprt: /proc/self/mountstats
check "kernel's client: removes everything" removed
check "kernel's client: unmounts" umount /mnt/m
tell end
