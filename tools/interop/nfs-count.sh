# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine whose clock counts instructions: the kernel's NFS client on the kernel's server and on ours, both on the machine's soft-RoCE
# device. One processor runs client and server, and it is never idle, so the time per operation is the number of instructions that both
# execute for it.
serve_nfs
rpc.nfsd 0
echo "$transfer" > /proc/fs/nfsd/max_block_size
rpc.nfsd -H 10.98.0.1 8
echo "rdma 20049" > /proc/fs/nfsd/portlist
mkdir /mnt/m

# work RW BYTES DEPTH SECONDS: runs fio; prints its fields.
work() {
  fio --name=count --directory=/mnt/m --size=16m --rw="$1" --bs="$2" --iodepth="$3" --direct=1 --ioengine=libaio --time_based \
    --ramp_time=1 --runtime="$4" --minimal 2>> /mnt/fio.log
}

# count RW KB DEPTH: prints the instructions of an operation.
count() {
  work "$1" "$2k" "$3" 2 | awk -F ';' -v rw="$1" -v kb="$2" '{ printf " %s %dk: %d |", rw, kb, 1e9 * kb / ($7 + $48) }'
}

# counted NAME PORT PATH: waits for a server, mounts it and counts. The JVM compiles most of the server's code before.
counted() {
  await_port "$2" && mount -t nfs -o "${options%,mountport=*},mountport=$2" "10.98.0.1:$3" /mnt/m || return
  work randrw 4k 16 4 > /dev/null
  echo "figure nfs-count: instructions per operation: $1 |$(count randwrite 4 16)$(count randread 4 16)$(count write 1024 4)$(count read 1024 4)"
  grep -q "proto=rdma" /proc/mounts && umount /mnt/m
}

check "nfs-count: the kernel's server" counted knfsd 20048 /mnt/exp
rpc.nfsd 0
"${java[@]}" "${server[@]}" --device rxe0 --export /mnt/exp --max-transfer "$transfer" --no-root-squash &
pid=$!
check "nfs-count: our server" counted nfs3-server 20050 /
kill $pid
wait $pid
check "the kernel logged no warning" quiet
