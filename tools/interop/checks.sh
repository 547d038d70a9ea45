# shellcheck shell=bash
# Functions for the jobs of both machines. The other machine tells 10.98.0.1 over TCP when to continue.
control=4711

# check NAME COMMAND...: runs the command and prints its result. The first failure ends the job. Prints the name first, so that the log of
# a machine that ran out of time ends with the current check. A machine without a wire has no peer to notify.
check() {
  local name=$1 begun=$SECONDS
  shift
  echo "at $name"
  if "$@"; then
    echo "ok $name"
    echo "  | seconds=$((SECONDS - begun))"
  else
    echo "FAILED $name: status=$?"
    [[ ! -e /sys/class/net/eth0 ]] || tell end
    exit 1
  fi
}

# seen TEXT FILE: waits until a log has a line with the text. The processors are emulated, so steps may take long. Only the machine's time
# limit ends the wait.
# shellcheck disable=SC2154 # interop/run sets it
seen() {
  local end=$((SECONDS + patience))
  while ((SECONDS < end)); do
    grep -q "$1" "$2" && return
    sleep 0.2
  done
  return 1
}

# lines COUNT TEXT FILE: succeeds if a log has COUNT lines with the text.
lines() { [[ $(grep -c "$2" "$3") == "$1" ]]; }

# show FILE...: prints logs, indented to distinguish them from the job's output.
show() { sed 's/^/  | /' "$@"; }

# quiet: succeeds if the kernel logged no warning. Linux 6.1's soft-RoCE waits 50 s when it destroys a queue pair that is still in use, for
# example by windows that are bound to it. It then warns and continues: such a delay shows a fault of this project.
quiet() { ! busybox dmesg | grep -A 12 'cut here'; }

# pages_on_demand: succeeds if this Linux's soft-RoCE has on-demand paging, according to libibverbs' own program.
pages_on_demand() { ibv_devinfo -v -d rxe0 | grep -q ODP_SUPPORT; }

# Prints the next word from the other machine, and acknowledges it.
hear() { echo heard | timeout "$patience" busybox nc -l -p $control; }

# tell WORD: sends the word to the server's machine until it is acknowledged. A connection is no acknowledgement: if it arrives while another
# one is served, it is reset and its word is lost.
tell() {
  local end=$((SECONDS + patience))
  until (echo "$1" >&9 && read -r -t 5 <&9) 2> /dev/null 9<> /dev/tcp/10.98.0.1/$control; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# listens PORT: succeeds if the server's machine listens on the port.
listens() { { : > "/dev/tcp/10.98.0.1/$1"; } 2> /dev/null; }

# await_port PORT: waits until the server's machine listens on the port.
await_port() {
  local end=$((SECONDS + patience))
  until listens "$1"; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# await_no_port PORT: waits until it no longer listens on the port.
await_no_port() {
  local end=$((SECONDS + patience))
  while listens "$1"; do
    ((SECONDS < end)) || return
    sleep 0.1
  done
}
