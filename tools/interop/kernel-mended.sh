# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine: svcrdma with the patch that should be posted, interop/kernel-patch/mended-6.12.patch: many connections, work,
# and an end that leaves nothing: each shard that was made has gone, and the module unloads.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"

load() { serve_with mended && beside_device > /sys/module/rpcrdma/parameters/map_beside; }

# count_calls: probes count how often shards are made and destroyed, and connections accepted.
count_calls() {
  printf 'p:%s %s\n' made svc_rdma_shard_create destroyed svc_rdma_shard_destroy accepted svc_rdma_accept > $tracing/kprobe_events \
    && echo 1 > $tracing/events/kprobes/enable
}

# calls NAME: of made, destroyed, accepted.
calls() { awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' $tracing/kprobe_profile; }

# work: files of a tree, and fio.
work() {
  mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048 10.98.0.1:/mnt/exp /mnt/m || return
  fio --name=mended --directory=/mnt/m --size=8m --bs=64k --rw=randrw --direct=1 --numjobs=2 --time_based --runtime="$fio_seconds" \
    --verify=0 --minimal > /dev/null && dd if=/dev/urandom of=/mnt/m/a bs=1M count=8 status=none && cmp /mnt/m/a /mnt/exp/a && umount /mnt/m
}

# gone: whether all that was made has gone, and how many there were.
gone() {
  local made destroyed
  made=$(calls made) destroyed=$(calls destroyed)
  echo "figure kernel-mended: connections=$(calls accepted) shards made=$made destroyed=$destroyed"
  echo 0 > $tracing/events/kprobes/enable
  echo > $tracing/kprobe_events
  ((made > 0 && made == destroyed))
}

check "kernel-mended: tracing" mount -t tracefs tracefs $tracing
serve_nfs
mkdir /mnt/m
check "kernel-mended: the module" load
check "kernel-mended: calls are counted" count_calls
before=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
check "kernel-mended: $mounts connections" connect "$mounts"
check "kernel-mended: $fio_seconds s of fio, and a file compared" work
after=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
echo "figure kernel-mended: available memory before=$before KB after=$after KB"
check "kernel-mended: the server ends" rpc.nfsd 0
sleep 2
check "kernel-mended: no shard is left" gone
check "kernel-mended: the module unloads" unload
check "kernel-mended: the kernel's log is clean" clean
