# shellcheck shell=bash disable=SC2034,SC2154 # interop/run sets the other variables, and uses those set here
# Builds kernel modules for a version of Linux. interop/run sources this file.

# build_folder FOLDER: builds the folder's module for RDMA_VM_LINUX.
build_folder() {
  if is_newer "$RDMA_VM_LINUX"; then
    newer=$("$vm" newer) && "$jobs/build-module" "$newer" "$jobs/$1" "$modules"
  else
    "$jobs/kernel-patch/build" "$(image "$RDMA_VM_LINUX")" "$modules" "$1"
  fi
}

# build_for_newer NAME FOLDER: builds the folder's module for Linux 7.3 or the requested version; sets $modules and, if that version is newer
# than this host's Debian, $newer.
build_for_newer() {
  export RDMA_VM_LINUX=${RDMA_VM_LINUX:-7.3}
  modules=$logs/$2/modules@$RDMA_VM_LINUX
  if build_folder "$2"; then
    echo "ok $1: a module is built for Linux $RDMA_VM_LINUX"
  else
    echo "FAILED $1: no module for Linux $RDMA_VM_LINUX"
    verdict=failed
    return 1
  fi
}
