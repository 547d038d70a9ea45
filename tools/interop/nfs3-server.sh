# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# rpcrdma nfs3-server over a folder on tmpfs, which has a folder of many names. Is told "kill" (kill -9 and a new start), "end".
mount -t tmpfs -o size=1g tmpfs /mnt
mkdir -p /mnt/state/many
(cd /mnt/state/many && seq -f name-%.0f "$names" | xargs touch)
prepared=true
mkdir -p /run/rpcbind
rpcbind -w
more="--rpcbind --allow 10.98.0.2"
# shellcheck source=interop/our-server.sh
. "$jobs/our-server.sh"
