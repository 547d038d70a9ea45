# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs compare, with a small load, for all Receive-buffer strategies on its soft-RoCE device, and checks the output.
mount -t tmpfs tmpfs /mnt

"${java[@]}" org.rpcrdma.bench.Rpcrdma compare --device rxe0 "${compare[@]}" --json /mnt/compare.json > /mnt/compare.log 2>&1
status=$?
sed 's/^/  | /' /mnt/compare.log

# ran NAME...: succeeds if the device ran these strategies.
ran() {
  local strategy
  for strategy in "$@"; do
    grep -A 1 "\"name\" : \"$strategy\"" /mnt/compare.json | grep -q '"real" : {' || return 1
  done
}

# lacks NAME...: succeeds if the device ran none of these strategies.
lacks() {
  local strategy
  for strategy in "$@"; do
    grep -q "^$strategy: EOPNOTSUPP: " /mnt/compare.log || return 1
  done
}

check "compare: every strategy that the device supports ran, and every byte was correct" test $status = 0
check "compare: regions per buffer, per shard and per connection ran" ran per-buffer-registered shard-registered region-per-connection
check "compare: a shared arena's regions and one shared receive queue ran" ran shared-srq-registered
check "compare: DMA mapping and REG_MR are unavailable in user space" \
  lacks per-buffer-dma shard-dma-32k shard-dma shared-srq per-buffer-fast-registered shard-fast-registered
check "compare: the device lacks on-demand paging, or rdma-core lacks advice for it" lacks on-demand
# On-demand regions are predicted if the device has them.
predicted=4
! pages_on_demand || predicted=5
check "compare: each strategy has a prediction from the model that was fitted to the device" \
  test "$(grep -c '"predicted" : {' /mnt/compare.json)-$(grep -c '"source" : "pro' /mnt/compare.json)" = $predicted-20
