# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# On this host, without a virtual machine: Prometheus scrapes nfs3-server and perf server on UDP devices of 127.0.0.0/8.
work=$(mktemp -d)
processes=()
finish() {
  ((${#processes[@]} == 0)) || kill "${processes[@]}" 2> /dev/null
  wait
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 143' TERM INT
mkdir "$work/export" "$work/prometheus"
echo content > "$work/export/file"
rpcrdma=org.rpcrdma.bench.Rpcrdma

# begin NAME COMMAND...: runs a server in the background.
begin() {
  local name=$1
  shift
  "$@" > "$work/$name.log" 2>&1 &
  processes+=($!)
  pid[$name]=$!
}
declare -A pid=()

# page NAME: prints the address of a server's metrics page.
page() { sed -n 's/^metrics: //p' "$work/$1.log"; }

start() {
  begin nfs3-server "${java[@]}" "${server[@]}" --export "$work/export" --no-root-squash --device udp:127.0.0.71 \
    --mount-port 20751 --metrics 0
  begin perf-server "${java[@]}" $rpcrdma perf server --device udp:127.0.0.72 --metrics 127.0.0.1:0
  seen ' serving: ' "$work/nfs3-server.log" && seen '^listening: ' "$work/perf-server.log"
}
check "the servers begin" start

# linted NAME: succeeds if promtool has no complaint about a page.
linted() { curl -sSf "$(page "$1")" > "$work/$1.page" && [[ -s $work/$1.page && -z $(promtool check metrics < "$work/$1.page" 2>&1) ]]; }
check "promtool finds no fault in nfs3-server's page" linted nfs3-server
check "promtool finds no fault in perf server's page" linted perf-server

scraping() {
  local targets=() name url
  for name in nfs3-server perf-server; do
    url=$(page $name)
    url=${url#http://}
    targets+=("'${url%/metrics}'")
  done
  cat > "$work/prometheus.yml" <<YAML
global: { scrape_interval: 1s }
scrape_configs:
  - job_name: rpcrdma
    static_configs: [{ targets: [$(IFS=,; echo "${targets[*]}")] }]
YAML
  promtool check config "$work/prometheus.yml" || return
  api=http://127.0.0.1:$((20000 + RANDOM % 10000))
  begin prometheus prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/prometheus" \
    --web.listen-address="${api#http://}"
  awaited 'sum(up) == 2'
}

# asked QUERY: prints Prometheus's answer, or nothing if there is no series.
asked() { promtool query instant $api "$1" 2>> "$work/queries.log"; }

# awaited QUERY: waits until the query returns a series.
awaited() {
  local end=$((SECONDS + patience))
  while ((SECONDS < end)); do
    [[ -n $(asked "$1") ]] && return
    sleep 0.5
  done
  return 1
}
check "Prometheus scrapes both" scraping

rpcs() { "${java[@]}" $rpcrdma perf client rpc-bw 127.0.0.72 --device udp:127.0.0.73 -s 64 -D 5 > "$work/client.log" 2>&1; }
arenas() {
  rpcs &
  local client=$! end=$((SECONDS + patience)) found=1
  while kill -0 $client 2> /dev/null && ((SECONDS < end)); do
    "${java[@]}" $rpcrdma stat --pid "${pid[perf-server]}" > "$work/stat.log" 2>&1
    grep -q 'arena perf-server/127.0.0.73 .* buffers_in_use [1-9]' "$work/stat.log" && found=0 && break
  done
  wait $client && return $found
}
check "stat shows the arena of a client" arenas
nfs() {
  "${java[@]}" "$check" --device udp:127.0.0.74 --server 127.0.0.71 --mount-port 20751 --export "$work/export" > "$work/nfs.log" 2>&1 ||
    { show "$work/nfs.log"; return 1; }
}
check "an NFSv3 client works" nfs
check "both servers have sent replies" awaited 'count(rpcrdma_server_replies_sent_total > 10) == 2'
check "most replies were measured" awaited 'count(rpcrdma_server_service_seconds_count > 0.9 * rpcrdma_server_replies_sent_total) == 2'
check "data travelled by chunks" awaited 'rpcrdma_server_read_chunk_bytes_total{server="nfs3-server"} > 0 and on () (rpcrdma_server_write_chunk_bytes_total > 0)'
check "clients that left are counted by reason" awaited 'count(rpcrdma_server_connections_ended_total{reason="disconnected"} > 0) == 2'
percentile() {
  awaited 'histogram_quantile(0.999, sum by (le) (rate(rpcrdma_server_waiting_seconds_bucket[5m]))) > 0' &&
    show <(asked 'histogram_quantile(0.99, sum by (server, le) (rate(rpcrdma_server_service_seconds_bucket[5m])))')
}
check "the histograms yield percentiles" percentile

# Prometheus must accept each query of the dashboard, with variables as Grafana replaces them.
board() {
  local query queries=0
  while read -r query; do
    query=${query//'$__rate_interval'/1m}
    query=${query//'$server'/.*}
    query=${query//'$client'/.*}
    promtool query instant $api "$query" > /dev/null || { echo "rejected: $query"; return 1; }
    queries=$((queries + 1))
  done < <(python3 -c 'import json, sys
for panel in json.load(open(sys.argv[1]))["panels"]:
    for target in panel.get("targets", []):
        print(target["expr"])' "$jobs/../../docs/results/grafana.json")
  show <<< "queries=$queries"
  ((queries > 40))
}
check "Prometheus accepts each query of the Grafana dashboard" board

recorded() {
  local jcmd=${java[0]%java}jcmd
  "$jcmd" "${pid[perf-server]}" JFR.start name=check > /dev/null && rpcs &&
    "$jcmd" "${pid[perf-server]}" JFR.dump name=check filename="$work/check.jfr" > /dev/null &&
    [[ $("${java[0]%java}jfr" print --events org.rpcrdma.ConnectionEnd "$work/check.jfr" | grep -c disconnected) -gt 0 ]]
}
check "Flight Recorder records connections of a running server" recorded

many() { seq 300 | xargs -P 30 -I{} curl -sSf -o /dev/null "$(page perf-server)" && linted perf-server; }
check "300 scrapes, 30 at a time" many

taken() {
  local place=${api#http://} status=0
  "${java[@]}" $rpcrdma perf server --device udp:127.0.0.75 --port 18600 --metrics "$place" > "$work/taken.log" 2>&1 || status=$?
  show "$work/taken.log"
  [[ $status == 2 && $(wc -l < "$work/taken.log") == 1 ]] && grep -q "^rpcrdma: --metrics $place: Address already in use" "$work/taken.log"
}
check "a port that is in use causes one line of output" taken

ends() {
  kill "${pid[nfs3-server]}" "${pid[perf-server]}"
  awaited 'sum(up) == 0' && ! "${java[@]}" $rpcrdma stat --pid "${pid[perf-server]}" > "$work/end.log" 2>&1
}
check "servers end, and stat then finds no arena" ends
