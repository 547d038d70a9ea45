# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs our echo clients and our server in two processes, which are killed alternately, and nfs3-server, whose device is removed.
mount -t tmpfs tmpfs /mnt

serve() {
  : > /mnt/server.log
  "${java[@]}" "$peers.EchoServer" rxe0 > /mnt/server.log 2>&1 &
  server=$!
  seen listening /mnt/server.log
}

# drive CLIENTS CALLS: starts clients in the background.
drive() {
  : > /mnt/clients.log
  "${java[@]}" "$peers.EchoClients" rxe0 10.98.0.1 "$1" "$2" > /mnt/clients.log 2>&1 &
  clients=$!
}

# sent_again CALLS: succeeds if some client had not finished CALLS calls when the server died, and each such client repeated calls.
sent_again() {
  awk -v calls="$1" '
    { client = $1 " " $2 }
    /: disconnected, / && !(client in under_way) { split($4, answered, "="); under_way[client] = answered[2] < calls }
    / retransmissions=[1-9].* closed$/ { again[client] = 1 }
    END { for (client in under_way) if (under_way[client]) { some = 1; if (!again[client]) exit 1 } exit !some }' /mnt/clients.log
}

check "server: listens" serve
drive 3 120
wait $clients
status=$?
show /mnt/clients.log
check "3 clients, each with a connection: every byte of 360 replies, inline, by Write and Reply chunks" test $status = 0
check "server: saw all 3 connections end" seen "ended=3$" /mnt/server.log

drive 4 200
for i in 0 1 2 3; do check "client $i of 4: at work" seen "client $i: answered=50$" /mnt/clients.log; done
kill -9 "$server"
wait "$server" 2> /dev/null
for i in 0 1 2 3; do check "client $i of 4: notices the server's death" seen "client $i: disconnected" /mnt/clients.log; done
check "server: a new one listens" serve
wait $clients
status=$?
show /mnt/clients.log
check "clients: reconnected, repeated lost calls, and received every reply" test $status = 0
check "clients: calls were in flight when the server died, and each client repeated them" sent_again 200

anew=$(grep -c ': connected, answered=[1-9]' /mnt/clients.log)
drive 2 100000
for i in 0 1; do check "client $i of 2: at work" seen "client $i: answered=50$" /mnt/clients.log; done
kill -9 $clients
wait $clients 2> /dev/null
check "server: the clients' death ends their connections" seen "ended=$((anew + 2))$" /mnt/server.log
show /mnt/server.log
kill -TERM "$server"
wait "$server"
check "server: ends on SIGTERM, and releases everything" test $? = 143
check "server: reports its end" lines 1 "server: done" /mnt/server.log
check "the kernel logged no warning" quiet

mkdir /mnt/export
"${java[@]}" org.rpcrdma.bench.Rpcrdma nfs3-server --device rxe0 --export /mnt/export > /mnt/nfs3.log 2>&1 &
nfs3=$!
check "nfs3-server: listens" seen serving: /mnt/nfs3.log
check "nfs3-server: its device can be removed" timeout "$patience" rdma link delete rxe0
wait $nfs3
status=$?
show /mnt/nfs3.log
check "nfs3-server: ends" test $status = 1
check "nfs3-server: prints the reason" lines 1 "the device was removed: device=rxe0" /mnt/nfs3.log
