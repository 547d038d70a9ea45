# shellcheck shell=bash disable=SC2154 # interop/run says before what is not set here
# Our NFSv3 server, over a folder on tmpfs that outlives it, and that another job may have prepared. Is told "kill" (kill -9 and a new start), "end".
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
check "our server: was killed once, and started again" test "$(grep -c " serving: " $log)" = 2
# A JVM that ends by SIGTERM says so.
check "our server: ends when it is told to, and gives everything back" test "$status" = 143
