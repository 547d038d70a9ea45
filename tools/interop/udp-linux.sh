# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs the kernel's NFS and RDMA tools against our devices, which are UDP sockets of the other machine.
examples=org.rpcrdma.example
tools=org.rpcrdma.interop.tools
# The time limit of a tool, in seconds: some tools wait forever for a peer that has ended.
longest=60
files=$udp_files fio_mb=$udp_fio_mb sparse=1M
serve_nfs 10.98.0.2
mkdir /mnt/m /mnt/tree
options=$options,timeo=600

# rate NAME FILE: prints the messages per second, the MB of READs, or the microseconds that a program of perftest printed.
rate() {
  local column
  case $1 in read_bw) column=4 ;; read_lat) column=6 ;; *) column=5 ;; esac
  awk -v column=$column -v scale=$([[ $1 == *send_bw ]] && echo 1e6 || echo 1) \
    '$1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]+$/ { value = $column * scale } END { printf "%.1f\n", value; exit !(value > 0) }' "$2"
}

# measure NAME ADDRESS OPTIONS...: retries a program of perftest until its server listens; writes its output to /mnt/perftest.
measure() {
  local name=$1 address=$2 end=$((SECONDS + patience))
  shift 2
  until timeout $longest "ib_$name" -F -d rxe0 "$@" "$address" > /mnt/perftest 2>&1 && rate "$name" /mnt/perftest > /mnt/rate; do
    ((SECONDS < end)) || { cat /mnt/perftest; return 1; }
    sleep 0.3
  done
}

# The measurements: name, iterations, bytes.
measured=("send_bw 10000 64" "send_bw 3000 4096" "read_bw 40 1048576" "read_lat 500 64")

# The kernel's devices.
baseline() {
  local name count size one
  for one in "${measured[@]}"; do
    read -r name count size <<< "$one"
    tell "native ib_$name -F -d rxe0 -n $count -s $size" && measure "$name" 10.98.0.1 -n "$count" -s "$size" || return
    kernels+=("$(cat /mnt/rate)")
  done
}

# To our server, which handles all of them.
to_ours() {
  local name count size one
  ours=()
  for one in "${measured[@]}"; do
    read -r name count size <<< "$one"
    measure "$name" 10.98.0.6 -R -n "$count" -s "$size" || return
    ours+=("$(cat /mnt/rate)")
  done
}

# await_listener PORT: waits until a program of this machine listens on the port by RDMA.
await_listener() {
  local end=$((SECONDS + longest))
  until rdma resource show cm_id | grep -q "state LISTEN .* src-addr [0-9.]*:$1 "; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# from_ours NAME COUNT SIZE: runs our client and a server of perftest.
from_ours() {
  timeout $longest "ib_$1" -R -F -d rxe0 -n "$2" -s "$3" > /mnt/perftest 2>&1 &
  await_listener 18515 && tell "run $tools.PerftestCommand --device udp:10.98.0.7 --server 10.98.0.2 --test ${1^^} --count $2 --size $3" && wait $! && tell wait || { cat /mnt/perftest; return 1; }
}

# Retries rping's client until our server listens.
ping_ours() {
  local end=$((SECONDS + patience))
  until timeout $longest rping -c -a 10.98.0.5 -C 20 -S 1500 -V -v > /mnt/pings 2>&1; do
    ((SECONDS < end)) || { cat /mnt/pings; return 1; }
    sleep 0.3
  done
  lines 20 '^ping data: rdma-ping-' /mnt/pings
}

# Runs rping's server and our client.
pinged_by_ours() {
  timeout $longest rping -s -a 10.98.0.2 -v > /mnt/pinged 2>&1 &
  await_listener 7174 && tell "run $tools.RpingCommand --device udp:10.98.0.4 --server 10.98.0.2 --count 20" && wait $! && tell wait
  lines 20 '^server ping data: rdma-ping-' /mnt/pinged
}

# When Linux 6.1's soft-RoCE goes back to a lost SEND, it executes a registration again, rejects it ("mr->lkey = ... not free")
# and sends nothing more, even to soft-RoCE. Therefore its NFS client must drop such a connection after 3 s instead of 60.
impatient() {
  umount /mnt/m && options=${options%,timeo=*},timeo=30 && mounted
}

# netem RULES: applies the rules to the packets that leave either machine.
netem() {
  tell "netem $1" || return
  tc qdisc del dev eth0 root 2> /dev/null
  # shellcheck disable=SC2086 # words
  tc qdisc add dev eth0 root netem $1
}

# narrow: runs our device on a slow path, 5 MB per second, with and without congestion control.
narrow() {
  netem "rate 40mbit delay 1ms loss 0.1%" || return
  local uncontrolled
  for uncontrolled in false true; do
    tell "set rpcrdma.udp.uncontrolled $uncontrolled" && from_ours write_bw 160 65536 && from_ours read_bw 160 65536 || return
  done
}

disturbed() {
  cp -a /mnt/tree /mnt/m/disturbed && forget && diff -r --no-dereference /mnt/tree /mnt/m/disturbed
}

calm() {
  tell "netem delay 0" && tc qdisc del dev eth0 root
}

kernels=() ours=()
check "perftest: the kernel's devices with each other" baseline
tell ours
tell "serve $examples.nfs3.Nfs3ServerCommand --device udp:10.98.0.1 --export /mnt/state --no-root-squash --max-transfer 262144"
tell "run $check --device udp:10.98.0.3 --server 10.98.0.2 --mount-port 20048 --export /mnt/exp --chunks 2 --files 40"
tell "serve $tools.PerftestCommand --device udp:10.98.0.6 --clients 99"
tell "run $tools.RpingCommand --device udp:10.98.0.5 --size 1500"
make_tree
head -c 1000000 /dev/urandom > /mnt/blob
await_port 20050
check "kernel's client: mounts the export of our UDP device" mounted
check "kernel's client: copies a tree of $(find /mnt/tree | wc -l) names" cp -a /mnt/tree /mnt/m/
check "kernel's client: reads the tree back equal" same_tree
check "kernel's client: writes and reads $(stat -c %s /mnt/blob) bytes" same_blob
check "fio: random writes, 32 in flight, verified" fio_random writes --rw=randwrite
check "rping: its client and our server, 20 pings of 1500 bytes" ping_ours
check "rping: our client and its server, 20 pings" pinged_by_ours
check "perftest: ib_send_bw, ib_read_bw, ib_read_lat -R to our server" to_ours
check "perftest: the same again, to measure their speed" to_ours
check "perftest: ib_write_bw -R to our server" measure write_bw 10.98.0.6 -R -n 50 -s 65536
for one in "send_bw 500 4096" "write_bw 50 65536" "read_lat 100 64"; do
  check "perftest: our client and ib_${one%% *} -R" from_ours $one
done
for i in "${!measured[@]}"; do
  echo "  | speed: ${measured[i]}: kernel's=${kernels[i]} ours=${ours[i]} ratio=$(awk "BEGIN { print ${ours[i]} / ${kernels[i]} }")"
done
check "kernel's client: unmounts, and mounts with a time-out of 3 s" impatient
check "netem: 40 Mb/s, 1 ms, 0.1 % lost: ib_write_bw, ib_read_bw and our client, twice" narrow
check "netem: 1 % each lost, duplicated, reordered, both ways" netem "delay 1ms loss 1% duplicate 1% reorder 1%"
check "disturbed: a tree copied and read back equal" disturbed
check "disturbed: fio, random writes, verified" fio_random disturbed --rw=randwrite --size=512k
check "disturbed: rping: our client and its server, 20 pings" pinged_by_ours
check "netem: removed" calm
grep xprt: /proc/self/mountstats
check "kernel's client: removes everything" removed
check "kernel's client: unmounts" umount /mnt/m
check "the kernel saw no bad invariant CRC" bash -c '! busybox dmesg | grep -i icrc'
check "the kernel logged no warning" quiet
tell end
