# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: tests svcrdma with the patch in interop/kernel-patch that should be posted: many connections, a load, and an end that leaves nothing
# behind. Everything that was created for Receive buffers must be gone, and the module must unload.
# shellcheck source=interop/mended.sh
. "$jobs/mended.sh"

check "kernel-mended: tracing" mount -t tracefs tracefs $tracing
serve_nfs
mkdir /mnt/m
check "kernel-mended: the module" load
check "kernel-mended: calls are counted" count_calls
before=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
check "kernel-mended: $mounts connections" connect "$mounts"
check "kernel-mended: $fio_seconds s of fio, and a file compared" work
after=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
echo "figure kernel-mended: available memory before=$before KB after=$after KB"
check "kernel-mended: the server ends" rpc.nfsd 0
sleep 2
check "kernel-mended: nothing of Receive buffers is left" gone
check "kernel-mended: the module unloads" unload
check "kernel-mended: the kernel's log is clean" clean
