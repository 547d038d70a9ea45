# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# The kernel's NFS server for a client of ours. Ends when it is told to.
serve_nfs
: > /mnt/exp/recalled
hear > /dev/null
grep . /proc/sys/sunrpc/svc_rdma/rdma_stat_{recv,read,write}
rm /mnt/exp/recalled
check "kernel's server: nothing is left in its folder" test -z "$(ls -A /mnt/exp)"
