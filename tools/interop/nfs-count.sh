# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine whose clock counts instructions: the kernel's NFS client on the kernel's server and on ours, and rpcrdma perf. The clients use the
# soft-RoCE device of one end of a wire; the servers use the soft-RoCE device of the other end or, in a second network namespace, a UDP socket.
# The wire is a pair of virtual Ethernet devices, which need no virtual hardware. One processor runs client and server. While it is busy, the time
# per operation is the number of instructions that both execute for it. While it is idle, the clock jumps, so each figure shows the idle share.
perf=(org.rpcrdma.bench.Rpcrdma perf)
client=10.99.0.1
served=10.99.0.2
# At most this percentage of a measurement may be idle.
most_idle=5

# wired: joins two soft-RoCE devices by a wire. Both addresses belong to this machine, so rules keep their packets off the loopback device. Soft-RoCE
# sends the responses to many READs before it receives the first of them, and no packet may be lost.
wired() {
  local end
  echo 100000 > /proc/sys/net/core/netdev_max_backlog
  ip link add near mtu 1500 type veth peer name far mtu 1500 || return
  for end in near far; do
    echo 1 > "/proc/sys/net/ipv4/conf/$end/accept_local"
    ip link set $end up || return
  done
  ip address add $client/24 dev near && ip address add $served/24 dev far \
    && ip route add $served dev near src $client table 1 && ip route add $client dev far src $served table 2 \
    && ip rule add pref 3 lookup local && ip rule add pref 1 iif lo to $served lookup 1 && ip rule add pref 2 iif lo to $client lookup 2 \
    && ip rule delete pref 0 && rdma link delete rxe0 && rdma link add rxe1 type rxe netdev near && rdma link add rxe2 type rxe netdev far
}

# apart: moves the servers' end of the wire to a second network namespace, because soft-RoCE occupies its UDP port on all addresses of the first.
# Like a NIC's driver, this end then merges the datagrams that a socket asks to be merged.
apart() {
  unshare --net sleep infinity &
  space=$!
  rdma link delete rxe2 || return
  # Until unshare has created the namespace, the process is in this one.
  while [[ /proc/$space/ns/net -ef /proc/self/ns/net ]]; do sleep 0.1; done
  ip link set far netns "$space" || return
  inside=(nsenter --target "$space" --net)
  "${inside[@]}" ip link set lo up && "${inside[@]}" ip link set far up && "${inside[@]}" ip address add $served/24 dev far \
    && "${inside[@]}" ethtool -K far gro on
}

# await_server PORT: waits until a server listens.
await_server() {
  local end=$((SECONDS + patience))
  until { : > "/dev/tcp/$served/$1"; } 2> /dev/null; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# watch: while a measurement runs, sets the percentage of a second and a half in which the processor was idle. Before that, the measurement's program
# starts, and may wait for the host's disk; a busy loop of half a second keeps the clock from jumping until then.
watch() {
  local up idle
  while :; do :; done &
  sleep 0.5
  kill $!
  read -r up idle < /proc/uptime
  sleep 1.5
  idle_percent=$(awk -v up="$up" -v idle="$idle" '{ printf "%.1f", 100 * ($2 - idle) / ($1 - up) }' /proc/uptime)
}

# work RW BYTES DEPTH SECONDS: runs fio, which begins to measure after half a second; prints its fields.
work() {
  fio --name=count --directory=/mnt/m --size=16m --rw="$1" --bs="$2" --iodepth="$3" --direct=1 --ioengine=libaio --time_based \
    --ramp_time=500ms --runtime="$4" --minimal 2>> /mnt/fio.log
}

# count RW KB DEPTH: adds the instructions of an operation to the figure.
count() {
  local load
  work "$1" "$2k" "$3" 2 > /mnt/fields &
  load=$!
  watch
  wait $load && add "$1 ${2}k" "$(awk -F ';' -v kb="$2" '{ printf "%d", 1e9 * kb / ($7 + $48) }' /mnt/fields)"
}

# add WHAT INSTRUCTIONS: adds a count and its idle share to the figure.
add() {
  figure+=" $1: $2 (idle $idle_percent %) |"
  awk -v percent="$idle_percent" -v most=$most_idle 'BEGIN { exit !(percent <= most) }'
}

# counted NAME PORT PATH: waits for a server, mounts it and counts. The JVM compiles most of the server's code before.
counted() {
  local figure="figure nfs-count: instructions per operation: $1 |" status=0 idle_percent
  await_server "$2" && mount -t nfs -o "${options%,mountport=*},mountport=$2" "$served:$3" /mnt/m || return
  work randrw 4k 16 4 > /dev/null
  count randwrite 4 16 && count randread 4 16 && count write 1024 4 && count read 1024 4 || status=$?
  echo "$figure"
  grep -q "proto=rdma" /proc/mounts && umount /mnt/m && return $status
}

# exchanged NAME: runs rpcrdma perf to a server, which waits for events, as the client does. The client prints the heading, then warms up.
exchanged() {
  local figure="figure nfs-count: instructions per message: $1 |" one test size load status=0 idle_percent
  seen listening: /mnt/server.log || return
  for one in "send-bw 64" "send-bw 4096" "read-bw 1048576"; do
    read -r test size <<< "$one"
    "${java[@]}" "${perf[@]}" client "$test" $served --device rxe1 -e -s "$size" -D 2 --warm-up 1 > /mnt/client.log 2>&1 &
    load=$!
    seen '#bytes' /mnt/client.log || return
    watch
    wait $load || { show /mnt/client.log /mnt/server.log; return 1; }
    add "$test $size" "$(awk '$1 ~ /^[0-9]+$/ { printf "%d", 1e9 * $1 / ($4 * 1048576) }' /mnt/client.log)" || status=$?
  done
  echo "$figure"
  return $status
}

# serve DEVICE COMMAND...: runs our server.
serve() {
  local device=$1
  shift
  "$@" --device "$device" > /mnt/server.log 2>&1 &
  pid=$!
}

# stop: ends our server.
stop() { kill $pid; wait $pid; }

ours=("${java[@]}" "${server[@]}" --export /mnt/exp --max-transfer "$transfer" --no-root-squash)
check "nfs-count: two soft-RoCE devices on a wire" wired
serve_nfs $served
rpc.nfsd 0
echo "$transfer" > /proc/fs/nfsd/max_block_size
rpc.nfsd -H $served 8
echo "rdma 20049" > /proc/fs/nfsd/portlist
mkdir /mnt/m

check "nfs-count: the kernel's server" counted "knfsd, soft-RoCE" 20048 /mnt/exp
rpc.nfsd 0
serve rxe2 "${ours[@]}"
check "nfs-count: our server on soft-RoCE" counted "nfs3-server, soft-RoCE" 20050 /
stop
serve rxe2 "${java[@]}" "${perf[@]}" server -e
check "nfs-count: perf to soft-RoCE" exchanged soft-RoCE
stop
check "nfs-count: the wire's other end in a second namespace" apart
serve udp:$served "${inside[@]}" "${ours[@]}"
check "nfs-count: our server on a UDP socket" counted "nfs3-server, udp:" 20050 /
stop
serve udp:$served "${inside[@]}" "${java[@]}" "${perf[@]}" server -e
check "nfs-count: perf to a UDP socket" exchanged udp:
stop
kill "$space"
check "the kernel saw no bad invariant CRC" bash -c '! busybox dmesg | grep -i icrc'
check "the kernel logged no warning" quiet
