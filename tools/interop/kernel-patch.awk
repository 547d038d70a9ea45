# What the traces of kernel-patch.sh say of a connection, a row for each form, mode and number of buffers. Read after interop/traces.awk; its
# arguments are kernel=, iommu= and the traces, FORM.MODE.BUFFERS.totals.trace and .inside.trace. Prints comma-separated values: us of all that sets a connection
# up and tears it down, and of Receive buffers' part, each the median, the least and the most of the connections; then by function, us of
# Receive buffers' part, and calls, where there is a trace of them.
BEGIN { job = "kernel-patch" }

# Whether a row is of Receive buffers' part.
function is_receive(row) {
  return row ~ /^svc_rdma_accept\/(svc_rdma_post_recvs|svc_rdma_srq_join)/ || row ~ /^svc_rdma_wc_receive/ \
    || row ~ /^__svc_rdma_free\/(svc_rdma_flush_recv_queues|svc_rdma_recv_ctxts_destroy|svc_rdma_srq_leave)/
}

# The outermost rows of all, or of Receive buffers' part.
function counts(row, of_receives,    levels) {
  levels = gsub(/\//, "/", row)
  return of_receives ? is_receive(row) && levels == (row ~ /^svc_rdma_wc_receive/ ? 0 : 1) : levels == 0
}

# Sets median, low and high of a pass's connections.
function total(p, of_receives,    c, i, values) {
  for (c = 1; c <= connections[p]; c++) {
    values[c] = 0
    for (i = 1; i <= rows[p]; i++)
      if (counts(name_of[p, i], of_receives)) values[c] += net(p, name_of[p, i], c)
  }
  summarize(values, connections[p])
}

function kind(function_name) {
  if (function_name == "dma_map_page_attrs" || function_name ~ /^dma_iova_(try_alloc|link|sync)$/) return "map"
  if (function_name == "dma_unmap_page_attrs" || function_name == "dma_iova_destroy") return "unmap"
  if (function_name ~ /kv?malloc|alloc_pages/) return "alloc"
  if (function_name ~ /^kv?free$/ || function_name == "__free_pages") return "free"
  if (function_name ~ /^recv_pool|shard_find/) return "search"
  if (function_name ~ /^recv_shard|^svc_rdma_shard/) return "shard"
  if (function_name == "rxe_post_recv") return "post"
  return "other"
}

# Sets us and calls of each kind, of a mean connection: what a function took less what its traced callees took.
function by_function(p,    i, row, name, c, micros, number) {
  split("", us)
  split("", number_of)
  for (i = 1; i <= rows[p]; i++) {
    row = name_of[p, i]
    if (!is_receive(row)) continue
    micros = number = 0
    for (c = 1; c <= connections[p]; c++) {
      micros += net(p, row, c) / connections[p]
      number += calls_of[p, row, c] / connections[p]
    }
    name = row
    sub(/^.*\//, "", name)
    sub(/ .*$/, "", name)
    us[kind(name)] += micros
    number_of[kind(name)] += number
    if (is_receive(caller_of(row))) {
      name = caller_of(row)
      sub(/^.*\//, "", name)
      sub(/ .*$/, "", name)
      us[kind(name)] -= micros
    }
  }
}

# The passes of a machine calibrate its tracing: what a traced call adds to its caller, from a pass that traces no more than the parts and one
# that traces what these are made of.
function calibrate(    p, inside, posting, sum, n) {
  summarize(leaf, leaves)
  own = median
  posting = "svc_rdma_accept/svc_rdma_post_recvs"
  for (p in passes) {
    if (p !~ /^stock\..*\.totals$/) continue
    inside = p
    sub(/totals$/, "inside", inside)
    if (!(inside in passes)) continue
    sum += (over_connections(inside, posting, 1) - over_connections(p, posting, 1)) / inside_of[inside, posting, 1]
    n++
  }
  if (n == 0) fail("no trace of stock")
  nested = sum / n
}

function of_kinds(values, format,    i, kinds, text, n) {
  n = split("map unmap alloc free search shard post other", kinds, " ")
  for (i = 1; i <= n; i++) text = text "," (inside in passes ? sprintf(format, values[kinds[i]]) : "")
  return text
}

END {
  if (failed) exit 1
  for (p in passes) {
    if (!(connections[p] > 0)) fail("no connection in the trace of " p)
    for (c = 1; c <= connections[p]; c++)
      if (calls_of[p, "svc_rdma_accept", c] != 1 || calls_of[p, "__svc_rdma_free", c] != 1) fail("connection " c " of " p " did not come and go once")
  }
  calibrate()
  for (p in passes) {
    if (p !~ /\.totals$/) continue
    split(p, part, /[.]/)
    inside = p
    sub(/totals$/, "inside", inside)
    by_function(inside)
    total(p, 0)
    text = sprintf("%s,%s,%s,%s,%s,%.1f,%.1f,%.1f", kernel, part[2] == "none" ? "none" : iommu, part[2], part[3], part[1], median, low, high)
    total(p, 1)
    print text sprintf(",%.1f,%.1f,%.1f", median, low, high) of_kinds(us, "%.1f") of_kinds(number_of, "%.0f") sprintf(",%.3f,%.3f", own, nested)
  }
}
