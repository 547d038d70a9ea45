// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The system calls that nearly every READ and WRITE makes. They use memory that belongs to the thread. */
final class DataCalls {
    private static final int AT_EMPTY_PATH = 0x1000;

    /** All fields of stat(2), and the birth time. */
    private static final int STATX_BASIC_STATS_AND_BTIME = 0xfff;

    private static final FunctionDescriptor TRANSFER =
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final FunctionDescriptor SYNC = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    private static final MethodHandle PREAD = LinuxFiles.function("pread64", TRANSFER);
    private static final MethodHandle PWRITE = LinuxFiles.function("pwrite64", TRANSFER);
    private static final MethodHandle FSYNC = LinuxFiles.function("fsync", SYNC);
    private static final MethodHandle FDATASYNC = LinuxFiles.function("fdatasync", SYNC);
    private static final MethodHandle STATX = LinuxFiles.function(
            "statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));

    private DataCalls() {}

    static int read(final int descriptor, final long address, final long length, final long offset) throws IOException {
        try {
            final CallMemory memory = CallMemory.ofThread();
            long result;
            do {
                result = (long) PREAD.invokeExact(memory.error, descriptor, address, length, offset);
            } while (LinuxFiles.isInterrupted(result, memory, descriptor));
            return (int) result;
        } catch (final Throwable e) {
            throw LinuxFiles.unexpected(e);
        }
    }

    static int write(final int descriptor, final long address, final long length, final long offset)
            throws IOException {
        try {
            final CallMemory memory = CallMemory.ofThread();
            long result;
            do {
                result = (long) PWRITE.invokeExact(memory.error, descriptor, address, length, offset);
            } while (LinuxFiles.isInterrupted(result, memory, descriptor));
            return (int) result;
        } catch (final Throwable e) {
            throw LinuxFiles.unexpected(e);
        }
    }

    static void sync(final int descriptor, final boolean dataOnly) throws IOException {
        try {
            final CallMemory memory = CallMemory.ofThread();
            int result;
            do {
                result = dataOnly
                        ? (int) FDATASYNC.invokeExact(memory.error, descriptor)
                        : (int) FSYNC.invokeExact(memory.error, descriptor);
            } while (LinuxFiles.isInterrupted(result, memory, descriptor));
        } catch (final Throwable e) {
            throw LinuxFiles.unexpected(e);
        }
    }

    /** Returns the attributes of an open inode. */
    static Attributes attributes(final int descriptor) throws IOException {
        final CallMemory memory = CallMemory.ofThread();
        return attributes(descriptor, memory.noPath(), AT_EMPTY_PATH, memory, descriptor);
    }

    /** Returns the attributes of a path, relative to a directory. */
    static Attributes attributes(
            final int directory, final MemorySegment path, final int flags, final CallMemory memory, final Object about)
            throws IOException {
        try {
            int result;
            do {
                result = (int) STATX.invokeExact(
                        memory.error, directory, path, flags, STATX_BASIC_STATS_AND_BTIME, memory.structure);
            } while (LinuxFiles.isInterrupted(result, memory, about));
            return Attributes.of(memory.fields);
        } catch (final Throwable e) {
            throw LinuxFiles.unexpected(e);
        }
    }
}
