#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 the rpcrdma authors
# SPDX-License-Identifier: Apache-2.0
# nfs3-checks.py MOUNT OTHER OPERATIONS SEED: runs the file operations of everyday programs on a directory that is mounted twice. Prints a line for each
# check; exits with 1 at the first failure. MOUNT/many contains names that the server's machine created.
import errno
import mmap
import os
import random
import shutil
import stat
import subprocess
import sys
import time

mount, other, operations, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def check(name, function):
    try:
        function()
    except BaseException as e:
        print("FAILED %s: %s: %s" % (name, type(e).__name__, e), flush=True)
        raise
    print("ok %s" % name, flush=True)


def equal(expected, seen, what=""):
    if expected != seen:
        raise AssertionError("%s expected=%.200r seen=%.200r" % (what, expected, seen))


def refused(number, function, *arguments):
    try:
        function(*arguments)
    except OSError as e:
        equal(number, e.errno, "errno")
        return
    raise AssertionError("not refused: errno=%d" % number)


def within(seconds, condition):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("not within %d s" % seconds)
        time.sleep(0.1)


def put(path, content, flags=0):
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | flags, 0o644)
    os.write(fd, content)
    os.close(fd)


def get(path):
    with open(path, "rb") as file:
        return file.read()


class Exerciser:
    """Reads, writes, maps, truncates and extends one file at random, and compares it with a copy in memory."""

    def __init__(self, path, largest):
        self.path = path
        self.largest = largest
        self.random = random.Random(seed)
        self.content = bytearray()
        self.log = []
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o644)

    def run(self, count):
        steps = [self.write, self.write, self.read, self.read, self.append, self.map_write, self.map_read, self.cut, self.reopen,
                 self.direct_write, self.direct_read, self.sync]
        for i in range(count):
            step = self.random.choice(steps)
            step()
            equal(len(self.content), os.fstat(self.fd).st_size, "size behind step %d of %s" % (i, self.log[-5:]))
        self.reopen()
        self.compare(0, os.pread(self.fd, self.largest + 1, 0), len(self.content))
        os.close(self.fd)

    def say(self, *words):
        self.log.append(words)

    def range(self, end):
        begin = self.random.randrange(end)
        return begin, self.random.randrange(1, min(self.largest // 2, end - begin) + 1)

    def put(self, begin, data):
        if len(self.content) < begin + len(data):
            self.content.extend(bytes(begin + len(data) - len(self.content)))
        self.content[begin:begin + len(data)] = data

    def compare(self, begin, seen, length):
        expected = bytes(self.content[begin:begin + length])
        if expected != bytes(seen):
            at = next((i for i in range(min(len(seen), len(expected))) if seen[i] != expected[i]), min(len(seen), len(expected)))
            raise AssertionError("content differs: offset=%d lengths=%d,%d seed=%d last=%s"
                                 % (begin + at, len(expected), len(seen), seed, self.log[-8:]))

    def write(self):
        begin, length = self.range(self.largest)
        self.say("write", begin, length)
        data = self.random.randbytes(length)
        equal(length, os.pwrite(self.fd, data, begin))
        self.put(begin, data)

    def read(self):
        begin, length = self.range(self.largest)
        self.say("read", begin, length)
        self.compare(begin, os.pread(self.fd, length, begin), length)

    def append(self):
        data = self.random.randbytes(self.random.randrange(1, 3000))
        if len(self.content) + len(data) > self.largest:
            return self.cut()
        self.say("append", len(data))
        os.fsync(self.fd)
        fd = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        equal(len(data), os.write(fd, data))
        os.close(fd)
        self.put(len(self.content), data)

    def map(self, use):
        if not self.content:
            return
        begin, length = self.range(len(self.content))
        with mmap.mmap(self.fd, len(self.content)) as memory:
            use(memory, begin, min(length, len(self.content) - begin))

    def map_write(self):
        def use(memory, begin, length):
            self.say("map_write", begin, length)
            data = self.random.randbytes(length)
            memory[begin:begin + length] = data
            memory.flush()
            self.put(begin, data)
        self.map(use)

    def map_read(self):
        def use(memory, begin, length):
            self.say("map_read", begin, length)
            self.compare(begin, memory[begin:begin + length], length)
        self.map(use)

    def cut(self):
        size = self.random.randrange(self.largest)
        self.say("cut", size)
        os.ftruncate(self.fd, size)
        del self.content[size:]
        self.content.extend(bytes(size - len(self.content)))

    def direct(self, use):
        os.fsync(self.fd)
        fd = os.open(self.path, os.O_RDWR | os.O_DIRECT)
        length = 512 * self.random.randrange(1, self.largest // 1024)
        begin = 512 * self.random.randrange((self.largest - length) // 512)
        with mmap.mmap(-1, length) as memory:
            use(fd, memory, begin, length)
        os.close(fd)

    def direct_write(self):
        def use(fd, memory, begin, length):
            self.say("direct_write", begin, length)
            data = self.random.randbytes(length)
            memory[:] = data
            equal(length, os.pwritev(fd, [memory], begin))
            self.put(begin, data)
        self.direct(use)

    def direct_read(self):
        def use(fd, memory, begin, length):
            self.say("direct_read", begin, length)
            count = os.preadv(fd, [memory], begin)
            self.compare(begin, memory[:count], length)
        self.direct(use)

    def reopen(self):
        self.say("reopen")
        os.close(self.fd)
        os.sync()
        with open("/proc/sys/vm/drop_caches", "w") as caches:
            caches.write("1")
        self.fd = os.open(self.path, os.O_RDWR)

    def sync(self):
        self.say("sync")
        os.fsync(self.fd)


def exercise():
    Exerciser(mount + "/exercised", 256 * 1024).run(operations)


def append():
    path = mount + "/appended"
    fds = [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) for _ in range(2)]
    expected = b""
    for i in range(40):
        line = b"line %d\n" % i
        os.write(fds[i % 2], line)
        expected += line
    for fd in fds:
        os.close(fd)
    equal(expected, get(path))


def open_files():
    os.mkdir(mount + "/open")
    victim, winner = mount + "/open/victim", mount + "/open/winner"
    put(victim, b"old")
    put(winner, b"new")
    fd = os.open(victim, os.O_RDWR)
    os.rename(winner, victim)
    equal(b"old", os.pread(fd, 10, 0), "renamed over")
    equal(b"new", get(victim))
    os.close(fd)
    fd = os.open(victim, os.O_RDWR)
    os.unlink(victim)
    equal(False, os.path.exists(victim))
    os.pwrite(fd, b"still there", 0)
    os.fsync(fd)
    equal(b"still there", os.pread(fd, 20, 0), "unlinked")
    os.close(fd)
    within(10, lambda: os.listdir(mount + "/open") == [])


def links():
    folder = mount + "/links"
    os.mkdir(folder)
    put(folder + "/a", b"content")
    os.link(folder + "/a", folder + "/b")
    equal(2, os.stat(folder + "/a").st_nlink)
    equal(os.stat(folder + "/a").st_ino, os.stat(folder + "/b").st_ino)
    put(folder + "/b", b"CONTENT")
    os.unlink(folder + "/a")
    equal(b"CONTENT", get(folder + "/b"))
    equal(1, os.stat(folder + "/b").st_nlink)
    for i, target in enumerate(["b", "../links/b", "nowhere", "/etc/hostname", "x" * 1000, "\u00e4\u65e5/b"]):
        os.symlink(target, "%s/s%d" % (folder, i))
        equal(target, os.readlink("%s/s%d" % (folder, i)))
    equal(b"CONTENT", get(folder + "/s1"))
    refused(errno.ENOENT, get, folder + "/s2")
    refused(errno.EPERM, os.link, folder, folder + "/hard")
    # Linux's client sends the call; the server rejects it with NFS3ERR_NOTSUPP.
    refused(524, os.mkfifo, folder + "/fifo")


def names():
    folder = os.fsencode(mount + "/names")
    os.mkdir(folder)
    wanted = [b"x" * 255, "n\u00e4me".encode(), "na\u0308me".encode(), "\u65e5\u672c\u8a9e".encode(), "\U0001f600".encode(), b"\xff\xfe",
              b" ", b"a\nb", b"\\", b"-rf", b"*", bytes(i for i in range(1, 128) if i != 47), bytes(range(128, 256))]
    for name in wanted:
        put(folder + b"/" + name, name)
    equal(sorted(wanted), sorted(os.listdir(folder)))
    for name in wanted:
        equal(name, get(folder + b"/" + name))
    refused(errno.ENAMETOOLONG, put, folder + b"/" + b"x" * 256, b"")
    os.rename(folder + b"/\xff\xfe", folder + "/\u00fc".encode())
    equal(b"\xff\xfe", get(folder + "/\u00fc".encode()))


def large():
    path = mount + "/large"
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    for at in ((1 << 32) - 3, 5 << 30):
        os.pwrite(fd, b"beyond", at)
    os.fsync(fd)
    os.close(fd)
    equal((5 << 30) + 6, os.stat(path).st_size)
    with open(path, "rb") as file:
        file.seek((1 << 32) - 3)
        equal(b"beyond" + bytes(10), file.read(16))
        file.seek(5 << 30)
        equal(b"beyond", file.read(16))
    os.truncate(path, 1 << 32)
    equal(1 << 32, os.stat(other + "/large").st_size)
    os.unlink(path)


def truncation():
    path = mount + "/cut"
    put(path, b"x" * 10000)
    os.truncate(path, 5000)
    os.truncate(path, 9000)
    equal(b"x" * 5000 + bytes(4000), get(path))
    put(path, b"short", os.O_TRUNC)
    equal(b"short", get(path))
    fd = os.open(path, os.O_WRONLY)
    os.write(fd, b"S")
    os.ftruncate(fd, 3)
    os.close(fd)
    equal(b"Sho", get(path))


def attributes():
    path = mount + "/attributes"
    put(path, b"x")
    os.chmod(path, 0o4751)
    equal(0o4751, stat.S_IMODE(os.stat(path).st_mode))
    os.chown(path, 1234, 2345)
    os.utime(path, ns=(1_000_000_000_123_456_789, 2_000_000_000_987_654_321))
    seen = os.stat(other + "/attributes")
    equal((1234, 2345), (seen.st_uid, seen.st_gid))
    equal((1_000_000_000_123_456_789, 2_000_000_000_987_654_321), (seen.st_atime_ns, seen.st_mtime_ns))
    os.chmod(path, 0o600)
    os.chown(path, 0, 0)
    put(mount + "/open-to-all", b"x")
    os.chmod(mount + "/open-to-all", 0o666)
    as_another(lambda: refused(errno.EACCES, get, path))
    as_another(lambda: refused(errno.EPERM, os.chmod, mount + "/open-to-all", 0o777))
    as_another(lambda: put(mount + "/open-to-all", b"y"))
    equal(b"y", get(mount + "/open-to-all"))


def as_another(function, groups=()):
    os.setgroups(groups)
    os.setegid(1001)
    os.seteuid(1001)
    try:
        function()
    finally:
        os.seteuid(0)
        os.setegid(0)


def rights():
    folder = mount + "/rights"
    roots, sticky, own = folder + "/roots", folder + "/sticky", folder + "/own"
    for directory, mode, uid in ((folder, 0o755, 0), (folder + "/hidden", 0o711, 0), (sticky, 0o1777, 0), (own, 0o700, 1001)):
        os.mkdir(directory)
        os.chmod(directory, mode)
        os.chown(directory, uid, uid)
    for path, mode, gid in ((roots, 0o600, 0), (sticky + "/roots", 0o666, 0), (folder + "/group", 0o060, 7), (folder + "/all", 0o4777, 0)):
        put(path, b"x")
        os.chown(path, 0, gid)
        os.chmod(path, mode)
    shutil.copy("/bin/true", folder + "/true")
    os.chmod(folder + "/true", 0o711)

    def another():
        for refusal in ((put, folder + "/new", b""), (os.mkdir, folder + "/new"), (os.symlink, "x", folder + "/new"),
                        (os.unlink, roots), (os.rmdir, folder + "/hidden"), (os.rename, roots, folder + "/new"),
                        (os.link, sticky + "/roots", folder + "/new"), (get, roots),
                        (os.truncate, roots, 0), (os.listdir, folder + "/hidden"), (get, folder + "/group"),
                        (os.rename, folder + "/hidden", own + "/new")):
            refused(errno.EACCES, *refusal)
        for refusal in ((os.unlink, sticky + "/roots"), (os.rename, sticky + "/roots", own + "/new"), (os.utime, folder + "/all", (1, 1))):
            refused(errno.EPERM, *refusal)
        put(sticky + "/mine", b"")
        os.rename(sticky + "/mine", own + "/mine")
        fd = os.open(own + "/mine", os.O_RDWR)
        os.chmod(own + "/mine", 0)
        os.write(fd, b"open before")
        os.fsync(fd)
        refused(errno.EACCES, get, own + "/mine")
        os.close(fd)
        put(folder + "/all", b"y")

    as_another(another)
    equal(b"open before", get(own + "/mine"))
    equal(1001, os.stat(own + "/mine").st_uid)
    equal(0o777, stat.S_IMODE(os.stat(other + "/rights/all").st_mode), "the mode of a program that another has written")
    as_another(lambda: equal(b"x", get(folder + "/group")), [7])
    equal(0, subprocess.run([folder + "/true"], user=1001, group=1001, extra_groups=[]).returncode)


def file_system():
    seen = os.statvfs(mount)
    equal(True, 0 < seen.f_bavail <= seen.f_bfree <= seen.f_blocks, "df")
    equal(255, seen.f_namemax)


def two_mounts():
    path, seen = mount + "/shared", other + "/shared"
    for i in range(5):
        put(path, b"version %d" % i, os.O_TRUNC)
        equal(b"version %d" % i, get(seen), "closed, then opened")
    put(seen, b"back", os.O_TRUNC)
    equal(b"back", get(path))
    os.rename(path, mount + "/renamed")
    within(10, lambda: not os.path.exists(seen) and os.path.exists(other + "/renamed"))
    fd = os.open(other + "/renamed", os.O_RDONLY | os.O_DIRECT)
    os.unlink(mount + "/renamed")
    with mmap.mmap(-1, 512) as memory:
        refused(errno.ESTALE, os.preadv, fd, [memory], 0)
    os.close(fd)


def listing():
    folder = mount + "/many"
    expected = {"name-%d" % i for i in range(1, len(os.listdir(other + "/many")) + 1)}
    equal(expected, set(os.listdir(folder)))
    equal(len(expected), sum(entry.stat().st_size == 0 for entry in os.scandir(folder)))
    seen, changes = [], 0
    for entry in os.scandir(folder):
        seen.append(entry.name)
        if len(seen) % 100 == 0:
            changes += 1
            put("%s/made-%d" % (folder, changes), b"")
            if changes > 1:
                os.unlink("%s/made-%d" % (folder, changes - 1))
    equal(sorted(expected), sorted(name for name in seen if name.startswith("name-")), "while others come and go")


check("programs: %d random steps on a file: written, read, mapped, direct, cut, seed=%d" % (operations, seed), exercise)
check("programs: O_APPEND by two descriptors", append)
check("programs: files that are open when they are renamed over or unlinked", open_files)
check("programs: hard links, symbolic links; FIFOs are refused", links)
check("programs: names of 255 bytes, of Unicode, of any bytes", names)
check("programs: a sparse file beyond 4 GB", large)
check("programs: truncation", truncation)
check("programs: chmod, chown, times to the nanosecond, permissions of another user", attributes)
check("programs: rights of another user on names, data and programs; a sticky directory", rights)
check("programs: df", file_system)
check("programs: two mounts see each other's changes", two_mounts)
check("programs: a directory of %d names, while others come and go" % len(os.listdir(other + "/many")), listing)
