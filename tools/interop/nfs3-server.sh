# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs rpcrdma nfs3-server for a folder on tmpfs that contains a folder with many names. The word "kill" restarts the
# server after kill -9; "end" ends it.
mount -t tmpfs -o size=1g tmpfs /mnt
mkdir -p /mnt/state/many
(cd /mnt/state/many && seq -f name-%.0f "$names" | xargs touch)
prepared=true
mkdir -p /run/rpcbind
rpcbind -w
more="--rpcbind --allow 10.98.0.2"
# shellcheck source=interop/our-server.sh
. "$jobs/our-server.sh"
