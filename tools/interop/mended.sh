# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# What kernel-mended and kernel-failures share. Linux 6.12's patch has shards, whose creation and destruction kprobes count. Linux 7.3's has one range
# of IOVAs for each connection, and the module counts its calls: interop/kernel-patch/recv_hooks.c.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"
parameters=/sys/module/rpcrdma/parameters
mount_options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048

load() { serve_with mended && beside_device > $parameters/map_beside; }

# count_calls: probes count connections that are accepted, and what is made for them and destroyed: shards, or ranges of IOVAs by whoever asks for them.
count_calls() {
  local made=svc_rdma_shard_create destroyed=svc_rdma_shard_destroy
  [[ ! -e $parameters/calls ]] || made=dma_iova_try_alloc destroyed=dma_iova_destroy
  printf 'p:%s %s\n' made $made destroyed $destroyed accepted svc_rdma_accept > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/enable
}

# calls NAME: of made, destroyed, accepted.
calls() { awk -v name="$1" '$1 == name { n = $2 } END { print n + 0 }' $tracing/kprobe_profile; }

# work: files of a tree, and fio.
work() {
  mount -t nfs -o $mount_options 10.98.0.1:/mnt/exp /mnt/m || return
  fio --name=mended --directory=/mnt/m --size=8m --bs=64k --rw=randrw --direct=1 --numjobs=2 --time_based --runtime="$fio_seconds" \
    --verify=0 --minimal > /dev/null && compare_file && umount /mnt/m
}

# compare_file [MB]: what is written through the mount is what the server has.
compare_file() { dd if=/dev/urandom of=/mnt/m/a bs=1M count="${1:-8}" status=none && cmp /mnt/m/a /mnt/exp/a; }

# counted: a line for each kind of call of the patch: how many were made, and how many of those are gone.
counted() { [[ ! -e $parameters/calls ]] || grep -vE '^(link|sync|queue|accept) ' $parameters/calls; }

# all_gone: whether all that was made has gone. A server ends connections a little after their clients.
all_gone() {
  local i
  for ((i = 0; i < 100; i++)); do
    ! counted | awk '$2 != $3 { exit 1 }' || return 0
    sleep 0.1
  done
  counted
  return 1
}

# gone: whether all that was made has gone, and how many there were.
gone() {
  local made destroyed
  made=$(calls made) destroyed=$(calls destroyed)
  echo "figure kernel-mended: connections=$(calls accepted) made=$made destroyed=$destroyed $(counted | awk '{ printf " %ss=%d/%d", $1, $2, $3 }')"
  echo 0 > $tracing/events/kprobes/enable
  echo > $tracing/kprobe_events
  ((made > 0 && made == destroyed)) && all_gone
}
