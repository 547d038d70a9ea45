# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# Random steps on files of a mount of rpcrdma nfs3-server, each compared with a copy in memory, and what Debian has to stress file systems.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m /mnt/other /mnt/named /mnt/local
# Names by which files are read again are looked up each time: close-to-open consistency is promised of data, and Linux trusts names for a second.
options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20050,actimeo=1

mounted() {
  for _ in $(seq 1 10); do
    mount -t nfs -o $options 10.98.0.1:/ /mnt/m && mount -t nfs -o $options,nosharecache 10.98.0.1:/ /mnt/other \
      && mount -t nfs -o $options,nosharecache,lookupcache=none 10.98.0.1:/ /mnt/named && return
    sleep 1
  done
  return 1
}

# steps NAME KIND SEED SECONDS: takes random steps by the first mount.
steps() { "$random_files" "/mnt/m/$1" "/mnt/named/$1" "$2" "$3" "$4" 0 > "/mnt/local/$1" || { cat "/mnt/local/$1"; return 1; }; }

# both: two programs at once, each by a mount of its own.
both() {
  local first=0 second=0
  "$random_files" /mnt/other/two /mnt/named/two all $((seed + 1)) "$check_seconds" 0 > /mnt/local/two &
  steps one all "$seed" "$check_seconds" || first=$?
  wait $! || second=$?
  show /mnt/local/two
  show /mnt/local/one
  ((first == 0 && second == 0))
}

# noticed: the program finds a byte that was changed without it.
noticed() {
  "$random_files" /mnt/local/noticed /mnt/local/noticed all "$seed" 300 0 > /mnt/local/notice &
  local program=$!
  until [[ -e /mnt/local/noticed/file-4 ]]; do sleep 0.1; done
  while kill -0 $program 2> /dev/null; do
    for file in /mnt/local/noticed/file-*; do printf '\0' | dd of="$file" bs=1 conv=notrunc,nocreat status=none 2> /dev/null; done
  done
  ! wait $program && grep -E "content differs|^size: |bytes, expected" /mnt/local/notice && rm -r /mnt/local/noticed || { show /mnt/local/notice; return 1; }
}

# killed: the server dies while files are read and written, and is started again.
killed() {
  steps killed data $((seed + 2)) 30 &
  local program=$!
  until [[ -e /mnt/m/killed/file-4 ]]; do sleep 0.1; done
  sleep 3
  tell kill && await_no_port 20050 && await_port 20050 && wait $program && show /mnt/local/killed
}

# stressed KIND [OPTION...]: one kind of stress of stress-ng, which checks what it reads: for some seconds, unless an option limits it.
stressed() {
  local limits=("${@:2}")
  (($# > 1)) || limits=(--timeout "$stress_seconds")
  mkdir -p /mnt/m/stress && stress-ng --temp-path /mnt/m/stress --verify --"$1" 1 "${limits[@]}" > /mnt/local/stress 2>&1 \
    && ! grep -E 'fail:|skipped' /mnt/local/stress || { show /mnt/local/stress; return 1; }
}

client_load() {
  # A machine's first System V semaphore has the identifier 0, which dbench 4.00 reports as an error.
  ipcmk --semaphore 1 > /mnt/local/dbench || { show /mnt/local/dbench; return 1; }
  dbench -D /mnt/m -t "$((5 * stress_seconds))" -c /usr/share/dbench/client.txt 2 > /mnt/local/dbench 2>&1 && grep -q '^Throughput' /mnt/local/dbench \
    && ! grep -iE 'failed|error' /mnt/local/dbench && rm -r /mnt/m/clients || { show /mnt/local/dbench; return 1; }
}

await_port 20050
check "nfs3-server: mounts, three times" mounted
check "random steps: a changed byte is noticed" noticed
check "random steps: two programs, $check_seconds s, seed=$seed: nothing differs" both
check "random steps: nothing differs while the server is killed (kill -9) and started again" killed
for kind in access chdir chmod chown copy-file dentry dir dirdeep dup fiemap filename fstat getdent hdd inode-flags iomix link mmap open \
  readahead rename revio seek sync-file symlink touch utime; do
  check "stress-ng: $kind" stressed "$kind"
done
# NFSv3 has no fallocate. stress-ng writes instead, and reports writes that its time-out suppressed as failures.
check "stress-ng: fsize" stressed fsize --fsize-ops "$stress_seconds"
check "dbench: the load of two clients" client_load
check "nfs3-server: unmounts" umount /mnt/m /mnt/other /mnt/named
tell end
