# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine: its soft-RoCE device held to the rows of real verbs, beside the simulation of such a device.
mount -t tmpfs tmpfs /mnt

"${java[@]}" org.rpcrdma.bench.Rpcrdma conformance --device rxe0 --json /mnt/conformance.json > /mnt/conformance.log 2>&1
status=$?
sed 's/^/  | /' /mnt/conformance.log

# sum NAME: what the comparison says of all rows.
sum() { sed -n "s/^    \"$1\" : \([0-9]*\),$/\1/p" /mnt/conformance.json; }

# Where soft-RoCE pages on demand more rows run, and rdma-core lacks what some of them call.
agree=115 run=60
! pages_on_demand || agree=90 run=90

check "conformance: it ends with 0" test $status = 0
check "conformance: no difference between device and simulation is unexplained" test "$(sum unexplained)" = 0
check "conformance: nothing is explained that does not differ" grep -q '"stale" : \[ \]' /mnt/conformance.json
check "conformance: at least $agree rows agree ($(sum agrees)), and few differ ($(sum explained))" test "$(sum agrees)" -ge $agree
check "conformance: at least $run rows ran on the device" test "$(grep -c 'device=\(pass\|fail\)' /mnt/conformance.log)" -ge $run
