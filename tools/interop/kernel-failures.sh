# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: tests failures of svcrdma with the patch for Linux 7.3. Each of the patch's calls for Receive buffers fails once. An accept fails before
# and after the Receive buffers exist. The server ends without a client, and while a client mounts. The device is removed. After each step, all created
# objects must be gone. The kernel poisons freed memory and records where slab objects were allocated.
# shellcheck source=interop/mended.sh
. "$jobs/mended.sh"
slabs=/sys/kernel/debug/slab

# mount_softly: mounts; a rejected client connects again some seconds later.
mount_softly() { mount -t nfs -o "$mount_options,soft,timeo=300,retry=2" 10.98.0.1:/mnt/exp /mnt/m; }

# serve: starts the server with the loaded module.
serve() { rpc.nfsd -H 10.98.0.1 8 && echo "rdma 20049" > /proc/fs/nfsd/portlist; }

# probe_requests: counts the connections that clients request.
probe_requests() { echo 'p:requested svc_rdma_listen_handler' > $tracing/kprobe_events && echo 1 > $tracing/events/kprobes/enable; }

# made KIND: prints the number of objects that the module created.
made() { awk -v kind="$1" '$1 == kind { print $2 }' $parameters/calls; }

# visit: mounts, compares a file and unmounts; succeeds if nothing is left.
visit() { mount_softly && compare_file 1 && umount /mnt/m && all_gone; }

# walk NAME EXPECTED...: lets the first call of a connection fail, in the next mount the second one, until no call is left. If svcrdma can fall back, it
# serves the connection; otherwise the client connects again. EXPECTED are KIND=CALLS=CONNECTIONS.
walk() {
  local name=$1 n before refused
  shift
  : > /run/walk
  for ((n = 1; ; n++)); do
    before=$(calls requested)
    echo "$n" > $parameters/refuse && visit && read -r refused kind < $parameters/refused || return
    echo 0 > $parameters/refuse
    ((refused > 0)) || break
    echo "$kind $(($(calls requested) - before))" >> /run/walk
  done
  sort /run/walk | uniq -c | awk '{ printf "%s%s=%d=%d", (NR > 1 ? " " : ""), $2, $1, $3 }' > /run/walked
  echo "figure kernel-failures: $name: kinds of calls=times they failed=connections until one was served: $(cat /run/walked)"
  [[ $(cat /run/walked) == "$*" ]] || { echo "instead of $*"; return 1; }
}

# visit_with REFUSED KIND COUNT: visits while these calls fail; the connection must have COUNT objects of KIND.
visit_with() {
  local before
  before=$(made "$2")
  echo "$1" > $parameters/refuse && visit || return
  echo 0 > $parameters/refuse
  [[ $(($(made "$2") - before)) == "$3" ]] || { echo "$2: $(($(made "$2") - before)) instead of $3"; return 1; }
}

# without_memory: succeeds if a mount fails and leaves nothing behind.
without_memory() {
  echo blocks > $parameters/refuse
  ! timeout 300 mount -t nfs -o "$mount_options,soft,timeo=100,retrans=1,retry=0" 10.98.0.1:/mnt/exp /mnt/m || { echo "it was served"; return 1; }
  [[ $(cut -d ' ' -f 1 $parameters/refused) -gt 0 ]] || return
  echo 0 > $parameters/refuse
  all_gone && visit
}

# serve_nobody: starts and ends the server 20 times without a client, then 5 times with its module.
serve_nobody() {
  local i
  for ((i = 0; i < 20; i++)); do rpc.nfsd 0 && serve || return; done
  for ((i = 0; i < 5; i++)); do load || return; done
}

# stop_server, remove_device: ends the server or removes the device, then restores it.
stop_server() { rpc.nfsd 0 && sleep 0.1 && serve; }
remove_device() { rdma link delete rxe0 && sleep 0.1 && rdma link add rxe0 type rxe netdev dummy0; }

# while_mounting WHAT TIMES STEP: calls WHAT 0, STEP, 2 STEP... milliseconds after a mount begins. The mount may fail; the next one must succeed.
while_mounting() {
  local i mounting again=0 before
  before=$(made context)
  for ((i = 0; i < $2; i++)); do
    mount_softly &
    mounting=$!
    sleep "$(printf '0.%03d' $((i * $3)))"
    "$1" || return
    wait $mounting || { again=$((again + 1)) && mount_softly; } || return
    compare_file 1 && umount /mnt/m || return
  done
  echo "figure kernel-failures: $1: mounts=$2 mounted again=$again contexts=$(($(made context) - before))"
  all_gone
}

# objects: prints how many objects of slabs svcrdma allocated for Receives.
objects() { cat $slabs/kmalloc-*/alloc_traces | awk '/^ *[0-9]/ { n = $1 } /svc_rdma_(recv|post_recvs)/ { sum += n; n = 0 } END { print sum + 0 }'; }

# tracked: succeeds if a connection has such objects while it exists and none after its end.
tracked() {
  local there
  mount_softly && there=$(objects) && umount /mnt/m && all_gone || return
  echo "figure kernel-failures: objects of a connection=$there, after its end=$(objects)"
  ((there >= 263 && $(objects) == 0))
}

check "kernel-failures: tracing" mount -t tracefs tracefs $tracing
check "kernel-failures: debugfs" mount -t debugfs debugfs /sys/kernel/debug
serve_nfs
mkdir /mnt/m
check "kernel-failures: the module" load
check "kernel-failures: requests are counted" probe_requests
check "kernel-failures: objects are tracked" tracked
check "kernel-failures: single pages, because larger blocks fail" visit_with large block 263
check "kernel-failures: a mapping for each block, because ranges fail" visit_with ranges mapping 33
check "kernel-failures: no memory" without_memory
# 2 x 5 + 7 Receives: two blocks of eight buffers, which have smaller ones to fall back to, and one of a single buffer.
echo 5 > $settings/max_requests
check "kernel-failures: each call fails" walk "one range" \
  accept=1=2 array=1=2 block=2=1 block=1=2 context=17=2 link=3=2 queue=1=2 range=1=1 sync=1=2
echo > $parameters/map_beside
check "kernel-failures: each call fails, without an IOMMU" walk "mappings" \
  accept=1=2 array=1=2 block=2=1 block=1=2 context=17=2 mapping=3=2 queue=1=2
check "kernel-failures: the tracing of requests ends" eval 'echo 0 > $tracing/events/kprobes/enable && echo > $tracing/kprobe_events'
check "kernel-failures: the server ends without a client" serve_nobody
check "kernel-failures: the server ends while a client mounts" while_mounting stop_server 30 10
check "kernel-failures: the device goes while a client mounts" while_mounting remove_device 15 20
check "kernel-failures: a client is served as before" visit
check "kernel-failures: no object is left" test "$(objects)" = 0
check "kernel-failures: the module unloads" unload
check "kernel-failures: the kernel's log is clean" clean
