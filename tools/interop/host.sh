# shellcheck shell=bash
# Measures how busy other work keeps this host. Sourced by scripts: . interop/host.sh
#
# Other work is processor time that is neither idle nor this run's, and time that a hypervisor stole. If it took at
# least a quarter of all processors, the host is busy, which explains machines that ran out of time. Otherwise they have failed.
# For tests, INTEROP_STAT names a file to read instead of /proc/stat.
busy_percent=25

# host_ticks: prints the clock ticks of all processors since the boot, and how many of them were busy or stolen.
host_ticks() { awk '/^cpu / { print $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9, $2 + $3 + $4 + $7 + $8 + $9 }' "${INTEROP_STAT:-/proc/stat}"; }

# own_ticks PROCESS: prints the clock ticks of a process and its descendants, including those that have ended.
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

# begin_watch: starts to measure other work.
begin_watch() { watched="$(host_ticks) $(own_ticks $$)"; }

# others_percent: prints the share of all processors that other work took since then.
others_percent() { echo "$watched $(host_ticks) $(own_ticks $$)" | awk '
  { percent = int(100 * ($5 - $2 - $6 + $3) / ($4 - $1 + 1)); print (percent > 0 ? percent : 0) }'; }
