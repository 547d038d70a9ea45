# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs our NFSv3 server for a folder on tmpfs that outlives it, and that another job may have prepared. The word "kill" restarts the server
# after kill -9; "end" ends it.
if [[ -z ${prepared:-} ]]; then
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/state
fi
log=/mnt/server.log
# shellcheck disable=SC2206 # words
more=(${more:-})

start() {
  "${java[@]}" "${server[@]}" --device rxe0 --export /mnt/state --max-transfer "$transfer" --no-root-squash "${more[@]}" \
    >> $log 2>&1 &
  pid=$!
}

start
while word=$(hear); do
  case $word in
    kill)
      kill -9 $pid
      wait $pid 2> /dev/null
      sleep 5
      start
      ;;
    end)
      kill -TERM $pid
      wait $pid
      status=$?
      break
      ;;
  esac
done
cat $log
check "our server: was killed once, and restarted" test "$(grep -c " serving: " $log)" = 2
# A JVM that ends by SIGTERM exits with 143.
check "our server: ends on SIGTERM, and releases everything" test "$status" = 143
