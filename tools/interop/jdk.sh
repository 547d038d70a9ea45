# shellcheck shell=bash
# Finds JDKs. Sourced by scripts: . interop/jdk.sh

# major FOLDER: prints the major version of the JDK in the folder, or 0 if there is none.
major() {
  local version
  [[ -x $1/bin/javac ]] || { echo 0; return; }
  version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  echo "${version:-0}"
}

# default_jdk: prints JAVA_HOME or, if it is not set, the JDK of the javac on the PATH, if any.
default_jdk() {
  local javac
  if [[ -n ${JAVA_HOME:-} ]]; then
    echo "$JAVA_HOME"
  elif javac=$(command -v javac); then
    dirname "$(dirname "$(readlink -f "$javac")")"
  fi
}

# newest_jdk FOLDER: prints the newest JDK in /usr/lib/jvm and /opt, or the one in the folder if none is newer.
newest_jdk() {
  local newest=$1 candidate
  for candidate in /usr/lib/jvm/* /opt/*; do
    [[ $(major "$candidate") -le $(major "$newest") ]] || newest=$(readlink -f "$candidate")
  done
  echo "$newest"
}

# jdk_of_22: prints JAVA_HOME or, if it is older than 22, the newest JDK; fails if that is older, too.
jdk_of_22() {
  local jdk=${JAVA_HOME:-/none}
  [[ $(major "$jdk") -ge 22 ]] || jdk=$(newest_jdk "$jdk")
  [[ $(major "$jdk") -ge 22 ]] || return
  echo "$jdk"
}
