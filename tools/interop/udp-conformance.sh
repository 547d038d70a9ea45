# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine with two NICs that are joined by a wire: soft-RoCE on one, our device on the other. Runs the conformance rows on both,
# connected to each other: first our device sends the requests, then soft-RoCE. Soft-RoCE occupies the UDP port on all addresses of the first
# network namespace, so our device is in a second one. There, soft-RoCE is visible but its addresses are not, so its connection manager
# cannot be used.
mount -t tmpfs tmpfs /mnt
address=10.99.0.2
# There is no other machine to notify of a failed check.
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

# inside COMMAND...: runs the command in our device's network namespace.
inside() { nsenter --target "$space" --net "$@"; }

ping_other() {
  local i
  for ((i = 0; i < 50; i++)); do
    inside busybox ping -c 1 -W 1 10.99.0.1 > /dev/null && return
  done
  return 1
}

# hold CLIENT SERVER: runs all rows.
hold() {
  inside "${java[@]}" org.rpcrdma.bench.Rpcrdma conformance --device "$1" --peer "$2" --json $log.json > $log.log 2>&1
  status=$?
  show $log.log
}

# sum NAME: prints a total of the comparison.
sum() { sed -n "s/^    \"$1\" : \([0-9]*\),$/\1/p" $log.json; }

# held WHO: checks the results.
held() {
  check "$1: the exit code of conformance is 0" test $status = 0
  check "$1: every difference between devices and simulation has a known reason" test "$(sum unexplained)" = 0
  check "$1: every listed reason still applies" grep -q '"stale" : \[ \]' $log.json
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
check "the kernel logged no warning" quiet
