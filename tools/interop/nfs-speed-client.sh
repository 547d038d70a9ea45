# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Measures with fio the speed of the kernel's NFS client on each of three servers, with sequential blocks of 1 MB and random blocks of 4 KB.
# Random reads and writes before that let the JVM compile the server's code; the kernel's server gets the same load.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m

# work RW BYTES DEPTH SECONDS: runs fio; prints its fields.
work() {
  fio --name=speed --directory=/mnt/m --size=16m --rw="$1" --bs="$2" --iodepth="$3" --direct=1 --ioengine=libaio --time_based \
    --ramp_time=2 --runtime="$4" --minimal 2>> /mnt/fio.log
}

# speed RW BYTES DEPTH: prints MB and operations per second.
speed() {
  work "$@" 5 \
    | awk -F ';' '{ printf " %s: %.1f MB/s, %d/s |", rw, ($7 + $48) * 1.024 / 1000, $8 + $49 }' rw="$1 $2"
}

# measured NAME PORT PATH: waits for a server, mounts it and measures it.
measured() {
  await_port "$2" && mount -t nfs -o "${options%,mountport=*},mountport=$2" "10.98.0.1:$3" /mnt/m || return
  grep -q "rsize=$transfer,wsize=$transfer" /proc/mounts || return
  work randrw 4k 16 13 > /dev/null
  echo "figure $1 |$(speed write 1m 4)$(speed read 1m 4)$(speed randwrite 4k 16)$(speed randread 4k 16)"
  grep -q "proto=rdma" /proc/mounts && umount /mnt/m
}

check "the kernel's server on soft-RoCE" measured "knfsd, soft-RoCE" 20048 /mnt/exp
tell rxe
check "our server on soft-RoCE" measured "nfs3-server, soft-RoCE" 20050 /
tell udp
check "our server on a UDP socket" measured "nfs3-server, udp:" 20050 /
tell end
