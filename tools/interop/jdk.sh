# shellcheck shell=bash
# Finds JDKs. Read by scripts: . interop/jdk.sh

# major FOLDER: the major version of the JDK there, 0 where there is none.
major() {
  local version
  [[ -x $1/bin/javac ]] || { echo 0; return; }
  version=$("$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
  echo "${version:-0}"
}

# default_jdk: JAVA_HOME; where that is not set, the JDK of the javac on the PATH; nothing where there is none.
default_jdk() {
  local javac
  if [[ -n ${JAVA_HOME:-} ]]; then
    echo "$JAVA_HOME"
  elif javac=$(command -v javac); then
    dirname "$(dirname "$(readlink -f "$javac")")"
  fi
}

# newest_jdk FOLDER: the newest JDK of /usr/lib/jvm and /opt, or the one in the folder, where none is newer.
newest_jdk() {
  local newest=$1 candidate
  for candidate in /usr/lib/jvm/* /opt/*; do
    [[ $(major "$candidate") -le $(major "$newest") ]] || newest=$(readlink -f "$candidate")
  done
  echo "$newest"
}

# jdk_of_22: JAVA_HOME; where that is older than 22, the newest JDK; fails where that is older, too.
jdk_of_22() {
  local jdk=${JAVA_HOME:-/none}
  [[ $(major "$jdk") -ge 22 ]] || jdk=$(newest_jdk "$jdk")
  [[ $(major "$jdk") -ge 22 ]] || return
  echo "$jdk"
}
