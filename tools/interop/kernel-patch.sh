# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: traces svcrdma, as in kernel-trace, in each form that interop/kernel-patch/build created. Receive buffers are also mapped for a network
# device behind the machine's IOMMU, first in strict and then in lazy mode, because a group cannot return to strict mode.
# interop/kernel-patch.awk reads the traces. FORM.MODE.BUFFERS.totals contains the functions of a connection; .inside also contains the functions
# of its Receive buffers.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"
parameters=/sys/module/rpcrdma/parameters
group=
# The kernel's functions, whatever their names: allocating and freeing, mapping, the pool, and posting in soft-RoCE.
buffer_functions="dma_map_page_attrs dma_unmap_page_attrs dma_iova_try_alloc dma_iova_link dma_iova_sync dma_iova_destroy
  __kmalloc __kmalloc_noprof __kmalloc_node __kmalloc_node_noprof kmalloc_trace __kmalloc_cache_noprof __kvmalloc_node_noprof kfree kvfree
  __alloc_pages __alloc_pages_noprof alloc_pages_node_noprof __free_pages recv_pool_take recv_shard_create recv_shard_destroy
  svc_rdma_shard_find svc_rdma_shard_create svc_rdma_shard_destroy rxe_post_recv"

# load MODULE: loads the server and the client's half of this module. Functions of an unloaded module must be looked up again.
load() {
  local options=()
  [[ $1 != shared ]] || options=(srq_receives=256)
  echo 0 > $tracing/tracing_on
  echo nop > $tracing/current_tracer
  echo > $tracing/set_graph_function
  serve_with "$1" "${options[@]}" && list_functions && connect 1 && choose_graph || return
  joining=$(known svc_rdma_srq_join svc_rdma_srq_leave | tr '\n' ' ')
}

# hold FORM: keeps another client's connection open, so that connections that share Receives do not create and destroy their queue.
hold() {
  [[ $1 == shared ]] || return 0
  mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048 10.98.0.2:/mnt/exp /mnt/held || return
  : > /run/held
  use_held &
  holding=$!
}

# use_held: uses the held connection, because a client closes a connection after five unused minutes of this machine's time.
use_held() {
  while [[ -e /run/held ]]; do
    : > /mnt/held/used
    sleep 20
  done
}

let_go() {
  mountpoint -q /mnt/held || return 0
  rm /run/held
  wait "$holding"
  umount /mnt/held && sleep 1
}

# credits BUFFERS: prints the credits for this number of Receive buffers. Since Linux 6.6, a connection has two buffers per credit, and seven more.
credits() { echo $((release < 606 ? $1 : ($1 - 7) / 2)); }

# buffers CREDITS: prints the number of Receive buffers for these credits.
buffers() { echo $((release < 606 ? $1 : 2 * $1 + 7)); }

# mapped_for MODE: sets the device for which Receive buffers are mapped. No buffers exist at this time.
mapped_for() {
  local device=
  let_go || return
  [[ $1 == none ]] || device=$(beside_device)
  echo "$device" > $parameters/map_beside
}

# measure FORM MODE BUFFERS
measure() {
  local name=$1.$2 credits inside
  credits=$(credits "$3")
  name+=.$(buffers "$credits")
  # shellcheck disable=SC2086 # words
  inside="$parts $joining $(known $buffer_functions | tr '\n' ' ')"
  [[ ! -e $parameters/form ]] || echo "$1" > $parameters/form || return
  mapped_for "$2" && hold "$1" || return
  # Slabs are there, and the server's threads.
  echo "$credits" > $settings/max_requests && connect 1 && pass "$name.totals" "$credits" "$parts $joining" "$mounts" || return
  pass "$name.inside" "$credits" "$inside" 2
}

# measure_all MODULE "FORM..." MODE...: measures the forms of a module in these modes.
measure_all() {
  local form forms=$2 mode size
  check "kernel-patch: $1: the server serves with it" load "$1"
  shift 2
  for mode in "$@"; do
    for form in $forms; do
      for size in $sizes; do
        check "kernel-patch: $form, $mode, $size buffers" measure "$form" "$mode" "$size"
      done
    done
  done
  mapped_for none
}

behind_iommu() {
  group=$(readlink -f /sys/class/net/eth0/device/../iommu_group) && [[ $(cat "$group/type") == DMA ]]
}

release=$(uname -r | awk -F '[.+-]' '{ print 100 * $1 + $2 }')
check "kernel-patch: a device behind the IOMMU" behind_iommu
check "kernel-patch: tracing" mount -t tracefs tracefs $tracing
serve_nfs
mkdir /mnt/m /mnt/held
ip address add 10.98.0.2/24 dev dummy0
# shellcheck disable=SC2086 # words
[[ -z $mended ]] || measure_all mended mended $modes
# shellcheck disable=SC2086 # words
[[ -z $shared ]] || measure_all shared shared $modes
# shellcheck disable=SC2086 # words
measure_all forms "$forms" $modes
check "kernel-patch: the IOMMU is told to be lazy" eval 'echo DMA-FQ > "$group/type"'
for form in $forms; do
  for size in $sizes; do
    check "kernel-patch: $form, lazy, $size buffers" measure "$form" lazy "$size"
  done
done
[[ -z $mended ]] || measure_all mended mended lazy
[[ -z $shared ]] || measure_all shared shared lazy
check "kernel-patch: the server ends, and its module goes" unload
check "kernel-patch: the kernel's log is clean" clean
