# One machine: the strategies of Receive buffers on its soft-RoCE device, small, and what compare prints of them.
mount -t tmpfs tmpfs /mnt

"${java[@]}" org.rpcrdma.bench.Rpcrdma compare --device rxe0 "${compare[@]}" --json /mnt/compare.json > /mnt/compare.log 2>&1
status=$?
sed 's/^/  | /' /mnt/compare.log
check "compare: every strategy that the device has, every byte right" test $status = 0

check "compare: regions per buffer, per shard and per connection ran" test "$(grep -c '"real" : {' /mnt/compare.json)" -ge 3
check "compare: DMA mapping and REG_MR are not to be had in user space" test "$(grep -c '"errno" : "EOPNOTSUPP"' /mnt/compare.json)" -ge 4
