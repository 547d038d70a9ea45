# shellcheck shell=bash
# What the jobs of both machines share. The machine that is 10.98.0.1 is told over TCP when to go on.
control=4711

# check NAME COMMAND...: runs it; says whether it did. The job ends with the first that does not. Its name comes first: the log of a machine
# that ran out of time ends with what it was at. A machine without a wire has nobody to tell.
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

# seen TEXT FILE: waits until a log has a line with a text in it. The processors are emulated: what takes long may be on its way, and waiting
# ends with the machine's time, which only whoever runs the machine can judge.
# shellcheck disable=SC2154 # interop/run says before
seen() {
  local end=$((SECONDS + patience))
  while ((SECONDS < end)); do
    grep -q "$1" "$2" && return
    sleep 0.2
  done
  return 1
}

# lines COUNT TEXT FILE: whether a log has so many lines with a text in it.
lines() { [[ $(grep -c "$2" "$3") == "$1" ]]; }

# show FILE...: logs, set apart from what the job says.
show() { sed 's/^/  | /' "$@"; }

# quiet: whether the kernel has warned of nothing. Linux 6.1's soft-RoCE waits 50 s for a queue pair that is destroyed while something
# holds it, as windows do that are bound to it, then warns and goes on: what looks like a hang is a fault of ours.
quiet() { ! busybox dmesg | grep -A 12 'cut here'; }

# pages_on_demand: whether this Linux's soft-RoCE has on-demand paging, as libibverbs' own program tells.
pages_on_demand() { ibv_devinfo -v -d rxe0 | grep -q ODP_SUPPORT; }

# Prints what the other machine says next, and answers that it was heard.
hear() { echo heard | timeout "$patience" busybox nc -l -p $control; }

# tell WORD: says it to the server's machine, until that has heard it. A connection alone does not show that: one that comes while another is
# served is reset, with what it said.
tell() {
  local end=$((SECONDS + patience))
  until (echo "$1" >&9 && read -r -t 5 <&9) 2> /dev/null 9<> /dev/tcp/10.98.0.1/$control; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# listens PORT: whether the server's machine listens there.
listens() { { : > "/dev/tcp/10.98.0.1/$1"; } 2> /dev/null; }

# await_port PORT: until the server's machine listens there.
await_port() {
  local end=$((SECONDS + patience))
  until listens "$1"; do
    ((SECONDS < end)) || return
    sleep 0.2
  done
}

# await_no_port PORT: until it listens there no more.
await_no_port() {
  local end=$((SECONDS + patience))
  while listens "$1"; do
    ((SECONDS < end)) || return
    sleep 0.1
  done
}
