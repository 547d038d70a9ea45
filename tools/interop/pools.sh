# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Compares Linux's FRMR pools with ours. interop/run sources this file.

# pools_compared NAME: runs the same scripts on our pools and on Linux's.
pools_compared() {
  local newer modules frmr=$logs/frmr-kernel/scripts command=(org.rpcrdma.interop.frmr.FrmrKernelCommand)
  build_for_newer "$1" frmr-kernel || return 0
  command+=(--folder "$frmr" --seeds "${INTEROP_SEEDS:-1,2,3}" --operations "${INTEROP_OPERATIONS:-10000}")
  rm -rf "$frmr"
  mkdir -p "$frmr"
  attend "${java[@]}" "${command[@]}"
  RDMA_VM_CLOCK=instructions machines "$1" one \
    "$(job frmr-kernel.sh "newer=$(printf '%q' "$newer")" "modules=$(printf '%q' "$modules")" "frmr=$(printf '%q' "$frmr")")"
  [[ $verdict == ok ]] || return 0
  attend "${java[@]}" "${command[@]}" --compare || verdict=failed
}

# pools_shared NAME: runs threads on Linux's pools, and as many on ours. With the same seed, they pop equally often.
pools_shared() {
  local newer modules threads="4 ${INTEROP_OPERATIONS:-10000} 7" ours
  build_for_newer "$1" frmr-kernel || return 0
  RDMA_VM_QEMU="-smp 2" machines "$1" one \
    "$(job frmr-threads.sh "newer=$(printf '%q' "$newer")" "modules=$(printf '%q' "$modules")" "threads='$threads'")"
  [[ $verdict == ok ]] || return 0
  # shellcheck disable=SC2086 # words
  if ours=$("${java[@]}" org.rpcrdma.interop.frmr.PoolThreads $threads) && grep -qx "figure $1: linux: $ours" "$logs/$1.log"; then
    echo "ok $1: ours: one user per handle, created = destroyed + dropped, as many pops: $ours"
  else
    echo "FAILED $1: ours: $ours"
    verdict=failed
  fi
}
