# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs the conformance rows on its soft-RoCE device and on the simulation of such a device.
mount -t tmpfs tmpfs /mnt

"${java[@]}" org.rpcrdma.bench.Rpcrdma conformance --device rxe0 --json /mnt/conformance.json > /mnt/conformance.log 2>&1
status=$?
sed 's/^/  | /' /mnt/conformance.log

# sum NAME: prints a total of the comparison.
sum() { sed -n "s/^    \"$1\" : \([0-9]*\),$/\1/p" /mnt/conformance.json; }

# If soft-RoCE has on-demand paging, more rows run; for some of them, rdma-core lacks a function.
agree=115 run=60
! pages_on_demand || agree=90 run=90

check "conformance: the exit code is 0" test $status = 0
check "conformance: every difference between device and simulation has a known reason" test "$(sum unexplained)" = 0
check "conformance: every listed reason still applies" grep -q '"stale" : \[ \]' /mnt/conformance.json
check "conformance: at least $agree rows agree ($(sum agrees)), and few differ ($(sum explained))" test "$(sum agrees)" -ge $agree
check "conformance: at least $run rows ran on the device" test "$(grep -c 'device=\(pass\|fail\)' /mnt/conformance.log)" -ge $run
