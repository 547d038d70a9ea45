# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Tests shared Receives in the NFS server of a newer Linux. interop/run sources this file.

# receives_shared NAME: mounts of svcrdma with the prototype of shared Receives.
receives_shared() {
  local modules
  export RDMA_VM_LINUX=${RDMA_VM_LINUX:-7.3}
  modules=$logs/kernel-patch/modules/$RDMA_VM_LINUX
  limit=${RDMA_VM_LIMIT:-3600}
  if "$jobs/kernel-patch/build" "$RDMA_VM_LINUX" "$modules" shared; then
    echo "ok $1: svcrdma with shared Receives is built for Linux $RDMA_VM_LINUX"
  else
    echo "FAILED $1: no svcrdma with shared Receives for Linux $RDMA_VM_LINUX"
    verdict=failed
    return
  fi
  RDMA_VM_MEM=${RDMA_VM_MEM:-4096} RDMA_VM_QEMU=$(beside_iommu intel-iommu,intremap=off) RDMA_VM_KERNEL="intel_iommu=on iommu.strict=1" \
    machines "$1" one "$(job kernel-shared.sh "modules=$(printf '%q' "$modules")" "mounts=${INTEROP_MOUNTS:-8}" "fio_seconds=${INTEROP_FIO_SECONDS:-60}")"
}
