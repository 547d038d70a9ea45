# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine: the kernel's NFS client on the kernel's NFS server. ftrace's function graph says what each connection's coming and going
# costs the server; interop/kernel-trace.awk reads what it says. Each pass traces other functions, because tracing costs, too.
tracing=/sys/kernel/tracing
settings=/proc/sys/sunrpc/svc_rdma
connects="cm_work_handler svc_rdma_listen_handler svc_rdma_cma_handler"
outer="$connects svc_rdma_accept rdma_rw_mr_factor svc_rdma_detach __svc_rdma_free"
parts="$outer __ib_alloc_pd __ib_alloc_cq_any rdma_create_qp svc_rdma_post_recvs rdma_accept svc_rdma_wc_receive ib_drain_qp
  svc_rdma_flush_recv_queues svc_rdma_destroy_rw_ctxts svc_rdma_send_ctxts_destroy svc_rdma_recv_ctxts_destroy ib_destroy_qp_user
  ib_free_cq ib_dealloc_pd_user rdma_destroy_id"
inner="$parts svc_rdma_recv_ctxt_alloc post_one_recv"

# traces FUNCTION...: whether the kernel can trace them all.
traces() {
  local function
  for function in "$@"; do
    grep -q "^$function\( \|$\)" $tracing/available_filter_functions || { echo "not traceable: $function"; return 1; }
  done
}

# Nothing else is traced meanwhile: that takes long. Time asleep is nobody's work.
choose_graph() {
  local option
  echo 0 > $tracing/tracing_on
  echo 32768 > $tracing/buffer_size_kb
  echo "$outer" > $tracing/set_ftrace_filter
  echo "$connects svc_rdma_accept svc_rdma_detach __svc_rdma_free svc_rdma_wc_receive" > $tracing/set_graph_function
  echo function_graph > $tracing/current_tracer
  for option in funcgraph-tail funcgraph-proc nofuncgraph-overhead nofuncgraph-irqs nosleep-time; do
    echo $option > $tracing/trace_options || return
  done
}

# record NAME FUNCTIONS COMMAND...: runs it and keeps what was traced. No functions: all.
record() {
  local name=$1 functions=$2 status=0
  shift 2
  echo "$functions" > $tracing/set_ftrace_filter
  echo > $tracing/trace
  echo 1 > $tracing/tracing_on
  "$@" || status=$?
  echo 0 > $tracing/tracing_on
  cp $tracing/trace "$traces/$name.trace"
  return $status
}

# connect TIMES: connections that come and go, one by one. The pause is virtual time: the server ends a connection after the client has.
connect() {
  local i
  for ((i = 0; i < $1; i++)); do
    mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048 10.98.0.1:/mnt/exp /mnt/m && umount /mnt/m || return
    sleep 0.5
  done
}

# pass NAME CREDITS FUNCTIONS TIMES: connections of so many credits.
pass() {
  echo "$2" > $settings/max_requests && record "$1" "$3" connect "$4"
}

# map NAME: DMA mappings of a network device behind the machine's IOMMU: a packet has two that come and two that go.
map() {
  echo > $tracing/set_graph_function
  record "$1" "dma_map_page_attrs dma_unmap_page_attrs" busybox ping -q -c $((8 * mounts)) -i 0.01 10.0.2.2
}

behind_iommu() {
  group=$(readlink -f /sys/class/net/eth0/device/../iommu_group) && [[ $(cat "$group/type") == DMA ]] || return
  ip address add 10.0.2.15/24 dev eth0 && ip link set eth0 up
}

# shellcheck disable=SC2086 # words
check "kernel-trace: the kernel traces what is asked for" eval 'mount -t tracefs tracefs $tracing && traces $inner dma_map_page_attrs'
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
