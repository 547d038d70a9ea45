# One machine: a device's verbs to itself; then our echo client and server as two processes, of which each is killed in turn.
mount -t tmpfs tmpfs /mnt
peers=org.rpcrdma.ibverbs.interop

# seen TEXT FILE [SECONDS]: waits until a log has a line with a text in it.
seen() {
  for _ in $(seq 1 $((${3:-60} * 5))); do
    grep -q "$1" "$2" && return
    sleep 0.2
  done
  return 1
}

# lines COUNT TEXT FILE: whether a log has so many lines with a text in it.
lines() { [[ $(grep -c "$2" "$3") == "$1" ]]; }

serve() {
  : > /mnt/server.log
  "${java[@]}" $peers.EchoServer rxe0 > /mnt/server.log 2>&1 &
  server=$!
  seen listening /mnt/server.log
}

# drive CLIENTS CALLS: clients in the background.
drive() {
  : > /mnt/clients.log
  "${java[@]}" $peers.EchoClients rxe0 10.98.0.1 "$1" "$2" > /mnt/clients.log 2>&1 &
  clients=$!
}

show() { sed 's/^/  | /' "$@"; }

"${java[@]}" $peers.Loopback rxe0 > /mnt/verbs.log 2>&1
verbs=$?
show /mnt/verbs.log
check "verbs: a connection to itself, SEND, RDMA READ and WRITE, and its end" test $verbs = 0

check "server: listens" serve
drive 3 120
wait $clients
status=$?
show /mnt/clients.log
check "3 clients on connections of their own: every byte of 360 replies, inline, Write and Reply chunks" test $status = 0
check "server: saw all 3 connections end" lines 3 "server: ended:" /mnt/server.log

drive 2 400
check "2 clients: connected" seen "client 1: connected" /mnt/clients.log
sleep 3
kill -9 $server
wait $server 2> /dev/null
check "clients: are told of the server's death" seen "client 1: disconnected" /mnt/clients.log
check "server: a new one listens" serve
wait $clients
status=$?
show /mnt/clients.log
check "clients: connected anew, sent again what was lost, and every reply came" test $status = 0

drive 2 4000
check "2 clients: connected" seen "client 1: connected" /mnt/clients.log
sleep 3
before=$(grep -c "server: ended:" /mnt/server.log)
kill -9 $clients
wait $clients 2> /dev/null
check "server: the clients' death ends their connections" seen "ended=$((before + 2))" /mnt/server.log
show /mnt/server.log
kill -TERM $server
wait $server
check "server: ends when it is told to, and gives everything back" test $? = 143
check "server: said so" lines 1 "server: done" /mnt/server.log
