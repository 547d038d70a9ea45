# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: runs oncrpc4j's programs in two processes, which find each other through rpcbind. The server is killed and replaced by a new one.
mount -t tmpfs tmpfs /mnt
mkdir -p /run/rpcbind

serve() {
  : > /mnt/server.log
  "${java[@]}" "$oncrpc.InteropServer" rxe0 > /mnt/server.log 2>&1 &
  server=$!
  seen listening /mnt/server.log
}

# registered NETID: succeeds if our program is registered with rpcbind under the netid.
registered() { rpcinfo 127.0.0.1 | grep -q "^ *536875024 .* $1 "; }
unregistered() { ! registered rdma && ! registered rdma6; }

check "rpcbind: runs" rpcbind -w
check "server: listens" serve
check "rpcbind: lists the program for rdma" registered rdma
check "rpcbind: lists the program for rdma6" registered rdma6
"${java[@]}" "$oncrpc.InteropClient" rxe0 10.98.0.1 400 > /mnt/client.log 2>&1 &
client=$!
check "client: at work with many calls in flight" seen "at work" /mnt/client.log
kill -9 "$server"
wait "$server" 2> /dev/null
check "server: a new server replaces the killed server" serve
wait $client
status=$?
show /mnt/client.log
check "client: void, AUTH_SYS, call-backs, up to 1 MB both ways, and all replies of 400 calls despite the server's death" test $status = 0
check "client: released everything" lines 1 "client: done" /mnt/client.log
kill -TERM "$server"
wait "$server"
show /mnt/server.log
check "server: ends on SIGTERM, and releases everything" lines 1 "server: done" /mnt/server.log
check "rpcbind: no longer lists the program" unregistered
mkfifo /mnt/end
"${java[@]}" -Drpcrdma.device=rxe0 FileServer 2049 < /mnt/end > /mnt/files.log 2>&1 &
server=$!
exec 8> /mnt/end
check "files: the moved server of MOUNT, NFSv3 and NFSv4.1 listens" seen "files: listening" /mnt/files.log
"${java[@]}" "$oncrpc.FileClient" rxe0 10.98.0.1 2049 > /mnt/files-client.log 2>&1
show /mnt/files-client.log
check "files: a client calls all three, up to 1 MB both ways" lines 1 "files: right" /mnt/files-client.log
exec 8>&-
wait "$server"
show /mnt/files.log
check "files: the server ends and releases everything" lines 1 "files: done" /mnt/files.log
check "the kernel logged no warning" quiet
