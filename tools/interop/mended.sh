# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Functions that kernel-mended and kernel-failures share. The patch for Linux 6.12 has shards, and kprobes count how many are created and destroyed.
# The patch for Linux 7.3 has one IOVA range per connection, and the module counts its calls: interop/kernel-patch/recv_hooks.c.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"
parameters=/sys/module/rpcrdma/parameters
mount_options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048

load() { serve_with mended && beside_device > $parameters/map_beside; }

# count_calls: counts accepted connections, and the shards or ranges of IOVAs that are created and destroyed, by probes on the kernel's functions.
count_calls() {
  local made=svc_rdma_shard_create destroyed=svc_rdma_shard_destroy
  [[ ! -e $parameters/calls ]] || made=dma_iova_try_alloc destroyed=dma_iova_destroy
  printf 'p:%s %s\n' made $made destroyed $destroyed accepted svc_rdma_accept > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/enable
}

# calls NAME: prints the count of made, destroyed or accepted.
calls() { awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' $tracing/kprobe_profile; }

# work: runs fio and compares a file.
work() {
  mount -t nfs -o $mount_options 10.98.0.1:/mnt/exp /mnt/m || return
  fio --name=mended --directory=/mnt/m --size=8m --bs=64k --rw=randrw --direct=1 --numjobs=2 --time_based --runtime="$fio_seconds" \
    --verify=0 --minimal > /dev/null && compare_file && umount /mnt/m
}

# compare_file [MB]: succeeds if the server has the data written through the mount.
compare_file() { dd if=/dev/urandom of=/mnt/m/a bs=1M count="${1:-8}" status=none && cmp /mnt/m/a /mnt/exp/a; }

# counted: prints a line for each kind of object: how many the patch created, and how many of them are gone.
counted() { [[ ! -e $parameters/calls ]] || grep -vE '^(link|sync|queue|accept) ' $parameters/calls; }

# all_gone: succeeds if all objects are gone. The server ends a connection a little later than its client.
all_gone() {
  local i
  for ((i = 0; i < 100; i++)); do
    ! counted | awk '$2 != $3 { exit 1 }' || return 0
    sleep 0.1
  done
  counted
  return 1
}

# gone: prints how many objects there were; succeeds if they are gone.
gone() {
  local made destroyed
  made=$(calls made) destroyed=$(calls destroyed)
  echo "figure kernel-mended: connections=$(calls accepted) made=$made destroyed=$destroyed $(counted | awk '{ printf " %ss=%d/%d", $1, $2, $3 }')"
  echo 0 > $tracing/events/kprobes/enable
  echo > $tracing/kprobe_events
  ((made > 0 && made == destroyed)) && all_gone
}
