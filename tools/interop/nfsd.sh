# shellcheck shell=bash
# serve_nfs [ADDRESS]: starts the kernel's NFS server for /mnt/exp, on TCP and, for RDMA, on port 20049. MOUNT listens on TCP port 20048.
serve_nfs() {
  mount -t tmpfs tmpfs /var/lib/nfs
  mkdir -p /var/lib/nfs/{sm,rpc_pipefs,nfsdcltrack,v4recovery}
  touch /var/lib/nfs/{etab,rmtab,state}
  mount -t rpc_pipefs rpc_pipefs /var/lib/nfs/rpc_pipefs
  mount -t tmpfs tmpfs /mnt
  mkdir -m 777 /mnt/exp
  mount -t nfsd nfsd /proc/fs/nfsd
  rpcbind -w 2> /dev/null || rpcbind
  exportfs -o rw,sync,no_subtree_check,fsid=0,no_root_squash,insecure '*:/mnt/exp'
  # The server grants no delegations during the grace period, in which clients may reclaim earlier locks.
  echo 10 > /proc/fs/nfsd/nfsv4gracetime
  echo 1 > /proc/sys/fs/nfs/nlm_grace_period
  rpc.nfsd -H "${1:-10.98.0.1}" 8
  echo "rdma 20049" > /proc/fs/nfsd/portlist
  rpc.mountd -p 20048
}
