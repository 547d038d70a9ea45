# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Functions for the kernel's NFS client on our NFSv3 example: mounts, and a tree of files to copy and compare.
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
  truncate -s "${sparse:-10M}" sparse
  echo end >> sparse
  touch -d 2001-02-03T04:05:06.789 d0/e0/f0/file-0
  cd /
}

# Prints the kinds, modes, sizes, links and times of a tree's files.
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

# fio_random NAME ARGUMENTS...: runs 4 KB reads and writes at random offsets, 32 in flight, and checks every block.
fio_random() {
  local name=$1
  shift
  fio --name="$name" --directory=/mnt/m --size="${fio_mb}m" --bs=4k --direct=1 --ioengine=libaio --iodepth=32 \
    --randseed=7 --verify=crc32c --verify_fatal=1 --do_verify=1 --minimal "$@" > "/mnt/$name.fio" 2>&1 \
    || { cat "/mnt/$name.fio"; return 1; }
}

removed() {
  rm -r /mnt/m/* && [[ -z $(ls -A /mnt/m) ]]
}
