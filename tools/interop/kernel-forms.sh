# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine whose clock counts instructions: the module of interop/kernel-forms sets up and tears down connections' Receive buffers in each form, for a
# network device behind the machine's IOMMU, first in strict and then in lazy mode, because a group cannot return to strict mode. Without an IOMMU there
# is one mode. $rows is the file for rows of forms.sh's table, without the kernel and the IOMMU; $rows.machine receives the kernel and the machine; $queues
# is the file for shared receive queues, or empty.
module=/sys/kernel/debug/receive_forms
seed=1

# ask WORD...: makes the module execute a command; prints its answer.
ask() { echo "$*" > $module/commands && cat $module/answers; }

# list_forms: lists the forms that this kernel supports, and the forms that can fall back to a smaller block or need no block.
list_forms() {
  forms=$(ask forms) && falling=$(grep -xE "stock|one-iova-.*" <<< "$forms")
}

# choose_device: chooses the network device. Checks the clock: a million rounds of a loop must take 2,000,000 instructions. $tick is the number of
# instructions per clock tick, 1 by default.
choose_device() {
  ask device "$(basename "$(readlink -f /sys/class/net/eth0/device/..)")" > /run/device || return
  show /run/device
  awk -v tick="${tick:-1}" '{ counted = tick * $NF } END { exit !(counted >= 1980000 && counted <= 2020000) }' /run/device
}

# measure MODE MEMORY BUFFERS FORM...: prints one row per form.
measure() {
  local mode=$1 memory=$2 buffers=$3 form
  shift 3
  for form in "$@"; do
    ask connections "$form" "$buffers" > /run/row || return
    printf '%s\t%s\t' "$mode" "$memory" | cat - /run/row >> "$rows"
  done
}

# measure_all MODE
measure_all() {
  local buffers
  # shellcheck disable=SC2086 # words
  for buffers in $sizes; do
    check "kernel-forms: $1, $buffers buffers" measure "$1" whole "$buffers" $forms
  done
}

# fragmented MODE: measures the same while no block of eight pages is free.
fragmented() {
  local buffers
  ask fragment $seed > /run/held || return
  show /run/held
  for buffers in $sizes; do
    # shellcheck disable=SC2086 # words
    measure "$1" fragmented "$buffers" $falling || return
  done
  ask mend
}

# share: measures shared receive queues.
share() {
  local receives
  for receives in $sizes; do
    ask shared "$receives" dummy0 >> "$queues" || return
  done
}

# is_behind IOMMU: succeeds if the device is behind this IOMMU, in strict mode; with none, the device must not be behind any IOMMU.
is_behind() {
  if [[ $1 == none ]]; then [[ ! -e $group ]]; else [[ $(cat "$group/type") == DMA ]]; fi
}

group=/sys/class/net/eth0/device/../iommu_group
mode=strict
[[ $iommu != none ]] || mode=none
check "kernel-forms: the device's IOMMU: $iommu, $mode" is_behind "$iommu"
check "kernel-forms: debugfs" mount -t debugfs debugfs /sys/kernel/debug
check "kernel-forms: the module" busybox insmod "$modules/receive_forms.ko"
check "kernel-forms: its forms" list_forms
check "kernel-forms: a device; the clock counts instructions" choose_device
measure_all $mode
check "kernel-forms: fragmented memory" fragmented $mode
[[ -z $queues ]] || check "kernel-forms: shared receive queues" share
if [[ $mode == strict ]]; then
  check "kernel-forms: the IOMMU is told to be lazy" eval 'echo DMA-FQ > $group/type'
  measure_all lazy
fi
echo "$(uname -r) $(cat /sys/class/dmi/id/product_version 2> /dev/null || echo virt)" > "$rows.machine"
check "kernel-forms: the module goes" busybox rmmod receive_forms
check "kernel-forms: the kernel warned of nothing" quiet
