# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine with two NICs that are joined by a wire: soft-RoCE on one, our device on the other. Both held to the rows of real verbs,
# connected to each other, first ours as the one that asks, then soft-RoCE. Soft-RoCE has the UDP port of all addresses of the first network
# namespace, so that ours has another one: soft-RoCE is seen from there, its addresses are not, and connections cannot be managed.
mount -t tmpfs tmpfs /mnt
address=10.99.0.2
# No other machine is to be told of a check that fails.
tell() { :; }
log=/mnt/conformance

joined() {
  unshare --net sleep infinity &
  space=$!
  rdma link delete rxe0 && ip link set eth0 up mtu 1500 && ip address add 10.99.0.1/24 dev eth0 && rdma link add rxe0 type rxe netdev eth0 || return
  until ip link set eth1 netns "$space" 2> /dev/null; do sleep 0.1; done
  inside ip link set lo up && inside ip link set eth1 up mtu 1500 && inside ip address add $address/24 dev eth1 || return
  ping_other
}

# inside COMMAND...: in the network namespace of our device.
inside() { nsenter --target "$space" --net "$@"; }

ping_other() {
  local i
  for ((i = 0; i < 50; i++)); do
    inside busybox ping -c 1 -W 1 10.99.0.1 > /dev/null && return
  done
  return 1
}

# hold CLIENT SERVER: all rows.
hold() {
  inside "${java[@]}" org.rpcrdma.bench.Rpcrdma conformance --device "$1" --peer "$2" --json $log.json > $log.log 2>&1
  status=$?
  show $log.log
}

# sum NAME: what the comparison says of all rows.
sum() { sed -n "s/^    \"$1\" : \([0-9]*\),$/\1/p" $log.json; }

# held WHO: checks what came of it.
held() {
  check "$1: conformance ends with 0" test $status = 0
  check "$1: no difference between devices and simulation is unexplained" test "$(sum unexplained)" = 0
  check "$1: nothing is explained that does not differ" grep -q '"stale" : \[ \]' $log.json
  check "$1: at least 60 rows ran ($(ran)), $(sum agrees) agree, $(sum explained) differ as explained" test "$(ran)" -ge 60
}

ran() { grep -c 'device=\(pass\|fail\)' $log.log; }

check "two NICs, joined" joined
hold udp:$address rxe0
held "ours to soft-RoCE"
hold rxe0 udp:$address
held "soft-RoCE to ours"
kill "$space"
check "the kernel saw no bad invariant CRC" bash -c '! busybox dmesg | grep -i icrc'
check "the kernel warned of nothing" quiet
