# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Checks, on this host, the packets that two machines exchanged. interop/run sources this file.

# rpcrdma ARGUMENTS...: runs this project's command line.
rpcrdma() { attend "${java[@]}" org.rpcrdma.bench.Rpcrdma "$@"; }

# captured NAME: checks the capture of a job: decode must read it like Wireshark, and compare must replay every answered RPC.
captured() {
  local begun=$logs/$1 replies reverse calls
  if ! rpcrdma decode "$begun.pcap" > "$begun.decoded" 2> "$begun.totals"; then
    echo "FAILED $1: decode of the capture: $(tail -n 1 "$begun.totals")"
    return 1
  fi
  echo "ok $1: decode of the capture: $(tail -n 1 "$begun.totals")"
  if command -v tshark > /dev/null; then
    as_wireshark "$1" || return
  else
    echo "tshark is not installed, so the capture is not compared with Wireshark's output"
  fi
  if ! rpcrdma compare --capture "$begun.pcap" --strategy per-buffer-dma,shard-dma --json "$begun.json" > "$begun.compare" 2>&1; then
    echo "FAILED $1: compare of the capture: $(tail -n 1 "$begun.compare")"
    return 1
  fi
  replies=$(grep ' reply ' "$begun.decoded" | grep -vc ' retransmitted' || true)
  reverse=$(grep ' reply NFSv4-CB ' "$begun.decoded" | grep -vc ' retransmitted' || true)
  calls=$(sed -n '1,/RPCs per connection/s/.*: \([0-9,]*\) RPCs per connection.*/\1/p' "$begun.compare" | tr -d ,)
  if [[ $((calls + reverse)) != "$replies" ]]; then
    echo "FAILED $1: compare of the capture: replayed=$calls reverse=$reverse replies=$replies"
    return 1
  fi
  echo "ok $1: compare of the capture: replayed=$calls reverse=$reverse"
}

# as_wireshark NAME: succeeds if tshark finds messages in the same frames, with the same transaction ids.
as_wireshark() {
  local begun=$logs/$1
  attend tshark -r "$begun.pcap" -Y rpcordma.xid -T fields -e frame.number -e rpcordma.xid 2> /dev/null \
    | sed 's/\t0x/ /; s/,.*//' > "$begun.tshark"
  if awk '{ print $1, $6 }' "$begun.decoded" | diff - "$begun.tshark" > "$begun.differences"; then
    echo "ok $1: tshark reads the same messages: $(wc -l < "$begun.tshark")"
  else
    echo "FAILED $1: tshark reads different messages: differences=$begun.differences"
    return 1
  fi
}

# captured_disturbed NAME: checks the capture of a job in which frames were lost, repeated and delayed: the packets must be valid, and
# each call must have its reply.
captured_disturbed() {
  local begun=$logs/$1 totals calls
  if ! totals=$(attend "${java[@]}" org.rpcrdma.ibverbs.interop.InvariantCrcs "$begun.pcap" 2>&1); then
    echo "FAILED $1: invariant CRCs: $totals"
    return 1
  fi
  echo "ok $1: invariant CRCs of the capture: $totals"
  if command -v tshark > /dev/null; then
    well_formed "$1" || return
  else
    echo "tshark is not installed, so the capture is not compared with Wireshark's output"
  fi
  rpcrdma decode "$begun.pcap" > "$begun.decoded" 2> "$begun.totals" || true
  transactions call "$begun.decoded" > "$begun.calls"
  transactions reply "$begun.decoded" > "$begun.replies"
  calls=$(wc -l < "$begun.calls")
  if ! diff "$begun.calls" "$begun.replies" > "$begun.differences" || [[ $calls == 0 ]]; then
    echo "FAILED $1: calls of the capture: calls=$calls differences=$begun.differences: $(tail -n 1 "$begun.totals")"
    return 1
  fi
  echo "ok $1: calls of the capture, each with its reply: $calls"
}

# transactions WORD FILE: prints caller, callee and transaction id of each decoded message once; a call may be repeated on a new connection.
transactions() {
  awk -v kind="$1" '$7 == kind { print kind == "call" ? $3 " " $5 : $5 " " $3, $6 }' "$2" | sort -u
}

# well_formed NAME: succeeds if tshark finds no malformed frame. Dissectors of upper protocols are disabled, because they guess.
well_formed() {
  local begun=$logs/$1 guesses=() protocol
  for protocol in smc smb_direct rpcordma nvme-rdma lnet iser ethertype infiniband.eoib infiniband_sdp fcoib; do
    guesses+=(--disable-protocol "$protocol")
  done
  attend tshark -r "$begun.pcap" "${guesses[@]}" -Y "infiniband && (_ws.malformed || _ws.expert.severity == error)" 2> /dev/null \
    > "$begun.malformed" || true
  if [[ -s $begun.malformed ]]; then
    echo "FAILED $1: tshark finds malformed frames: $(head -n 1 "$begun.malformed")"
    return 1
  fi
  echo "ok $1: tshark finds no malformed frame"
}
