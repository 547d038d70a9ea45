# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs three NFSv3 servers for one folder on tmpfs, one after the other: the kernel's and ours on soft-RoCE, ours on a UDP socket. The words
# "rxe" and "udp" start the next one; "end" ends the job.
serve_nfs
rpc.nfsd 0
echo "$transfer" > /proc/fs/nfsd/max_block_size
rpc.nfsd -H 10.98.0.1 8
echo "rdma 20049" > /proc/fs/nfsd/portlist

# ours DEVICE: our server replaces the previous server.
ours() {
  [[ -z ${pid:-} ]] || { kill $pid && wait $pid; }
  rpc.nfsd 0
  [[ $1 == rxe0 ]] || { rdma link delete rxe0 && busybox rmmod rdma_rxe; }
  "${java[@]}" "${server[@]}" --device "$1" --export /mnt/exp --max-transfer "$transfer" --no-root-squash &
  pid=$!
}

while word=$(hear); do
  case $word in
    rxe) ours rxe0 ;;
    udp) ours udp:10.98.0.1 ;;
    end) break ;;
  esac
done
kill $pid
