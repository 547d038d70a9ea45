# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Functions for the jobs that use Linux's FRMR pools. $newer is the folder of rdma-vm newer; $modules contains frmr_driver.ko.
driver=/sys/kernel/debug/frmr_driver

# rdma7 WORD...: runs iproute2's program, of the kernel's version, from memory.
rdma7() { /mnt/busybox chroot /mnt/newer /usr/bin/rdma "$@"; }

load_driver() { /mnt/busybox insmod /mnt/frmr_driver.ko; }
unload_driver() { /mnt/busybox rmmod frmr_driver; }

# prepare_pools: copies this program and the driver into memory.
prepare_pools() {
  local file folder
  mount -t tmpfs tmpfs /mnt && mount -t debugfs debugfs /sys/kernel/debug && cp "$modules/frmr_driver.ko" /bin/busybox /mnt || return
  while read -r file; do
    folder=/mnt/newer$(dirname "$file")
    mkdir -p "$folder" && cp -L "$newer$file" "$folder/" || return
  done < <(printf "%s\n" /usr/bin/rdma /lib64/ld-linux-x86-64.so.2
    chroot "$newer" /lib64/ld-linux-x86-64.so.2 --list /usr/bin/rdma | grep -o " /[^ ]*")
  load_driver && rdma7 resource show frmr_pools && rdma7 resource set frmr_pools dev rxe0 aging 1 && unload_driver
}
