# shellcheck shell=bash disable=SC2154 # interop/run sets the other variables
# Runs everyday programs on a directory that rpcrdma nfs3-server exports, mounted twice by the kernel's NFS client.
mount -t tmpfs tmpfs /mnt
mkdir /mnt/m /mnt/other /mnt/local
options=vers=3,proto=rdma,port=20049,nolock,mountproto=tcp,mountport=20050
export HOME=/mnt/local GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b.c LC_ALL=C.UTF-8

mounted() {
  for _ in $(seq 1 10); do
    mount -t nfs -o $options 10.98.0.1:/ /mnt/m && mount -t nfs -o $options,nosharecache,actimeo=1 10.98.0.1:/ /mnt/other && return
    sleep 1
  done
  return 1
}

# found: runs an administrator's first commands, and mounts without mountport.
found() {
  until rpcinfo -p 10.98.0.1 | grep -q "100005 *3 *tcp *20050"; do sleep 1; done
  [[ $(showmount -e --no-headers 10.98.0.1) == "/mnt/state 10.98.0.2" ]] \
    && mount -t nfs -o vers=3,proto=rdma,port=20049,nolock 10.98.0.1:/mnt/state /mnt/m && [[ $(ls /mnt/m) == many ]] && umount /mnt/m
}

forget() {
  sync
  echo 3 > /proc/sys/vm/drop_caches
}

# fio_sizes: writes blocks of several sizes (direct, buffered and mapped), reads them back and checks them.
fio_sizes() {
  local job=/mnt/local/sizes.fio size
  printf '[global]\ndirectory=/mnt/m\nrandseed=7\nverify=crc32c\nverify_fatal=1\ndo_verify=1\nrw=randwrite\nstonewall\n' > $job
  for size in 512 4k 64k 1m; do
    printf '[direct-%s]\nbs=%s\ndirect=1\nioengine=libaio\niodepth=16\nsize=%s\n' $size $size "$(amount $size)"
    printf '[buffered-%s]\nbs=%s\nioengine=psync\nend_fsync=1\ninvalidate=1\nsize=%s\n' $size $size "$(amount $size)"
    printf '[mapped-%s]\nbs=%s\nioengine=mmap\nsize=%s\n' $size $size "$(amount $size)"
  done >> $job
  fio --minimal $job > /mnt/local/sizes.out 2>&1 || { cat /mnt/local/sizes.out; return 1; }
  rm -f /mnt/m/direct-* /mnt/m/buffered-* /mnt/m/mapped-*
}

# amount SIZE: prints how much to write in blocks of this size.
amount() { case $1 in 512) echo $((32 * fio_mb))k ;; 4k) echo $((256 * fio_mb / 4))k ;; *) echo "${fio_mb}m" ;; esac; }

# Creates a tree of C sources, some folders deep, and a makefile.
make_sources() {
  local i
  mkdir -p /mnt/local/source/{lib/deep,include}
  cd /mnt/local/source || return
  for ((i = 0; i < sources; i++)); do
    printf '#include "all.h"\nint f%d(int x) { return x + %d; }\n' $i $i > lib/deep/f$i.c
    echo "int f$i(int x);"
  done > include/all.h
  {
    printf '#include "all.h"\nint main(void) { return (0'
    for ((i = 0; i < sources; i++)); do printf ' + f%d(0)' $i; done
    printf ') != %d; }\n' $((sources * (sources - 1) / 2))
  } > main.c
  # shellcheck disable=SC2016 # make's own
  printf 'O := $(patsubst %%.c,%%.o,$(wildcard lib/deep/*.c) main.c)\nall: prog\nprog: $(O)\n\tgcc -o $@ $^\n%%.o: %%.c include/all.h\n\tgcc -Iinclude -c -o $@ $<\n' \
    > Makefile
  ln -s lib/deep/f0.c first.c
  cd /
}

tarred() {
  tar -C /mnt/local -cf - source | tar -C /mnt/m -xf - && forget && tar -C /mnt/m -cf - source | tar -C /mnt/local -df -
}

synced() {
  rsync -a /mnt/local/source/ /mnt/m/synced && forget && [[ -z $(rsync -aicn /mnt/local/source/ /mnt/m/synced) ]]
}

cloned() {
  git -C /mnt/local/source init -q && git -C /mnt/local/source add . && git -C /mnt/local/source commit -qm one \
    && git clone -q --no-local /mnt/local/source /mnt/m/cloned && cd /mnt/m/cloned && echo more >> main.c.txt && git add . \
    && git commit -qm two && git checkout -q -b other && git gc -q && forget && git fsck --strict && [[ -z $(git status --porcelain) ]]
  local status=$?
  cd /
  return $status
}

rebuilt() {
  make -s -C /mnt/m/source && /mnt/m/source/prog && forget && make -s -C /mnt/m/source -q && touch /mnt/m/source/lib/deep/f1.c \
    && ! make -s -C /mnt/m/source -q && make -s -C /mnt/m/source && /mnt/m/source/prog
}

rows() {
  local i
  for ((i = 0; i < 5; i++)); do
    echo "begin; with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) insert into t select i, hex(randomblob(100)) from n;"
    ((i == 3)) && echo "rollback;" || echo "commit;"
  done
}

database() {
  { echo "create table t(i integer, b text); create index x on t(b);"; rows; } | sqlite3 /mnt/m/data.db && forget \
    && [[ $(sqlite3 /mnt/m/data.db 'pragma integrity_check; select count(*) from t; vacuum;') == $'ok\n400' ]]
}

# Writes a tree, with a file open and mapped, while the server is killed.
killed() {
  local writer
  exec 5> /mnt/m/held
  echo first >&5
  (cp -r /mnt/local/source /mnt/m/again && fio --name=killed --directory=/mnt/m --size="${fio_mb}m" --bs=16k --rw=randwrite --rate_iops=40 \
    --randseed=7 --verify=crc32c --verify_fatal=1 --do_verify=1 --minimal > /mnt/local/killed.out 2>&1) &
  writer=$!
  until [[ -e /mnt/m/again/main.c ]]; do sleep 0.1; done
  tell kill && await_no_port 20050 && kill -0 $writer && wait $writer || return
  echo second >&5
  exec 5>&-
  forget
  [[ $(< /mnt/m/held) == $'first\nsecond' ]] && diff -r --no-dereference /mnt/local/source /mnt/m/again
}

removed() {
  rm -r /mnt/m/* && [[ -z $(ls -A /mnt/m) ]]
}

make_sources
await_port 20050
check "nfs3-server: showmount and rpcinfo find it, mount needs no mountport" found
check "nfs3-server: mounts, twice" mounted
check "fio: 512 bytes to 1 MB, direct, buffered and mapped, verified" fio_sizes
python3 "$jobs/nfs3-checks.py" /mnt/m /mnt/other "$steps" 7 || { tell end; exit 1; }
check "tar: a source tree of $(find /mnt/local/source | wc -l) names, compared" tarred
check "rsync: no differences" synced
check "git: clone, commit, gc, fsck" cloned
check "sqlite: transactions, integrity" database
check "make: builds a source tree, then only the changed files" rebuilt
check "nfs3-server: killed (kill -9) and restarted, clients continue, data is equal" killed
check "nfs3-server: removes everything" removed
check "nfs3-server: unmounts" umount /mnt/m /mnt/other
tell end
