# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# What the jobs share that work on Linux's FRMR pools. $newer is the folder of rdma-vm newer, $modules has frmr_driver.ko.
driver=/sys/kernel/debug/frmr_driver

# rdma7 WORD...: iproute2's program, as new as the kernel, from memory.
rdma7() { /mnt/busybox chroot /mnt/newer /usr/bin/rdma "$@"; }

load_driver() { /mnt/busybox insmod /mnt/frmr_driver.ko; }
unload_driver() { /mnt/busybox rmmod frmr_driver; }

# prepare_pools: has that program and the driver in memory.
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
