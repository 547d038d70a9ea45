# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Evaluates, on this host, the traces of a machine's kernel. interop/run sources this file.

# The kernel options of a machine whose instructions are counted: except for its IOMMU, they are Linux's defaults, which Debian changes.
counted_kernel="intel_iommu=on iommu.strict=1 init_on_alloc=0 kfence.sample_interval=0 preempt=none"

# beside_iommu [DEVICE]: prints QEMU's options for a machine with this IOMMU, or none, and a network device behind it.
beside_iommu() {
  echo "-machine q35 -cpu max,-erms,-fsrm ${1:+-device $1} -netdev user,id=mapped,restrict=on" \
    "-device virtio-net-pci,netdev=mapped,disable-legacy=on,iommu_platform=on,romfile="
}

# traced: runs kernel-trace's machine, which has a network device behind an IOMMU, and evaluates its traces. An instruction that
# clears memory counts once per byte (per 8 bytes without "fast strings"), although no processor takes that long. Therefore the kernel
# does not clear allocated memory, which is Linux's default, but not Debian's.
traced() {
  local traces=$logs/kernel-trace table=$logs/kernel-trace.table
  rm -rf "$traces"
  mkdir -p "$traces"
  RDMA_VM_CLOCK=instructions RDMA_VM_KERNEL=$counted_kernel \
    RDMA_VM_QEMU=$(beside_iommu intel-iommu,intremap=off) one kernel-trace
  [[ $verdict == ok ]] || return 0
  awk -f "$jobs/traces.awk" -f "$jobs/kernel-trace.awk" "$traces"/{outer-128,parts-128,inner-128,parts-64,all-128,dma-strict,dma-lazy}.trace > "$table" || verdict=failed
  cat "$table"
}

# The columns of kernel-patch.awk.
patch_columns=kernel,iommu,mode,buffers,form,all_us,all_low,all_high,receive_us,receive_low,receive_high,map_us,unmap_us,alloc_us,free_us,search_us,shard_us,post_us,other_us,\
maps,unmaps,allocs,frees,searches,shards,posts,others,traced_own_us,traced_nested_us

# is_newer LINE: succeeds if rdma-vm provides the headers and the compiler of this kernel, because the host's Debian does not.
is_newer() { ((${1%%.*} >= 7)); }

# image LINE: prints the package of Debian's kernel 6.1 or 6.12.
image() {
  { apt-cache depends "linux-image-$1-amd64" 2> /dev/null || true; apt-cache depends linux-image-amd64 2> /dev/null || true; } \
    | awk -v begin="linux-image-$1." '/Depends:/ && index($2, begin) == 1 && !found { found = 1; print $2 }'
}

# build_modules LINE MODULE...: builds svcrdma for this version of Linux; sets the folder of the modules, and the kernel's package, or "" if
# RDMA_VM_LINUX has to name the kernel.
build_modules() {
  local line=$1 kernel
  shift
  if is_newer "$line"; then
    package='' kernel=$line
  else
    package=$(image "$line")
    [[ -n $package ]] || { apt-get -qq update > "$logs/kernel-patch.apt" 2>&1 || true; package=$(image "$line"); }
    kernel=$package
  fi
  modules=$logs/kernel-patch/modules/$kernel
  if [[ -n $kernel ]] && "$jobs/kernel-patch/build" "$kernel" "$modules" "$@"; then
    echo "ok kernel-patch: Linux $kernel: its modules are built"
  else
    echo "FAILED kernel-patch: no modules for Linux $line: ${kernel:-no package has it}"
    verdict=failed
    return 1
  fi
}

# linux_of LINE: prints the value of RDMA_VM_LINUX for this version.
linux_of() { if is_newer "$1"; then echo "$1"; fi; }

# patched: runs the forms of svcrdma in machines with each kernel and each IOMMU in turn, and evaluates their traces.
patched() {
  local line iommu package modules table=$logs/kernel-patch.csv traces device modes sizes=${INTEROP_BUFFERS:-72 135 263 2055} forms mended shared
  limit=${RDMA_VM_LIMIT:-3600}
  mkdir -p "$logs/kernel-patch"
  echo "$patch_columns" > "$table"
  for line in ${INTEROP_KERNELS:-6.1 6.12 7.3}; do
    forms=" ${INTEROP_FORMS:-stock posted cursor order3 mended shared} " mended='' shared=''
    [[ $line == 6.1 || $forms != *" mended "* ]] || mended=mended
    [[ $line == 6.* || $forms != *" shared "* ]] || shared=shared
    forms=${forms/ mended / }
    forms=${forms/ shared / }
    build_modules "$line" forms $mended $shared || return
    for iommu in ${INTEROP_IOMMUS:-vt-d amd-vi}; do
      traces=$logs/kernel-patch/$line-$iommu
      case $iommu in
        vt-d) device=intel-iommu,intremap=off modes="none strict" ;;
        amd-vi) device=amd-iommu modes=strict ;;
        *) fail "no such IOMMU: $iommu" ;;
      esac
      rm -rf "$traces"
      mkdir -p "$traces"
      RDMA_VM_IMAGE=$package RDMA_VM_LINUX=$(linux_of "$line") RDMA_VM_CLOCK=instructions RDMA_VM_QEMU=$(beside_iommu $device) \
        RDMA_VM_KERNEL=$counted_kernel machines "kernel-patch-$line-$iommu" one \
        "$(job kernel-patch.sh "traces=$(printf '%q' "$traces")" "modules=$(printf '%q' "$modules")" "forms='$forms'" "sizes='$sizes'" "modes='$modes'" \
          "mended=$mended" "shared=$shared")"
      [[ $verdict == ok ]] || return 0
      awk -f "$jobs/traces.awk" -f "$jobs/kernel-patch.awk" kernel="$line" iommu="$iommu" "$traces"/*.trace > "$traces/rows.csv" || verdict=failed
      sort -t, -k2,2 -k3,3r -k4,4n "$traces/rows.csv" >> "$table"
    done
  done
  awk -F, -f "$jobs/kernel-patch-table.awk" "$table"
}

# Options of a machine's kernel that detects uses of freed memory and reports where a slab's objects were allocated. Debian's kernels have neither
# KASAN nor kmemleak.
checked_kernel="intel_iommu=on iommu.strict=1 slab_debug=FZPU page_poison=1 kfence.sample_interval=100"

# mended NAME: makes many connections to svcrdma with the patch that should be posted. The patch for Linux 7.3 also runs in a second machine, in which
# calls fail. Its clock counts instructions, so that it leaps over the times in which a client waits.
mended() {
  local package modules line=${RDMA_VM_LINUX:-6.12} run=${INTEROP_MENDED:-mounts failures}
  limit=${RDMA_VM_LIMIT:-7200}
  build_modules "$line" mended || return
  export RDMA_VM_IMAGE=$package RDMA_VM_LINUX=$(linux_of "$line") RDMA_VM_QEMU=$(beside_iommu intel-iommu,intremap=off)
  if [[ " $run " == *" mounts "* ]]; then
    RDMA_VM_KERNEL="intel_iommu=on iommu.strict=1" machines "$1" one \
      "$(job kernel-mended.sh "modules=$(printf '%q' "$modules")" "mounts=${INTEROP_MOUNTS:-1000}" "fio_seconds=${INTEROP_FIO_SECONDS:-600}" pause=0)"
  fi
  [[ $verdict == ok && -n $RDMA_VM_LINUX && " $run " == *" failures "* ]] || return 0
  RDMA_VM_CLOCK=instructions RDMA_VM_KERNEL=$checked_kernel machines "$1-failures" one \
    "$(job kernel-failures.sh "modules=$(printf '%q' "$modules")" pause=0)"
}

# measure: runs a maintainer's measurement for servers with NICs, on soft-RoCE.
measure() {
  local package modules
  limit=${RDMA_VM_LIMIT:-7200}
  build_modules 6.1 forms || return
  RDMA_VM_IMAGE=$package RDMA_VM_QEMU=$(beside_iommu intel-iommu,intremap=off) RDMA_VM_KERNEL="intel_iommu=on" machines kernel-measure one \
    "$(job kernel-measure.sh "modules=$(printf '%q' "$modules")")"
}
