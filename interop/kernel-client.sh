# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# The kernel's NFS client against our NFSv3 example.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m /mnt/tree
options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20050

make_tree() {
  local RANDOM=42 i folder
  cd /mnt/tree || return
  for ((i = 0; i < files; i++)); do
    folder=d$((i % 7))/e$((i % 11))/f$((i % 3))
    mkdir -p $folder
    head -c $((RANDOM % 20000)) /dev/urandom > $folder/file-$i
    chmod $((RANDOM % 8))$((RANDOM % 8))$((RANDOM % 8)) $folder/file-$i
    if ((i % 10 == 0)); then ln -s ../f$((i % 3))/file-$i $folder/link-$i; fi
  done
  mkdir many
  for ((i = 0; i < files; i++)); do : > many/an-empty-file-with-a-rather-long-name-$i; done
  ln d0/e0/f0/file-0 d0/hard
  ln -s "$(printf 'x%.0s' {1..900})" long-link
  truncate -s 10M sparse
  echo end >> sparse
  touch -d 2001-02-03T04:05:06.789 d0/e0/f0/file-0
  cd /
}

# What find tells of a tree: kinds, modes, sizes, links, times of files.
describe() {
  (cd "$1" && find . ! -type d -printf '%P %y %m %s %n %l %T@\n' -o -printf '%P %y %m\n' | sort)
}

forget() {
  sync
  echo 3 > /proc/sys/vm/drop_caches
}

same_tree() {
  forget
  diff -r --no-dereference /mnt/tree /mnt/m/tree && diff <(describe /mnt/tree) <(describe /mnt/m/tree)
}

mounted() {
  for _ in $(seq 1 10); do
    mount -t nfs -o $options 10.98.0.1:/ /mnt/m && return
    sleep 1
  done
  return 1
}

same_blob() {
  cp /mnt/blob /mnt/m/blob && forget && cmp /mnt/blob /mnt/m/blob
}

# fio_random NAME ARGUMENTS...: 4 KB reads and writes at random places, 32 in flight, every block checked.
fio_random() {
  local name=$1
  shift
  fio --name="$name" --directory=/mnt/m --size="${fio_mb}m" --bs=4k --direct=1 --ioengine=libaio --iodepth=32 \
    --randseed=7 --verify=crc32c --verify_fatal=1 --do_verify=1 --minimal "$@" > "/mnt/$name.fio" 2>&1 \
    || { cat "/mnt/$name.fio"; return 1; }
}

# How many WRITE calls were made.
writes() { awk '$1 == "WRITE:" { print $2 }' /proc/self/mountstats; }

# kill_during PROCESS: has the server killed once 100 calls of WRITE more were made; fails where the process did not outlive the server.
kill_during() {
  local before
  before=$(writes)
  until (($(writes) >= before + 100)); do
    kill -0 "$1" || return
    sleep 0.1
  done
  tell kill && await_no_port 20050 && kill -0 "$1"
}

# What is written but not committed when the server dies is written again.
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

removed() {
  rm -r /mnt/m/* && [[ -z $(ls -A /mnt/m) ]]
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
