// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Calls Linux through the C library. The structures and constants are for 64-bit systems. */
@SuppressWarnings("restricted")
final class LinuxFiles implements Linux {
    private static final LinuxFiles INSTANCE = new LinuxFiles();

    private static final int ENOENT = 2;
    private static final int EINTR = 4;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int LONGEST_REASON = 256;

    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final long UTIME_NOW = (1L << 30) - 1;
    private static final long UTIME_OMIT = (1L << 30) - 2;
    private static final long NANOS = 1_000_000_000L;

    private static final int IN_NONBLOCK = 04000;
    private static final int IN_CLOEXEC = 02000000;

    private static final int STATFS_FILES = 40;
    private static final int STATFS_FREE_FILES = 48;
    private static final int STATFS_ID = 56;

    /** FS_IOC_GETFSUUID, available since Linux 6.9. Its struct fsuuid2 contains the length, followed by the UUID. */
    private static final long GET_UUID = 0x8011_1500L;

    private static final MethodHandle STRERROR =
            Linker.nativeLinker().downcallHandle(symbol("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final MethodHandle OPEN =
            function("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", 1, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FTRUNCATE =
            function("ftruncate64", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle UTIMENSAT =
            function("utimensat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle FSTATFS =
            function("fstatfs64", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle READ =
            function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle INOTIFY_INIT =
            function("inotify_init1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle INOTIFY_ADD_WATCH =
            function("inotify_add_watch", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle INOTIFY_RM_WATCH =
            function("inotify_rm_watch", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle IOCTL =
            function("ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));

    /** A system call. */
    private interface Call {
        long make(CallMemory memory, MemorySegment error) throws Throwable;
    }

    private LinuxFiles() {}

    static Linux calls() {
        return INSTANCE;
    }

    /**
     * Returns a function of the C library.
     *
     * @throws UnsupportedOperationException if the C library lacks the function; the message is for the user.
     */
    static MemorySegment symbol(final String name) {
        return Linker.nativeLinker()
                .defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsupportedOperationException("nfs3-server needs Linux and a C library with "
                        + name + ", such as glibc 2.28 or newer: os.name=" + System.getProperty("os.name")));
    }

    static MethodHandle function(final String name, final FunctionDescriptor type) {
        return function(name, type.argumentLayouts().size(), type);
    }

    private static MethodHandle function(final String name, final int named, final FunctionDescriptor type) {
        final Linker linker = Linker.nativeLinker();
        final Linker.Option errno = Linker.Option.captureCallState("errno");
        return named == type.argumentLayouts().size()
                ? linker.downcallHandle(symbol(name), type, errno)
                : linker.downcallHandle(symbol(name), type, errno, Linker.Option.firstVariadicArg(named));
    }

    /** Returns true if a signal interrupted a call. Throws if the call failed for another reason. */
    static boolean isInterrupted(final long result, final CallMemory memory, final Object about) throws Throwable {
        if (result >= 0) {
            return false;
        }
        final int errno = memory.error.get(JAVA_INT, 0);
        if (errno != EINTR) {
            throw failure(about.toString(), errno);
        }
        return true;
    }

    /**
     * Executes a call, and repeats it if a signal interrupts it. Returns the result, or throws if the result is
     * negative.
     */
    private static long call(final Object about, final Call call) throws IOException {
        try {
            final CallMemory memory = CallMemory.ofThread();
            long result;
            do {
                result = call.make(memory, memory.error);
            } while (isInterrupted(result, memory, about));
            return result;
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public int open(final Path path, final int flags, final int mode) throws IOException {
        return (int) call(path, (memory, error) -> (int) OPEN.invokeExact(error, memory.path(path), flags, mode));
    }

    @Override
    public void close(final int descriptor) {
        try {
            // close(2) closes the descriptor regardless of its result. Closing it again might close another file.
            final int ignored = (int) CLOSE.invokeExact(CallMemory.ofThread().error, descriptor);
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int read(final int descriptor, final long address, final int length, final long offset) throws IOException {
        return DataCalls.read(descriptor, address, length, offset);
    }

    @Override
    public int write(final int descriptor, final long address, final int length, final long offset) throws IOException {
        return DataCalls.write(descriptor, address, length, offset);
    }

    @Override
    public void sync(final int descriptor, final boolean dataOnly) throws IOException {
        DataCalls.sync(descriptor, dataOnly);
    }

    @Override
    public void truncate(final int descriptor, final long size) throws IOException {
        call(descriptor, (memory, error) -> (int) FTRUNCATE.invokeExact(error, descriptor, size));
    }

    @Override
    public void setTimes(final Path path, final boolean follow, final long accessTime, final long modifyTime)
            throws IOException {
        final int flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
        call(path, (memory, error) -> {
            final MemorySegment times = memory.structure;
            put(times, 0, accessTime);
            put(times, 2, modifyTime);
            return (int) UTIMENSAT.invokeExact(error, AT_FDCWD, memory.path(path), times, flags);
        });
    }

    /** Writes a struct timespec. */
    private static void put(final MemorySegment times, final int index, final long time) {
        final boolean special = time == NOW || time == UNCHANGED;
        final long nanos = time == NOW ? UTIME_NOW : time == UNCHANGED ? UTIME_OMIT : Math.floorMod(time, NANOS);
        times.setAtIndex(JAVA_LONG, index, special ? 0 : Math.floorDiv(time, NANOS));
        times.setAtIndex(JAVA_LONG, index + 1, nanos);
    }

    @Override
    public Attributes attributes(final Path path) throws IOException {
        return attributes(AT_FDCWD, path);
    }

    @Override
    public Attributes attributes(final int directory, final Path name) throws IOException {
        try {
            final CallMemory memory = CallMemory.ofThread();
            return DataCalls.attributes(directory, memory.path(name), AT_SYMLINK_NOFOLLOW, memory, name);
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    @Override
    public Attributes attributes(final int descriptor) throws IOException {
        return DataCalls.attributes(descriptor);
    }

    @Override
    public FileSystem fileSystem(final int descriptor) throws IOException {
        final long[] seen = new long[4];
        call(descriptor, (memory, error) -> {
            final MemorySegment state = memory.structure;
            final int result = (int) FSTATFS.invokeExact(error, descriptor, state);
            seen[0] = state.get(JAVA_LONG, 0);
            seen[1] = state.get(JAVA_LONG, STATFS_ID);
            seen[2] = state.get(JAVA_LONG, STATFS_FILES);
            seen[3] = state.get(JAVA_LONG, STATFS_FREE_FILES);
            return result;
        });
        return new FileSystem(seen[0], seen[1], seen[2], seen[3]);
    }

    @Override
    public int openNotices() throws IOException {
        return (int)
                call("inotify", (memory, error) -> (int) INOTIFY_INIT.invokeExact(error, IN_NONBLOCK | IN_CLOEXEC));
    }

    @Override
    public int watch(final int queue, final Path directory, final int kinds) throws IOException {
        return (int) call(directory, (memory, error) ->
                (int) INOTIFY_ADD_WATCH.invokeExact(error, queue, memory.path(directory), kinds));
    }

    @Override
    public void unwatch(final int queue, final int watch) {
        try {
            call(watch, (memory, error) -> (int) INOTIFY_RM_WATCH.invokeExact(error, queue, watch));
        } catch (final IOException e) {
            return; // the kernel has removed the watch with its directory
        }
    }

    @Override
    public int takeNotices(final int queue, final long address, final int length) {
        try {
            return (int) call(queue, (memory, error) -> (long) READ.invokeExact(error, queue, address, (long) length));
        } catch (final IOException e) {
            return 0; // EAGAIN
        }
    }

    @Override
    public long uuid(final int descriptor) {
        try {
            return call(descriptor, (memory, error) -> {
                final MemorySegment uuid = memory.structure;
                final int result = (int) IOCTL.invokeExact(error, descriptor, GET_UUID, uuid);
                final long folded = uuid.get(JAVA_LONG_UNALIGNED, 1) ^ uuid.get(JAVA_LONG_UNALIGNED, 1 + Long.BYTES);
                return result < 0 ? result : folded & Long.MAX_VALUE;
            });
        } catch (final IOException e) {
            return 0;
        }
    }

    static IOException failure(final String path, final int errno) throws Throwable {
        return switch (errno) {
            case ENOENT -> new NoSuchFileException(path);
            case EACCES -> new AccessDeniedException(path);
            case EEXIST -> new FileAlreadyExistsException(path);
            default -> {
                final MemorySegment reason = (MemorySegment) STRERROR.invokeExact(errno);
                yield new FileSystemException(
                        path, null, reason.reinterpret(LONGEST_REASON).getString(0));
            }
        };
    }

    static IOException unexpected(final Throwable e) {
        return switch (e) {
            case IOException failure -> failure;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            default -> throw new IllegalStateException(e);
        };
    }
}
