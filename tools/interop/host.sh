# shellcheck shell=bash
# How busy others keep this host. Read by scripts: . interop/host.sh
#
# What the processors did that was neither idle nor this run's own work, and what a hypervisor took of them (steal), is others'. Where they took at
# least a quarter of all processors, the host is busy: machines that ran out of time did so for that. Otherwise they are at fault themselves.
# INTEROP_STAT names another file than /proc/stat, for tests.
busy_percent=25

# host_ticks: clock ticks since the boot: of all processors, and of those the ones that they were at work or taken from this host.
host_ticks() { awk '/^cpu / { print $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9, $2 + $3 + $4 + $7 + $8 + $9 }' "${INTEROP_STAT:-/proc/stat}"; }

# own_ticks PROCESS: clock ticks that a process used, its descendants, and those of both that have ended.
own_ticks() {
  cat /proc/[0-9]*/stat 2> /dev/null | awk -v root="$1" '
    { process = $1; sub(/^.*\) /, ""); parent[process] = $2; used[process] = $12 + $13 + $14 + $15 }
    END {
      for (process in used) {
        for (ancestor = process; ancestor in parent && ancestor != root; ancestor = parent[ancestor]) { }
        if (ancestor == root) sum += used[process]
      }
      print sum + 0
    }' || true
}

# begin_watch: from here on others are watched.
begin_watch() { watched="$(host_ticks) $(own_ticks $$)"; }

# others_percent: what others took of all processors since then.
others_percent() { echo "$watched $(host_ticks) $(own_ticks $$)" | awk '
  { percent = int(100 * ($5 - $2 - $6 + $3) / ($4 - $1 + 1)); print (percent > 0 ? percent : 0) }'; }
