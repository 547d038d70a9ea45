# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs our client against the kernel's NFS server.
await_port 20048
set -o pipefail
checked() {
  "${java[@]}" "$check" --device rxe0 --server 10.98.0.1 --mount-port 20048 --export /mnt/exp 2>&1 &&
    "${java[@]}" "$callbacks" --device rxe0 --server 10.98.0.1 --file recalled 2>&1
}
checked
status=$?
tell end
[[ $status == 0 ]] || echo "FAILED our client: status=$status"
exit $status
