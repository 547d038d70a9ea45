# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs the kernel's NFS client on the kernel's NFS server. ftrace's function graph shows what setting up and tearing down each connection
# costs the server; interop/kernel-trace.awk reads it.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"
inner="$parts svc_rdma_recv_ctxt_alloc post_one_recv"

# map NAME: maps for a network device behind the machine's IOMMU: each packet creates two mappings and removes two.
map() {
  echo > $tracing/set_graph_function
  record "$1" "dma_map_page_attrs dma_unmap_page_attrs" busybox ping -q -c $((8 * mounts)) -i 0.01 10.0.2.2
}

behind_iommu() {
  group=$(readlink -f /sys/class/net/eth0/device/../iommu_group) && [[ $(cat "$group/type") == DMA ]] || return
  ip address add 10.0.2.15/24 dev eth0 && ip link set eth0 up
}

# shellcheck disable=SC2086 # words
check "kernel-trace: the kernel traces what is asked for" eval 'mount -t tracefs tracefs $tracing && list_functions && traces $inner dma_map_page_attrs'
serve_nfs
mkdir /mnt/m
check "kernel-trace: the kernel's client mounts and unmounts" connect 2
check "kernel-trace: function_graph" choose_graph
check "kernel-trace: $mounts connections, 128 credits, outermost functions" pass outer-128 128 "$outer" "$mounts"
check "kernel-trace: $mounts connections, 128 credits, their parts" pass parts-128 128 "$parts" "$mounts"
check "kernel-trace: $mounts connections, 128 credits, each Receive" pass inner-128 128 "$inner" "$mounts"
check "kernel-trace: $mounts connections, 64 credits, their parts" pass parts-64 64 "$parts" "$mounts"
check "kernel-trace: 2 connections, 128 credits, every function" pass all-128 128 "" 2
check "kernel-trace: a device behind the IOMMU" behind_iommu
check "kernel-trace: its DMA mappings, strict" map dma-strict
check "kernel-trace: the IOMMU is told to be lazy" eval 'echo DMA-FQ > "$group/type"'
check "kernel-trace: its DMA mappings, lazy" map dma-lazy
