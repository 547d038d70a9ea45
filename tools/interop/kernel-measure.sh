# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs docs/results/measure-ftrace and measure.bt on a server whose clients mount. Its NIC is soft-RoCE, which needs no mappings, so the
# mappings are measured for the network device behind the machine's IOMMU.
# shellcheck source=interop/tracing.sh
. "$jobs/tracing.sh"
results=$jobs/../../docs/results

load() { serve_with forms && beside_device > /sys/module/rpcrdma/parameters/map_beside; }

# while_mounting COMMAND...: runs the command while clients connect and disconnect.
while_mounting() {
  local status=0
  : > /run/mounting
  while [[ -e /run/mounting ]]; do connect 1; done &
  "$@" || status=$?
  rm /run/mounting
  wait $!
  return $status
}

# measured COMMAND...: runs a measurement, which prints the options for compare.
measured() {
  local parameter
  while_mounting "$@" > /run/measured 2>&1
  show /run/measured
  for parameter in cpu.dma_map cpu.dma_unmap cpu.create_cq cpu.create_qp cpu.connect; do
    grep -q "^--set $parameter=[0-9]" /run/measured || { echo "not printed: $parameter"; return 1; }
  done
}

# by_bpftrace: ends bpftrace after some minutes, as a user would. In this time an emulated processor compiles the script and clients mount.
by_bpftrace() {
  timeout -s INT "${bpftrace_seconds:-600}" bpftrace "$results/measure.bt" || [[ $? == 124 ]]
}

check "kernel-measure: tracing" mount -t tracefs tracefs $tracing
serve_nfs
mkdir /mnt/m
check "kernel-measure: the module" load
check "kernel-measure: measure-ftrace prints what compare is told" measured "$results/measure-ftrace" 3
! command -v bpftrace > /dev/null || check "kernel-measure: measure.bt prints what compare is told" measured by_bpftrace
check "kernel-measure: the kernel's log is clean" clean
