# What the traces of kernel-trace.sh say of a connection: a table of functions, tracing's own cost, and the share of Receive buffers.
# Its arguments are the traces, NAME-CREDITS.trace or dma-MODE.trace. Times are those of ftrace's function graph, net of tracing:
# a leaf that only returns a constant shows what a traced call adds to its own time, and traced calls inside a function what each adds
# to its caller's.
# Read after interop/traces.awk.
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

BEGIN { job = "kernel-trace" }

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
