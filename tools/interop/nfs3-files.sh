# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs random operations on files of a mount of rpcrdma nfs3-server, and compares each with a copy in memory. Also runs Debian's stress tests.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m /mnt/other /mnt/named /mnt/local
# Names under which files are read again are looked up each time: close-to-open consistency covers data, and Linux caches names for a second.
options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20050,actimeo=1

mounted() {
  for _ in $(seq 1 10); do
    mount -t nfs -o $options 10.98.0.1:/ /mnt/m && mount -t nfs -o $options,nosharecache 10.98.0.1:/ /mnt/other \
      && mount -t nfs -o $options,nosharecache,lookupcache=none 10.98.0.1:/ /mnt/named && return
    sleep 1
  done
  return 1
}

# steps NAME KIND SEED SECONDS: runs random operations on the first mount.
steps() { "$random_files" "/mnt/m/$1" "/mnt/named/$1" "$2" "$3" "$4" 0 > "/mnt/local/$1" || { cat "/mnt/local/$1"; return 1; }; }

# both: runs two programs concurrently, each on a separate mount.
both() {
  local first=0 second=0
  "$random_files" /mnt/other/two /mnt/named/two all $((seed + 1)) "$check_seconds" 0 > /mnt/local/two &
  steps one all "$seed" "$check_seconds" || first=$?
  wait $! || second=$?
  show /mnt/local/two
  show /mnt/local/one
  ((first == 0 && second == 0))
}

# noticed: succeeds if the program notices a byte that something else changed.
noticed() {
  "$random_files" /mnt/local/noticed /mnt/local/noticed all "$seed" 300 0 > /mnt/local/notice &
  local program=$!
  until [[ -e /mnt/local/noticed/file-4 ]]; do sleep 0.1; done
  while kill -0 $program 2> /dev/null; do
    for file in /mnt/local/noticed/file-*; do printf '\0' | dd of="$file" bs=1 conv=notrunc,nocreat status=none 2> /dev/null; done
  done
  ! wait $program && grep -E "content differs|^size: |bytes, expected" /mnt/local/notice && rm -r /mnt/local/noticed || { show /mnt/local/notice; return 1; }
}

# killed: kills the server while files are read and written, and restarts it.
killed() {
  steps killed data $((seed + 2)) 30 &
  local program=$!
  until [[ -e /mnt/m/killed/file-4 ]]; do sleep 0.1; done
  sleep 3
  tell kill && await_no_port 20050 && await_port 20050 && wait $program && show /mnt/local/killed
}

# stressed KIND [OPTION...]: runs one stressor of stress-ng, which checks the data read, for some seconds unless an option limits it.
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
check "random operations: a changed byte is noticed" noticed
check "random operations: two programs, $check_seconds s, seed=$seed: no difference" both
check "random operations: no difference while the server is killed (kill -9) and restarted" killed
for kind in access chdir chmod chown copy-file dentry dir dirdeep dup fiemap filename fstat getdent hdd inode-flags iomix link mmap open \
  readahead rename revio seek sync-file symlink touch utime; do
  check "stress-ng: $kind" stressed "$kind"
done
# NFSv3 has no fallocate. stress-ng writes instead, and reports writes that its time-out suppressed as failures.
check "stress-ng: fsize" stressed fsize --fsize-ops "$stress_seconds"
check "dbench: the load of two clients" client_load
check "nfs3-server: unmounts" umount /mnt/m /mnt/other /mnt/named
tell end
