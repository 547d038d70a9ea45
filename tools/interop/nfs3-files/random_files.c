// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
//
// random_files DIR OTHER all|data SEED SECONDS STEPS
//
// Runs random operations (steps) on a few files in the new directory DIR, and compares the data read with copies in memory. OTHER is the same directory by
// another mount, which looks names up each time. "data" runs only steps that may be executed twice, which can happen while a server restarts.
// Exits with 0 after SECONDS or STEPS (0: no limit), or with 1 at the first difference or error, which it prints with the last steps. The same seed
// runs the same steps.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILES = 5, LARGEST = 512 * 1024, SECTOR = 512, LAST = 24, LINE = 120 };

struct file {
    int fd;
    size_t size;
    uint8_t *content;
    uint32_t *writer; // the step that wrote each byte; 0 if no step wrote it
};

static struct file files[FILES];
static const char *folder, *other;
static uint64_t seed, state;
static uint32_t step;
static uint8_t *scratch;
static char last[LAST][LINE];

// Returns the next number of SplitMix64.
static uint64_t next(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static size_t below(size_t limit) { return next() % limit; }

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    char *line = last[step % LAST];
    int length = snprintf(line, LINE, "%" PRIu32 " ", step);
    va_list values;
    va_start(values, format);
    vsnprintf(line + length, LINE - length, format, values);
    va_end(values);
}

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...) {
    int error = errno;
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    printf(": errno=%d (%s) seed=%" PRIu64 " step=%" PRIu32 " directory=%s; last steps:\n", error, strerror(error), seed, step, folder);
    for (uint32_t i = step < LAST ? 0 : step - LAST + 1; i <= step; i++)
        printf("  %s\n", last[i % LAST]);
    exit(1);
}

static const char *path(const char *directory, int number) {
    static char paths[2][4096];
    static int turn;
    turn = !turn;
    snprintf(paths[turn], sizeof paths[turn], "%s/file-%d", directory, number);
    return paths[turn];
}

static int opened(const char *name, int flags) {
    int fd = open(name, flags, 0644);
    if (fd < 0)
        fail("open %s flags=%o", name, flags);
    return fd;
}

static void closed(int fd) {
    if (close(fd))
        fail("close");
}

static void synced(int fd) {
    if (fsync(fd))
        fail("fsync");
}

// Compares bytes with the expected contents of a file from an offset on.
static void compare(const struct file *file, const uint8_t *seen, size_t from, size_t length, const char *how) {
    if (!memcmp(file->content + from, seen, length))
        return;
    size_t at = 0, differing = 0;
    for (size_t i = length; i-- > 0;)
        if (file->content[from + i] != seen[i]) {
            at = i;
            differing++;
        }
    errno = 0;
    fail("%s: content differs: file=%d offset=%zu differing=%zu of %zu expected=%02x seen=%02x written by step %" PRIu32, how,
         (int)(file - files), from + at, differing, length, file->content[from + at], seen[at], file->writer[from + at]);
}

// Reads the existing part of a range, and compares it.
static void read_range(const struct file *file, int fd, size_t from, size_t length, const char *how) {
    size_t expected = from >= file->size ? 0 : file->size - from < length ? file->size - from : length;
    size_t done = 0;
    while (done < length) {
        ssize_t count = pread(fd, scratch + done, length - done, from + done);
        if (count < 0)
            fail("%s: read offset=%zu length=%zu", how, from + done, length - done);
        if (!count)
            break;
        done += count;
    }
    errno = 0;
    if (done != expected)
        fail("%s: read %zu bytes, expected %zu: file=%d offset=%zu size=%zu", how, done, expected, (int)(file - files), from, file->size);
    compare(file, scratch, from, done, how);
}

// Sets the expected size of a file; bytes beyond the old size are 0.
static void resize(struct file *file, size_t size) {
    if (size > file->size) {
        memset(file->content + file->size, 0, size - file->size);
        memset(file->writer + file->size, 0, (size - file->size) * sizeof *file->writer);
    }
    file->size = size;
}

// Writes new random bytes to the copy of a file, and returns them.
static const uint8_t *fill(struct file *file, size_t from, size_t length) {
    if (from + length > file->size)
        resize(file, from + length);
    for (size_t i = 0; i < length; i++) {
        file->content[from + i] = next() >> 56;
        file->writer[from + i] = step;
    }
    return file->content + from;
}

// Writes a range of a file from its copy.
static void write_range(const struct file *file, int fd, size_t from, size_t length, bool appends) {
    size_t done = 0;
    while (done < length) {
        const uint8_t *source = file->content + from + done;
        ssize_t count = appends ? write(fd, source, length - done) : pwrite(fd, source, length - done, from + done);
        if (count <= 0)
            fail("write offset=%zu length=%zu count=%zd", from + done, length - done, count);
        done += count;
    }
}

// Chooses a range of at least one byte; half of the ranges are short.
static size_t range(size_t end, size_t *length) {
    size_t from = below(end), most = end - from;
    if (next() & 1 && most > 5000)
        most = 5000;
    *length = 1 + below(most);
    return from;
}

static void check_size(const struct file *file) {
    struct stat seen;
    if (fstat(file->fd, &seen))
        fail("fstat");
    errno = 0;
    if ((size_t)seen.st_size != file->size)
        fail("size: file=%d seen=%jd expected=%zu", (int)(file - files), (intmax_t)seen.st_size, file->size);
}

static void write_some(struct file *file, int number) {
    size_t length, from = range(LARGEST, &length);
    say("write file=%d offset=%zu length=%zu", number, from, length);
    fill(file, from, length);
    write_range(file, file->fd, from, length, false);
}

static void read_some(struct file *file, int number) {
    size_t length, from = range(LARGEST, &length);
    say("read file=%d offset=%zu length=%zu", number, from, length);
    read_range(file, file->fd, from, length, "read");
}

static void append_some(struct file *file, int number) {
    size_t length = 1 + below(6000), from = file->size;
    if (from + length > LARGEST) {
        say("append file=%d: full", number);
        return;
    }
    say("append file=%d offset=%zu length=%zu", number, from, length);
    int fd = opened(path(folder, number), O_WRONLY | O_APPEND);
    fill(file, from, length);
    write_range(file, fd, from, length, true);
    closed(fd);
}

static void map_some(struct file *file, int number, bool writes) {
    if (!file->size) {
        say("map file=%d: empty", number);
        return;
    }
    size_t length, from = range(file->size, &length), size = file->size;
    bool syncs = next() & 1;
    say("map_%s file=%d offset=%zu length=%zu%s", writes ? "write" : "read", number, from, length, writes && syncs ? " msync" : "");
    uint8_t *memory = mmap(NULL, size, PROT_READ | (writes ? PROT_WRITE : 0), MAP_SHARED, file->fd, 0);
    if (memory == MAP_FAILED)
        fail("mmap");
    if (writes)
        memcpy(memory + from, fill(file, from, length), length);
    else
        compare(file, memory + from, from, length, "map_read");
    if (writes && syncs && msync(memory, size, MS_SYNC))
        fail("msync");
    if (munmap(memory, size))
        fail("munmap");
}

static void map_write(struct file *file, int number) { map_some(file, number, true); }

static void map_read(struct file *file, int number) { map_some(file, number, false); }

static void direct_some(struct file *file, int number, bool writes) {
    size_t length = SECTOR * (1 + below(LARGEST / SECTOR / 4)), from = SECTOR * below((LARGEST - length) / SECTOR + 1);
    say("direct_%s file=%d offset=%zu length=%zu", writes ? "write" : "read", number, from, length);
    synced(file->fd);
    int fd = opened(path(folder, number), O_RDWR | O_DIRECT);
    if (writes) {
        memcpy(scratch, fill(file, from, length), length);
        ssize_t count = pwrite(fd, scratch, length, from);
        if (count != (ssize_t)length)
            fail("direct write count=%zd", count);
    } else
        read_range(file, fd, from, length, "direct_read");
    closed(fd);
}

static void direct_write(struct file *file, int number) { direct_some(file, number, true); }

static void direct_read(struct file *file, int number) { direct_some(file, number, false); }

static void cut(struct file *file, int number) {
    size_t size = below(LARGEST + 1);
    bool byName = next() & 1;
    say("cut file=%d size=%zu from=%zu%s", number, size, file->size, byName ? " by name" : "");
    if (byName ? truncate(path(folder, number), size) : ftruncate(file->fd, size))
        fail("truncate");
    resize(file, size);
}

static void empty(struct file *file, int number) {
    say("empty file=%d: O_TRUNC", number);
    closed(opened(path(folder, number), O_WRONLY | O_TRUNC));
    resize(file, 0);
}

static void copy(struct file *file, int number) {
    int target = (number + 1 + below(FILES - 1)) % FILES;
    struct file *to = files + target;
    if (!file->size) {
        say("copy file=%d: empty", number);
        return;
    }
    size_t length, from = range(file->size, &length), at = below(LARGEST - length + 1);
    say("copy file=%d offset=%zu length=%zu to file=%d offset=%zu", number, from, length, target, at);
    off_t in = from, out = at;
    for (size_t left = length; left > 0;) {
        ssize_t count = copy_file_range(file->fd, &in, to->fd, &out, left, 0);
        if (count <= 0)
            fail("copy_file_range count=%zd", count);
        left -= count;
    }
    if (at + length > to->size)
        resize(to, at + length);
    memcpy(to->content + at, file->content + from, length);
    memcpy(to->writer + at, file->writer + from, length * sizeof *to->writer);
    check_size(to);
}

static void sync_file(struct file *file, int number) {
    bool isData = next() & 1;
    say("%s file=%d", isData ? "fdatasync" : "fsync", number);
    if (isData ? fdatasync(file->fd) : fsync(file->fd))
        fail("fsync");
}

// Drops this client's cache, so that data comes from the server.
static void forget(void) {
    sync();
    int fd = opened("/proc/sys/vm/drop_caches", O_WRONLY);
    if (write(fd, "3", 1) != 1)
        fail("drop_caches");
    closed(fd);
}

static void reopen(struct file *file, int number) {
    bool forgets = below(4) == 0;
    say("reopen file=%d%s", number, forgets ? " without caches" : "");
    closed(file->fd);
    if (forgets)
        forget();
    file->fd = opened(path(folder, number), O_RDWR);
}

// Closes a file, and reads all of it through the other mount: close-to-open consistency.
static void read_other(struct file *file, int number) {
    say("read_other file=%d size=%zu", number, file->size);
    closed(file->fd);
    int fd = opened(path(other, number), O_RDONLY);
    read_range(file, fd, 0, LARGEST + 1, "read_other");
    closed(fd);
    file->fd = opened(path(folder, number), O_RDWR);
}

static void read_whole(struct file *file, int number) {
    say("read_whole file=%d size=%zu", number, file->size);
    read_range(file, file->fd, 0, LARGEST + 1, "read_whole");
}

// Renames a file over an open file, which keeps its contents until it is closed.
static void rename_over(struct file *file, int number) {
    int target = (number + 1 + below(FILES - 1)) % FILES;
    struct file *to = files + target;
    say("rename file=%d to file=%d, a new file=%d", number, target, number);
    if (rename(path(folder, number), path(folder, target)))
        fail("rename");
    read_range(to, to->fd, 0, LARGEST + 1, "renamed over");
    closed(to->fd);
    struct file renamed = *file;
    *file = *to;
    *to = renamed;
    resize(file, 0);
    file->fd = opened(path(folder, number), O_RDWR | O_CREAT | O_EXCL);
}

// Removes an open file, which can be read and written until it is closed.
static void remove_open(struct file *file, int number) {
    size_t length, from = range(LARGEST, &length);
    say("remove file=%d, write offset=%zu length=%zu, a new file", number, from, length);
    if (unlink(path(folder, number)))
        fail("unlink");
    if (!access(path(folder, number), F_OK))
        fail("removed, and still there: file=%d", number);
    fill(file, from, length);
    write_range(file, file->fd, from, length, false);
    synced(file->fd);
    read_range(file, file->fd, 0, LARGEST + 1, "removed");
    closed(file->fd);
    resize(file, 0);
    file->fd = opened(path(folder, number), O_RDWR | O_CREAT | O_EXCL);
}

// Uses a file by a second name, which is its only name for a moment. The file is closed meanwhile: Linux's client would rename it instead of removing
// its first name.
static void link_twice(struct file *file, int number) {
    char second[4096];
    struct stat seen;
    snprintf(second, sizeof second, "%s/second-name", folder);
    say("link file=%d", number);
    closed(file->fd);
    if (link(path(folder, number), second) || unlink(path(folder, number)))
        fail("link");
    int fd = opened(second, O_RDONLY);
    read_range(file, fd, 0, LARGEST + 1, "second name");
    closed(fd);
    if (rename(second, path(folder, number)) || stat(path(folder, number), &seen))
        fail("rename of a link");
    errno = 0;
    if (seen.st_nlink != 1)
        fail("links=%ju, expected 1", (uintmax_t)seen.st_nlink);
    file->fd = opened(path(folder, number), O_RDWR);
}

static void list(struct file *file, int number) {
    int found = 0;
    struct dirent *entry;
    DIR *directory = opendir(folder);
    say("list, chosen file=%d size=%zu", number, file->size);
    if (!directory)
        fail("opendir");
    while ((entry = readdir(directory)))
        if (!strncmp(entry->d_name, "file-", 5))
            found |= 1 << atoi(entry->d_name + 5);
        else if (entry->d_name[0] != '.')
            fail("listed: %s", entry->d_name);
    closedir(directory);
    errno = 0;
    if (found != (1 << FILES) - 1)
        fail("listed files (a bit each): %x", found);
}

typedef void (*step_function)(struct file *, int);

// Steps that may be executed twice come first: a restarted server has lost its reply cache.
static const step_function steps[] = {
    write_some, write_some, read_some, read_some, append_some, map_write, map_read, direct_write, direct_read, cut, empty,
    copy, sync_file, reopen, read_other, read_whole, rename_over, remove_open, link_twice, list,
};
enum { ALL = sizeof steps / sizeof *steps, REPEATABLE = 16 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void begin(void) {
    if (mkdir(folder, 0755))
        fail("mkdir %s", folder);
    scratch = aligned_alloc(4096, LARGEST + 4096);
    for (int i = 0; i < FILES; i++) {
        files[i].fd = opened(path(folder, i), O_RDWR | O_CREAT | O_EXCL);
        files[i].content = calloc(LARGEST, 1);
        files[i].writer = calloc(LARGEST, sizeof *files[i].writer);
        if (!scratch || !files[i].content || !files[i].writer)
            fail("no memory");
    }
}

static void finish(void) {
    forget();
    for (int i = 0; i < FILES; i++) {
        read_other(files + i, i);
        read_whole(files + i, i);
        closed(files[i].fd);
        if (unlink(path(folder, i)))
            fail("unlink");
    }
    if (rmdir(folder))
        fail("rmdir");
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: random_files DIR OTHER all|data SEED SECONDS STEPS\n");
        return 2;
    }
    folder = arguments[1];
    other = arguments[2];
    const size_t kinds = strcmp(arguments[3], "all") ? REPEATABLE : ALL;
    state = seed = strtoull(arguments[4], NULL, 0);
    const double end = seconds() + atof(arguments[5]);
    const uint32_t most = strtoul(arguments[6], NULL, 0);
    begin();
    while ((!most || step < most) && (atof(arguments[5]) == 0 || seconds() < end)) {
        int number = below(FILES);
        step++;
        steps[below(kinds)](files + number, number);
        check_size(files + number);
    }
    step++;
    finish();
    printf("random_files: no difference: directory=%s seed=%" PRIu64 " steps=%" PRIu32 "\n", folder, seed, step - 1);
    return 0;
}
