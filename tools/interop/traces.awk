# Traces of connections of the kernel's NFS server, read for kernel-trace.awk and kernel-patch.awk. Times are those of ftrace's function graph,
# net of tracing: a leaf that only returns a constant shows what a traced call adds to its own time, and traced calls inside a function
# what each adds to its caller's. The program that reads sets own and nested from them.
function fail(text) {
  print "FAILED " job ": " text
  failed = 1
  exit 1
}

# A function has begun: its path is that of the calls around it.
function begin(thread, name,    d) {
  # Linux 6.12 has no worker in between any more.
  if (name == "svc_rdma_free") name = "__svc_rdma_free"
  if (name == "svc_rdma_listen_handler") {
    connection++
    events = 0
    ends = 0
  }
  if (name == "svc_rdma_cma_handler" && ++events > 1 || name == "svc_rdma_detach") ends = 1
  d = ++depth[thread]
  path[thread, d] = (d > 1 ? path[thread, d - 1] "/" : "") name
  calls_inside[thread, d] = 0
  stolen[thread, d] = 0
}

function is_interrupt(row) { return row ~ /(^|\/)(__do_softirq|handle_softirqs|__sysvec_apic_timer_interrupt|__common_interrupt)$/ }

# The innermost function of a thread has ended. What the connection manager does for the client, in the same machine, is not counted.
function end(thread, micros,    d, row, key, i) {
  d = depth[thread]--
  row = path[thread, d]
  # An interrupt is nobody's work but its own, with all that it calls.
  if (is_interrupt(row)) {
    calls_inside[thread, d - 1]++
    stolen[thread, d - 1] += micros
    return
  }
  micros -= stolen[thread, d]
  if (d > 1) {
    calls_inside[thread, d - 1] += calls_inside[thread, d] + 1
    stolen[thread, d - 1] += stolen[thread, d]
  }
  if (row ~ /__do_softirq|handle_softirqs|interrupt/) return
  if (row == "rdma_rw_mr_factor" || row ~ /\/rdma_rw_mr_factor$/) {
    leaf[++leaves] = micros
    return
  }
  # A call that had begun before its thread was traced has no caller here.
  if (row !~ /^(cm_work_handler|svc_rdma_|__svc_rdma_free)/) return
  if (row ~ /^cm_work_handler\/svc_rdma_/) of_server[thread] = 1
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

function caller_of(row) { return sub(/\/[^\/]*$/, "", row) ? row : "" }

# What Receive buffers are of a pass's set-up and tear-down.
function receives_up(p) { return over_connections(p, "svc_rdma_accept/svc_rdma_post_recvs") }

function receives_down(p) {
  return over_connections(p, "svc_rdma_wc_receive (flushed)") + over_connections(p, "__svc_rdma_free/svc_rdma_flush_recv_queues") \
    + over_connections(p, "__svc_rdma_free/svc_rdma_recv_ctxts_destroy")
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
