# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# A machine whose devices are UDP sockets. The other machine sends these words: "native COMMAND" runs a server of perftest while the machine still has
# soft-RoCE; "ours" removes soft-RoCE; "serve COMMAND" and "run COMMAND" run our commands, all in one JVM, each on a separate address; "set PROPERTY
# VALUE" applies to later commands; "netem RULES" disturbs outgoing packets; "wait" waits until all commands except the servers
# have ended; "end" ends the job.
mount -t tmpfs tmpfs /mnt
log=/mnt/ours.log
: > $log
mkdir /mnt/state
mkfifo /mnt/commands
run=0

# Removes the kernel's RDMA, which closes its UDP socket.
become_ours() {
  local i
  rdma link delete rxe0 && busybox rmmod rdma_rxe || return
  for i in 3 4 5 6 7; do ip address add 10.98.0.$i/24 dev eth0; done
  "${java[@]}" org.rpcrdma.interop.tools.CommandsOfInput < /mnt/commands >> $log 2>&1 &
  exec 4> /mnt/commands
}

all_ended() {
  local end=$((SECONDS + patience))
  until [[ $(grep -c '^ended: ' $log) == "$run" ]]; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
  ! grep -q '^ended: status=[^0]' $log
}

while word=$(hear); do
  case $word in
    native*) ${word#native } > /mnt/native.log 2>&1 & ;;
    ours) check "our machine: the kernel's RDMA is removed" become_ours ;;
    serve*) echo "${word#serve }" >&4 ;;
    run*)
      echo "${word#run }" >&4
      run=$((run + 1))
      ;;
    set*) echo "$word" >&4 ;;
    netem*)
      tc qdisc del dev eth0 root 2> /dev/null
      tc qdisc add dev eth0 root netem ${word#netem }
      ;;
    wait) all_ended || break ;;
    end) break ;;
  esac
done
cut -c -160 $log | show
sed -n 's/.*: size=/figure our perftest: &/p' $log
if all_ended; then
  echo "ok our machine: $run commands succeeded"
else
  echo "FAILED our machine: a command failed"
fi
exec 4>&-
all_ended
