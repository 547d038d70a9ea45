# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# What a machine's kernel traced, read on this host. Read by interop/run.

# traced: runs kernel-trace's machine, which has a network device behind an IOMMU, and prints what its traces say. An instruction that
# clears memory counts for each byte (each 8 bytes without "fast strings"), which no processor takes that long for: the kernel is told
# not to clear what it allocates, which is the default of Linux, if not of Debian.
traced() {
  local traces=$logs/kernel-trace table=$logs/kernel-trace.table
  rm -rf "$traces"
  mkdir -p "$traces"
  local mapped="-netdev user,id=mapped,restrict=on -device virtio-net-pci,netdev=mapped,disable-legacy=on,iommu_platform=on,romfile="
  RDMA_VM_CLOCK=instructions RDMA_VM_KERNEL="intel_iommu=on iommu.strict=1 init_on_alloc=0" \
    RDMA_VM_QEMU="-machine q35 -cpu max,-erms,-fsrm -device intel-iommu,intremap=off $mapped" one kernel-trace
  [[ $verdict == ok ]] || return 0
  awk -f "$jobs/kernel-trace.awk" "$traces"/{outer-128,parts-128,inner-128,parts-64,all-128,dma-strict,dma-lazy}.trace > "$table" || verdict=failed
  cat "$table"
}
