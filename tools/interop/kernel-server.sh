# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs the kernel's NFS server for our client. The word "end" ends the job.
serve_nfs
: > /mnt/exp/recalled
hear > /dev/null
grep . /proc/sys/sunrpc/svc_rdma/rdma_stat_{recv,read,write}
rm /mnt/exp/recalled
check "kernel's server: nothing is left in its folder" test -z "$(ls -A /mnt/exp)"
