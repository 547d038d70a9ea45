# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine: tests its soft-RoCE device, which is connected to itself.
mount -t tmpfs tmpfs /mnt
six=fd00:98::1

ip address add $six/64 dev dummy0 nodad

"${java[@]}" "$peers.VerbsChecks" rxe0 $six > /mnt/verbs.log 2>&1
status=$?
show /mnt/verbs.log
while read -r word name; do
  check "verbs: $name" test "$word" = passed
done < <(grep -E '^(passed|failed) ' /mnt/verbs.log)
check "verbs: every check ran, and released everything" test $status = 0
check "the kernel logged no warning" quiet
