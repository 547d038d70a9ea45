// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The C library functions that the event loop and the memory allocator use. */
@SuppressWarnings("restricted")
public final class Libc {
    static final int PROT_READ_WRITE = 1 | 2;
    static final int MAP_PRIVATE_ANONYMOUS = 2 | 0x20;
    public static final int MADV_DONTNEED = 4;
    public static final int MADV_HUGEPAGE = 14;
    public static final int MADV_NOHUGEPAGE = 15;
    static final int MPOL_PREFERRED = 1;

    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x80000;
    private static final long SYS_MBIND = 237;
    private static final long MAP_FAILED = -1;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final NativeLibrary LIBRARY = new NativeLibrary("libc.so.6", LINKER.defaultLookup());

    private static final MethodHandle PPOLL =
            exact("ppoll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG));
    private static final MethodHandle READ =
            exact("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle WRITE =
            exact("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

    private static final NativeFunction EVENTFD = LIBRARY.function("eventfd", 2);
    private static final NativeFunction FCNTL = LIBRARY.function("fcntl", 3);
    private static final NativeFunction CLOSE = LIBRARY.function("close", 1);
    private static final NativeFunction MMAP = LIBRARY.function("mmap", 6);
    private static final NativeFunction MUNMAP = LIBRARY.function("munmap", 2);
    private static final NativeFunction MADVISE = LIBRARY.function("madvise", 3);
    private static final NativeFunction SYSCALL = LIBRARY.function("syscall", 7);

    private Libc() {}

    private static MethodHandle exact(final String name, final FunctionDescriptor function) {
        return LINKER.downcallHandle(LIBRARY.entry(name), function);
    }

    /**
     * Waits for descriptors to become ready. Returns the number of ready descriptors, or -1 if a signal interrupted the
     * wait. Allocates nothing.
     */
    public static int ppoll(final MemorySegment descriptors, final long count, final MemorySegment timeout) {
        try {
            return (int) PPOLL.invokeExact(descriptors, count, timeout, Native.NULL);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Reads the 8 bytes of an eventfd's counter, which resets the counter to 0. Allocates nothing. */
    public static void readCounter(final int descriptor, final MemorySegment counter) {
        try {
            final long ignored = (long) READ.invokeExact(descriptor, counter, (long) Long.BYTES);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    /** Adds to an eventfd's counter. Allocates nothing. */
    public static void addToCounter(final int descriptor, final MemorySegment number) {
        try {
            final long ignored = (long) WRITE.invokeExact(descriptor, number, (long) Long.BYTES);
        } catch (final Throwable e) {
            throw NativeFunction.unexpected(e);
        }
    }

    public static int eventfd() {
        final int descriptor = EVENTFD.number(0, EFD_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) {
            throw Errnos.exception(NativeFunction.lastErrno(), "eventfd failed");
        }
        return descriptor;
    }

    public static void close(final int descriptor) {
        CLOSE.check(descriptor);
    }

    /** Configures a descriptor so that a read fails with EAGAIN if there is nothing to read. */
    public static void doNotBlock(final int descriptor) {
        FCNTL.check(descriptor, F_SETFL, O_NONBLOCK);
    }

    /** Maps zeroed pages and returns their address. */
    public static long mmap(final long length) {
        final long address = MMAP.pointer(0, length, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
        if (address == MAP_FAILED) {
            throw Errnos.exception(NativeFunction.lastErrno(), "mmap failed: length=" + length);
        }
        return address;
    }

    public static void munmap(final long address, final long length) {
        if (length > 0) {
            MUNMAP.check(address, length);
        }
    }

    /**
     * Advises the kernel how memory will be used. Returns 0 if the kernel accepted the advice; otherwise, returns the
     * errno.
     */
    public static int madvise(final long address, final long length, final int advice) {
        return MADVISE.errno(address, length, advice);
    }

    /** Sets the NUMA nodes on which pages will be placed when they are allocated. Returns 0 or an errno. */
    public static int mbind(final long address, final long length, final MemorySegment nodes) {
        return SYSCALL.errno(
                SYS_MBIND, address, length, MPOL_PREFERRED, nodes.address(), nodes.byteSize() * Byte.SIZE, 0);
    }
}
