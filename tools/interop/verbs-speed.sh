# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# One machine whose clock counts instructions: compares the cost of posting, polling and a ping-pong in this driver and in a C program on libibverbs.
mount -t tmpfs tmpfs /mnt
flags=(-XX:-TieredCompilation -Xbatch -XX:CompileThreshold=1500 -XX:TieredStopAtLevel=4)

"$speed" rxe0 10.98.0.1 5 > /mnt/c.log 2>&1
status=$?
check "verbs-speed: the C program ran" test $status = 0
"${java[@]}" "${flags[@]}" "$peers.VerbsSpeed" rxe0 40 6 > /mnt/java.log 2>&1
status=$?
show /mnt/c.log /mnt/java.log
check "verbs-speed: ours ran" test $status = 0

# median FILE WORD: prints the median of a figure's last passes, which run compiled code.
median() { grep -o " $2=[0-9.]*" "$1" | tail -n 3 | cut -d= -f2 | sort -n | sed -n 2p; }

# ratio WORD: prints our figure as a percentage of C's.
ratio() { awk -v ours="$(median /mnt/java.log "$1")" -v c="$(median /mnt/c.log "$1")" 'BEGIN { printf "%d", 100 * ours / c + 0.5 }'; }

for word in poll-empty post-receive post-16-receives post-send post-16-sends poll ping-pong; do
  echo "figure verbs-speed: $word: c=$(median /mnt/c.log $word) ours=$(median /mnt/java.log $word) percent=$(ratio $word)"
done
echo "figure verbs-speed: calls of an empty C function: leaving-java=$(median /mnt/java.log call) critical=$(median /mnt/java.log critical-call)"
for word in post-send post-16-sends ping-pong; do
  check "verbs-speed: $word takes at most 15 % more instructions than in C" test "$(ratio $word)" -le 115
done
