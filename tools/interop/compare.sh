# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# One machine: the strategies of Receive buffers on its soft-RoCE device, small, and what compare prints of them.
mount -t tmpfs tmpfs /mnt

"${java[@]}" org.rpcrdma.bench.Rpcrdma compare --device rxe0 "${compare[@]}" --json /mnt/compare.json > /mnt/compare.log 2>&1
status=$?
sed 's/^/  | /' /mnt/compare.log

# ran NAME...: the device has these.
ran() {
  local strategy
  for strategy in "$@"; do
    grep -A 1 "\"name\" : \"$strategy\"" /mnt/compare.json | grep -q '"real" : {' || return 1
  done
}

# lacks NAME...: the device has nothing of these.
lacks() {
  local strategy
  for strategy in "$@"; do
    grep -q "^$strategy: EOPNOTSUPP: " /mnt/compare.log || return 1
  done
}

check "compare: every strategy that the device has, every byte right" test $status = 0
check "compare: regions per buffer, per shard and per connection ran" ran per-buffer-registered shard-registered region-per-connection
check "compare: a shared arena's regions and one shared receive queue ran" ran shared-srq-registered
check "compare: DMA mapping and REG_MR are not to be had in user space" \
  lacks per-buffer-dma shard-dma-32k shard-dma shared-srq per-buffer-fast-registered shard-fast-registered
check "compare: the device has no on-demand paging, or rdma-core no advice for it" lacks on-demand
# On-demand regions are predicted where the device has them.
predicted=4
! pages_on_demand || predicted=5
check "compare: each has a prediction, of the model that a probe of the device was fitted to" \
  test "$(grep -c '"predicted" : {' /mnt/compare.json)-$(grep -c '"source" : "pro' /mnt/compare.json)" = $predicted-20
