# One machine: our echo clients and server as two processes, of which each is killed in turn.
mount -t tmpfs tmpfs /mnt

serve() {
  : > /mnt/server.log
  "${java[@]}" "$peers.EchoServer" rxe0 > /mnt/server.log 2>&1 &
  server=$!
  seen listening /mnt/server.log
}

# drive CLIENTS CALLS: clients in the background.
drive() {
  : > /mnt/clients.log
  "${java[@]}" "$peers.EchoClients" rxe0 10.98.0.1 "$1" "$2" > /mnt/clients.log 2>&1 &
  clients=$!
}

check "server: listens" serve
drive 3 120
wait $clients
status=$?
show /mnt/clients.log
check "3 clients on connections of their own: every byte of 360 replies, inline, Write and Reply chunks" test $status = 0
check "server: saw all 3 connections end" lines 3 "server: ended:" /mnt/server.log

drive 4 200
check "4 clients: at work" seen "client 3: answered=50" /mnt/clients.log
kill -9 "$server"
wait "$server" 2> /dev/null
check "clients: are told of the server's death" seen "client 3: disconnected" /mnt/clients.log
check "server: a new one listens" serve
wait $clients
status=$?
show /mnt/clients.log
check "clients: connected anew, sent again what was lost, and every reply came" test $status = 0
check "clients: had calls under way when the server died" lines 4 "retransmissions=[1-9].* closed" /mnt/clients.log

drive 2 100000
check "2 clients: at work" seen "client 1: answered=50" /mnt/clients.log
kill -9 $clients
wait $clients 2> /dev/null
check "server: the clients' death ends their connections" seen "ended=6" /mnt/server.log
show /mnt/server.log
kill -TERM "$server"
wait "$server"
check "server: ends when it is told to, and gives everything back" test $? = 143
check "server: said so" lines 1 "server: done" /mnt/server.log
check "the kernel warned of nothing" quiet
