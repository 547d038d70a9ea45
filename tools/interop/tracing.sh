# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Functions for kernel-trace and kernel-patch: ftrace's function graph of connections from the kernel's NFS client to its NFS server, both
# in this machine. Each pass traces different functions, because tracing takes time, too.
tracing=/sys/kernel/tracing
settings=/proc/sys/sunrpc/svc_rdma
connects="cm_work_handler svc_rdma_listen_handler svc_rdma_cma_handler"
freeing=__svc_rdma_free
interrupts="__do_softirq handle_softirqs __sysvec_apic_timer_interrupt __common_interrupt"
outer="$connects svc_rdma_accept rdma_rw_mr_factor svc_rdma_detach __svc_rdma_free"
parts="$outer __ib_alloc_pd __ib_alloc_cq_any rdma_create_qp svc_rdma_post_recvs rdma_accept svc_rdma_wc_receive ib_drain_qp
  svc_rdma_flush_recv_queues svc_rdma_destroy_rw_ctxts svc_rdma_send_ctxts_destroy svc_rdma_recv_ctxts_destroy ib_destroy_qp_user
  ib_free_cq ib_dealloc_pd_user rdma_destroy_id"

# list_functions: lists the functions that the kernel can trace, including modules. This takes long, and so does a search by name; a line number
# in this list is found immediately.
list_functions() {
  sed 's/ .*//' $tracing/available_filter_functions > /run/functions
  # Newer kernels free a connection without a worker.
  grep -qx __svc_rdma_free /run/functions || outer=${outer/__svc_rdma_free/svc_rdma_free} parts=${parts/__svc_rdma_free/svc_rdma_free} \
    inner=${inner/__svc_rdma_free/svc_rdma_free} freeing=svc_rdma_free
}

# known FUNCTION...: prints the functions that the kernel can trace.
known() { printf '%s\n' "$@" | grep -xFf - /run/functions | sort -u; }

# traces FUNCTION...: succeeds if it can trace all of them.
traces() {
  local unknown
  unknown=$(printf '%s\n' "$@" | sort -u | comm -23 - <(known "$@"))
  [[ -z $unknown ]] || { echo "not traceable: $unknown"; return 1; }
}

# trace FUNCTION...: traces only these functions, and interrupts, which occur at any time.
trace() {
  # shellcheck disable=SC2046,SC2086 # words
  traces "$@" && echo $(printf '%s\n' "$@" $interrupts | grep -nxFf - /run/functions | cut -d : -f 1) > $tracing/set_ftrace_filter
}

# Nothing else is traced, because that takes long. Sleep is not counted as work.
choose_graph() {
  local option
  echo 0 > $tracing/tracing_on
  echo 32768 > $tracing/buffer_size_kb
  # shellcheck disable=SC2086 # words
  trace $outer || return
  echo "cm_work_handler svc_rdma_accept svc_rdma_detach $freeing svc_rdma_wc_receive" > $tracing/set_graph_function
  echo function_graph > $tracing/current_tracer
  for option in funcgraph-tail funcgraph-proc nofuncgraph-overhead funcgraph-irqs nosleep-time; do
    echo $option > $tracing/trace_options || return
  done
}

# record NAME FUNCTIONS COMMAND...: runs the command and saves the trace. If FUNCTIONS is empty, traces all functions.
record() {
  local name=$1 functions=$2 status=0
  shift 2
  # shellcheck disable=SC2086 # words
  if [[ -n $functions ]]; then trace $functions || return; else echo > $tracing/set_ftrace_filter; fi
  echo > $tracing/trace
  echo 1 > $tracing/tracing_on
  "$@" || status=$?
  echo 0 > $tracing/tracing_on
  cp $tracing/trace "$traces/$name.trace"
  return $status
}

# connect TIMES: opens and closes connections, one by one. The pause is virtual time: the server ends a connection after the client does.
connect() {
  local i
  for ((i = 0; i < $1; i++)); do
    mount -t nfs -o vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20048 10.98.0.1:/mnt/exp /mnt/m && umount /mnt/m || return
    sleep "${pause:-0.5}"
  done
}

# pass NAME CREDITS FUNCTIONS TIMES: records connections with CREDITS credits.
pass() {
  echo "$2" > $settings/max_requests && record "$1" "$3" connect "$4"
}

# clean: succeeds if the kernel's log has no warning, no bug and no leak.
clean() { ! busybox dmesg | grep -E -A 12 'cut here|BUG[ :]|Oops|Call Trace|DMA-API|leak|refcount_t|pagealloc:'; }

# unload: ends the server and unloads its module.
unload() {
  local i
  rpc.nfsd 0
  for ((i = 0; i < 100; i++)); do
    rmmod rpcrdma 2> /dev/null || true
    [[ -e /sys/module/rpcrdma ]] || return 0
    sleep 0.1
  done
  return 1
}

# serve_with MODULE [PARAMETER...]: restarts the server with this module of interop/kernel-patch/build.
serve_with() {
  unload && insmod "$modules/$1.ko" "${@:2}" && rpc.nfsd -H 10.98.0.1 8 && echo "rdma 20049" > /proc/fs/nfsd/portlist
}

# beside_device: prints the PCI address of the network device behind the machine's IOMMU.
beside_device() { basename "$(readlink -f /sys/class/net/eth0/device/..)"; }

# There is a network device, but no other machine for checks.sh to notify of a failure.
tell() { :; }
