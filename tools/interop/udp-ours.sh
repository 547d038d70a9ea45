# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# A machine whose devices are UDP sockets. The other one says what to do: "native COMMAND" runs a server of perftest while there still is
# soft-RoCE; "ours" ends that; "serve COMMAND" and "run COMMAND" run commands of ours, all in one JVM, each on an address of its own; "set PROPERTY
# VALUE" holds for commands from then on; "netem RULES" disturbs what leaves; "wait" waits until all but the servers have ended; "end".
mount -t tmpfs tmpfs /mnt
log=/mnt/ours.log
: > $log
mkdir /mnt/state
mkfifo /mnt/commands
run=0

# The kernel's RDMA goes, and with it its UDP socket.
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
    ours) check "our machine: the kernel's RDMA is gone" become_ours ;;
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
  echo "ok our machine: $run commands ended well"
else
  echo "FAILED our machine: commands ended well"
fi
exec 4>&-
all_ended
