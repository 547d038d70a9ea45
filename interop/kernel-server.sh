# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# The kernel's NFS server, listening for RDMA on port 20049, MOUNT on TCP port 20048. Ends when it is told to.
mount -t tmpfs tmpfs /var/lib/nfs
mkdir -p /var/lib/nfs/{sm,rpc_pipefs,nfsdcltrack,v4recovery}
touch /var/lib/nfs/{etab,rmtab,state}
mount -t rpc_pipefs rpc_pipefs /var/lib/nfs/rpc_pipefs
mount -t tmpfs tmpfs /mnt
mkdir -m 777 /mnt/exp
mount -t nfsd nfsd /proc/fs/nfsd
rpcbind -w 2> /dev/null || rpcbind
exportfs -o rw,sync,no_subtree_check,fsid=0,no_root_squash,insecure '*:/mnt/exp'
: > /mnt/exp/recalled
# Until nobody may claim locks of before any more, no delegations are given.
echo 10 > /proc/fs/nfsd/nfsv4gracetime
echo 1 > /proc/sys/fs/nfs/nlm_grace_period
rpc.nfsd -H 10.98.0.1 8
echo "rdma 20049" > /proc/fs/nfsd/portlist
rpc.mountd -p 20048
hear > /dev/null
grep . /proc/sys/sunrpc/svc_rdma/rdma_stat_{recv,read,write}
rm /mnt/exp/recalled
check "kernel's server: nothing is left in its folder" test -z "$(ls -A /mnt/exp)"
