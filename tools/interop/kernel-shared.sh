# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: tests svcrdma with the prototype of shared Receives, interop/kernel-patch/shared-receives-7.3.patch. $mounts mounts have 16 connections each,
# first with their own Receives, then with shared ones. Receive contexts and IOVA ranges are counted. Then come a load whose data is compared, a queue that
# runs dry, rejected connections, and a server that ends before its clients. Nothing may remain after each step.
# shellcheck source=tools/interop/tracing.sh
. "$jobs/tracing.sh"
parameters=/sys/module/rpcrdma/parameters
counters=/sys/class/infiniband/rxe0/ports/1/hw_counters
per_mount=16

# share RECEIVES: loads the server with queues of this number of shared Receives, or with no queues; calls are counted from here on.
share() {
  forget_calls
  serve_with shared "srq_receives=$1" && beside_device > $parameters/map_beside || return
  printf 'p:%s %s\n' made svc_rdma_recv_ctxt_create destroyed svc_rdma_recv_ctxt_destroy accepted rdma_accept freed svc_rdma_free \
    ranges alloc_iova_fast low svc_rdma_srq_event > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/enable
}

forget_calls() {
  [[ ! -e $tracing/events/kprobes ]] || echo 0 > $tracing/events/kprobes/enable
  echo > $tracing/kprobe_events
}

# calls NAME: prints the number of calls since share.
calls() { awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' $tracing/kprobe_profile; }

counter() { cat "$counters/$1"; }

# join NUMBER: mounts and uses all of the connections, because calls take turns.
join() {
  local i
  mkdir -p "/mnt/m$1"
  mount -t nfs -o "vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048,nconnect=$per_mount" "10.98.0.$1:/mnt/exp" "/mnt/m$1" || return
  for ((i = 0; i < 3 * per_mount; i++)); do
    [[ ! -e /mnt/m$1/no-file-$i ]] || return
  done
}

# join_all COUNT: creates this number of mounts with all of their connections.
join_all() {
  local i
  for ((i = 1; i <= $1; i++)); do join "$i" || return; done
  [[ $(($(calls accepted) - $(calls freed))) == $(($1 * per_mount)) ]]
}

leave_all() {
  local place
  for place in /mnt/m[0-9]*; do ! mountpoint -q "$place" || umount "$place" || return; done
}

available() { awk '/MemAvailable/ { print $2 }' /proc/meminfo; }

# gone: succeeds if all created Receive contexts and queues are gone. The server ends a connection after the client.
gone() {
  local i
  for ((i = 0; i < 100; i++)); do
    [[ $(calls made) != "$(calls destroyed)" || -n $(rdma resource show srq) ]] || return 0
    sleep 0.1
  done
  show $tracing/kprobe_profile
  return 1
}

# figures NAME: prints the number of objects while everything is mounted.
figures() {
  echo "figure kernel-shared: $1: connections=$(($(calls accepted) - $(calls freed))) contexts=$(($(calls made) - $(calls destroyed)))" \
    "IOVA ranges=$(calls ranges) memory of all, KB=$((before - $(available)))"
  rdma resource show
  # Contexts and buffers belong to these objects.
  awk '/^kmalloc-[248]k / { print $1 " objects=" $2 }' /proc/slabinfo | show
}

# work: copies a tree, runs random reads and writes on all mounts, and compares the data.
work() {
  ln -sfn /mnt/m1 /mnt/m && cp -a /mnt/tree /mnt/m/ && same_tree || return
  fio --name=shared --directory="$(printf ':/mnt/m%d' $(seq "$mounts") | cut -c 2-)" --numjobs="$mounts" --size=2m --bs=16k --rw=randrw --direct=1 \
    --ioengine=libaio --iodepth=16 --verify=crc32c --verify_fatal=1 --time_based --runtime="$fio_seconds" --minimal > /run/fio || { show /run/fio; return 1; }
}

# run_dry: writes and reads without chunks. After an RNR NAK, soft-RoCE executes fast registrations again and refuses them.
run_dry() {
  fio --name=dry --directory=/mnt/m1:/mnt/m2 --numjobs=4 --size=256k --bs=512 --rw=randwrite --direct=1 --ioengine=libaio --iodepth=64 \
    --verify=crc32c --verify_fatal=1 --loops=4 --minimal > /run/fio || { show /run/fio; return 1; }
}

# refuse NTH: the first connection's queue pair (1), or its acceptance (2), fails; the client connects again.
refuse() {
  echo "$1" > $parameters/refuse && join 1 && grep -q '^1\b' $parameters/refused && echo 0 > $parameters/refuse && leave_all && gone
}

start_and_end() { share 256 && sleep 1 && rpc.nfsd 0 && gone && [[ $(calls made) == 0 ]]; }

serve_again() { rpc.nfsd -H 10.98.0.1 8 && echo "rdma 20049" > /proc/fs/nfsd/portlist && same_tree; }

check "kernel-shared: tracing" mount -t tracefs tracefs $tracing
serve_nfs
for ((i = 2; i <= mounts; i++)); do ip address add "10.98.0.$i/24" dev dummy0; done
mkdir /mnt/tree
make_tree
for receives in 0 256; do
  name=shared
  ((receives)) || name="not shared"
  check "kernel-shared: $name: the server serves" share $receives
  before=$(available)
  check "kernel-shared: $name: $mounts mounts, $((mounts * per_mount)) connections" join_all "$mounts"
  figures "$name"
  ((receives)) || { check "kernel-shared: $name: they unmount" leave_all; check "kernel-shared: $name: nothing is left" gone; }
done
check "kernel-shared: a tree, and $fio_seconds s of fio, compared" work
echo "figure kernel-shared: after that: contexts=$(($(calls made) - $(calls destroyed))) limit events=$(calls low) RNR NAKs=$(counter send_rnr_err) connections lost=$(calls freed)"
check "kernel-shared: the server ends before its clients" rpc.nfsd 0
check "kernel-shared: nothing is left" gone
check "kernel-shared: it serves again; the tree is the same" serve_again
check "kernel-shared: they unmount" leave_all
check "kernel-shared: nothing is left of a listener without connections" gone
check "kernel-shared: a server without clients" start_and_end
check "kernel-shared: 14 Receives" share 14
check "kernel-shared: 2 mounts, 32 connections" join_all 2
check "kernel-shared: the queue runs dry, data is compared" run_dry
echo "figure kernel-shared: 14 Receives: contexts=$(($(calls made) - $(calls destroyed))) limit events=$(calls low) RNR NAKs=$(counter send_rnr_err) connections lost=$(calls freed)"
check "kernel-shared: clients waited, and none was lost" test "$(counter send_rnr_err)" -gt 0 -a "$(calls freed)" = 0
check "kernel-shared: they unmount; nothing is left" eval 'leave_all && gone'
check "kernel-shared: a queue pair is refused" refuse 1
check "kernel-shared: an acceptance is refused" refuse 2
forget_calls
check "kernel-shared: the server ends" rpc.nfsd 0
check "kernel-shared: the module unloads" unload
check "kernel-shared: the kernel's log is clean" clean
