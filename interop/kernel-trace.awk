# What the traces of kernel-trace.sh say of a connection: a table of functions, tracing's own cost, and the share of Receive buffers.
# Its arguments are the traces, NAME-CREDITS.trace or dma-MODE.trace. Times are those of ftrace's function graph, net of tracing:
# a leaf that only returns a constant shows what a traced call adds to its own time, and traced calls inside a function what each adds
# to its caller's.
function fail(text) {
  print "FAILED kernel-trace: " text
  failed = 1
  exit 1
}

# A function has begun: its path is that of the calls around it.
function begin(thread, name,    d) {
  if (name == "svc_rdma_listen_handler") {
    connection++
    events = 0
    ends = 0
  }
  if (name == "svc_rdma_cma_handler" && ++events > 1 || name == "svc_rdma_detach") ends = 1
  d = ++depth[thread]
  path[thread, d] = (d > 1 ? path[thread, d - 1] "/" : "") name
  calls_inside[thread, d] = 0
}

# The innermost function of a thread has ended. What the connection manager does for the client, in the same machine, is not counted.
function end(thread, micros,    d, row, key, i) {
  d = depth[thread]--
  row = path[thread, d]
  if (d > 1) calls_inside[thread, d - 1] += calls_inside[thread, d] + 1
  if (row == "rdma_rw_mr_factor" || row ~ /\/rdma_rw_mr_factor$/) {
    leaf[++leaves] = micros
    return
  }
  # A call that had begun before its thread was traced has no caller here.
  if (row !~ /^(cm_work_handler|svc_rdma_|__svc_rdma_free)/) return
  if (row ~ /^cm_work_handler\//) of_server[thread] = 1
  if (row == "cm_work_handler") {
    if (!of_server[thread]) return
    of_server[thread] = 0
    row = "cm_work_handler (" (events == 0 ? "connect request" : events == 1 ? "established" : "disconnected") ")"
  } else if (row ~ /^cm_work_handler\//) return
  if (row ~ /^svc_rdma_wc_receive/) {
    if (!ends) return
    sub(/^svc_rdma_wc_receive/, "svc_rdma_wc_receive (flushed)", row)
  }
  if (!((pass, row) in order)) {
    order[pass, row] = ++rows[pass]
    name_of[pass, rows[pass]] = row
  }
  key = pass SUBSEP row SUBSEP connection
  micros_of[key] += micros
  calls_of[key]++
  inside_of[key] += calls_inside[thread, d]
}

# What a call took, net of tracing: not less than nothing.
function net(p, row, c,    key, micros) {
  key = p SUBSEP row SUBSEP c
  micros = micros_of[key] - calls_of[key] * own - inside_of[key] * nested
  return micros > 0 ? micros : 0
}

function sort(values, n,    i, j, v) {
  for (i = 2; i <= n; i++) {
    v = values[i]
    for (j = i - 1; j > 0 && values[j] > v; j--) values[j + 1] = values[j]
    values[j + 1] = v
  }
}

# Sets median, low and high of n values.
function summarize(values, n) {
  sort(values, n)
  low = values[1]
  high = values[n]
  median = n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}

# The median over the connections of a pass, of raw times or net ones.
function over_connections(p, row, is_raw,    c, values) {
  for (c = 1; c <= connections[p]; c++) values[c] = is_raw ? micros_of[p, row, c] : net(p, row, c)
  summarize(values, connections[p])
  return median
}

# Calls a connection: of the first, as of the others.
function calls(p, row) { return calls_of[p, row, 1] }

# The sum of all that sets a connection up, or tears it down.
function phase(p, setting_up,    i, row, sum) {
  for (i = 1; i <= rows[p]; i++) {
    row = name_of[p, i]
    if (row !~ /\// && is_set_up(row) == setting_up) sum += over_connections(p, row)
  }
  return sum
}

function is_set_up(row) { return row ~ /^svc_rdma_accept|connect request|established/ }

function print_phase(p, setting_up, title,    total) {
  total = phase(p, setting_up)
  printf "%-45s %6s %9s %9s %9s %7s\n", title, "calls", "us", "low", "high", "share"
  print_rows(p, setting_up, "", total)
  printf "%-45s %6s %9.1f %9s %9s %6.1f%%\n", "all", "", total, "", "", 100
}

# Rows of a caller, in the order of their first end, each before its own parts.
function print_rows(p, setting_up, caller, total,    i, row, text, levels) {
  for (i = 1; i <= rows[p]; i++) {
    row = name_of[p, i]
    if (caller_of(row) != caller || is_set_up(row) != setting_up) continue
    levels = gsub(/\//, "/", row)
    text = row
    sub(/^.*\//, "", text)
    over_connections(p, row)
    printf "%-45s %6d %9.1f %9.1f %9.1f %6.1f%%\n", sprintf("%" (2 * levels) "s", "") text, calls(p, row), median, low, high, 100 * median / total
    print_rows(p, setting_up, row, total)
  }
}

function caller_of(row) { return sub(/\/[^\/]*$/, "", row) ? row : "" }

# What Receive buffers are of a pass's set-up and tear-down.
function receives_up(p) { return over_connections(p, "svc_rdma_accept/svc_rdma_post_recvs") }

function receives_down(p) {
  return over_connections(p, "svc_rdma_wc_receive (flushed)") + over_connections(p, "__svc_rdma_free/svc_rdma_flush_recv_queues") \
    + over_connections(p, "__svc_rdma_free/svc_rdma_recv_ctxts_destroy")
}

function percent(part, whole) { return sprintf("%.1f %%", 100 * part / whole) }

function print_shares(p, credits, map, unmap, text,    up, down) {
  up = credits * map
  down = credits * unmap
  printf "%sReceive buffers%s, %d credits: %s of svc_rdma_accept, %s of set-up, %s of tear-down, %s of both\n", \
    text == "" ? "ok kernel-trace: " : "  ", text, credits, \
    percent(receives_up(p) + up, over_connections(p, "svc_rdma_accept") + up), \
    percent(receives_up(p) + up, phase(p, 1) + up), percent(receives_down(p) + down, phase(p, 0) + down), \
    percent(receives_up(p) + receives_down(p) + up + down, phase(p, 1) + phase(p, 0) + up + down)
}

# Sets the mean time of a DMA mapping's coming and going, net of tracing.
function mapping(mode) {
  map = micros_of_leaf[mode, "dma_map_page_attrs"] / calls_of_leaf[mode, "dma_map_page_attrs"] - own
  unmap = micros_of_leaf[mode, "dma_unmap_page_attrs"] / calls_of_leaf[mode, "dma_unmap_page_attrs"] - own
}

FNR == 1 {
  pass = FILENAME
  gsub(/^.*\/|\.trace$/, "", pass)
  connection = 0
  split("", depth)
  split("", of_server)
  passes[pass]
}

{
  columns = split($0, column, "|")
  if (columns < 3 || column[1] !~ /^ *[0-9]+\)/) next
  thread = column[1]
  gsub(/^ *[0-9]+\) *| *$/, "", thread)
  call = column[3]
  gsub(/^ *| *$| \[[a-z_]*\]/, "", call)
  micros = column[2] + 0
  if (pass ~ /^dma-/) {
    if (sub(/\(\);$/, "", call)) {
      micros_of_leaf[pass, call] += micros
      calls_of_leaf[pass, call]++
    }
  } else if (sub(/\(\) \{$/, "", call)) begin(thread, call)
  else if (sub(/\(\);$/, "", call)) {
    begin(thread, call)
    end(thread, micros)
  } else if (call ~ /^\}/ && depth[thread] > 0) end(thread, micros)
  connections[pass] = connection
}

END {
  if (failed) exit 1
  summarize(leaf, leaves)
  own = median
  posting = "svc_rdma_accept/svc_rdma_post_recvs"
  nested = (over_connections("inner-128", posting, 1) - over_connections("parts-128", posting, 1)) / inside_of["inner-128", posting, 1]
  split("outer-128 parts-128 inner-128 parts-64 all-128", names, " ")
  for (i = 1; i in names; i++) {
    if (!(connections[names[i]] > 0)) fail("no connection in the trace of " names[i])
    for (c = 1; c <= connections[names[i]]; c++)
      if (calls_of[names[i], "svc_rdma_accept", c] != 1 || calls_of[names[i], "__svc_rdma_free", c] != 1)
        fail("connection " c " of " names[i] " did not come and go once")
  }
  printf "Linux's NFS server over soft-RoCE, %d connections, 128 credits; emulated processors: 1 us is 1,000 instructions\n", connections["parts-128"]
  print_phase("parts-128", 1, "set-up")
  print_phase("parts-128", 0, "tear-down")
  receive = over_connections("inner-128", posting "/svc_rdma_recv_ctxt_alloc") / calls("inner-128", posting "/svc_rdma_recv_ctxt_alloc")
  post = over_connections("inner-128", posting "/post_one_recv") / calls("inner-128", posting "/post_one_recv")
  printf "a Receive: us=%.2f, of that memory=%.2f, soft-RoCE's posting=%.2f\n", receives_up("parts-128") / 128, receive, post
  printf "tracing, left out above: us a call=%.2f in its own time, %.2f in its caller's\n", own, nested
  split("outer-128 parts-128 inner-128 all-128", names, " ")
  split("outermost functions,parts,each Receive,every function", labels, ",")
  printf "svc_rdma_accept as traced with"
  for (i = 1; i <= 4; i++) printf "%s %s: us=%.1f", (i > 1 ? ";" : ""), labels[i], over_connections(names[i], "svc_rdma_accept", 1)
  printf "\nsvc_rdma_accept without tracing, by"
  for (i = 1; i <= 3; i++) printf "%s %s: us=%.1f", (i > 1 ? ";" : ""), labels[i], over_connections(names[i], "svc_rdma_accept")
  printf "\n"
  split("strict lazy", modes, " ")
  for (i = 1; i in modes; i++) {
    mapping("dma-" modes[i])
    printf "a DMA mapping by VT-d's driver, %s: us=%.2f to map, %.2f to unmap\n", modes[i], map, unmap
  }
  print_shares("parts-128", 128, 0, 0, "")
  print_shares("parts-64", 64, 0, 0, "")
  for (i = 1; i in modes; i++) {
    mapping("dma-" modes[i])
    print_shares("parts-128", 128, map, unmap, " with such mappings, " modes[i])
  }
}
