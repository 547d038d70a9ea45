// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/** Linux's open(2) and close(2). */
@SuppressWarnings("restricted")
final class LinuxFiles {
    private static final int ENOENT = 2;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int LONGEST_REASON = 256;

    private static final MethodHandle OPEN = function(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            Linker.Option.captureCallState("errno"),
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle STRERROR = function("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private LinuxFiles() {}

    private static MethodHandle function(
            final String name, final FunctionDescriptor type, final Linker.Option... options) {
        final Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type, options);
    }

    static int open(final Path path, final int flags, final int mode) throws IOException {
        final byte[] name = FileNames.bytes(path);
        try (Arena memory = Arena.ofConfined()) {
            final MemorySegment error = memory.allocate(Linker.Option.captureStateLayout());
            final MemorySegment string = memory.allocateFrom(JAVA_BYTE, Arrays.copyOf(name, name.length + 1));
            final int descriptor = (int) OPEN.invokeExact(error, string, flags, mode);
            if (descriptor < 0) {
                throw failure(path.toString(), error.get(JAVA_INT, 0));
            }
            return descriptor;
        } catch (final Throwable e) {
            throw unexpected(e);
        }
    }

    static void close(final int descriptor) {
        try {
            final int ignored = (int) CLOSE.invokeExact(descriptor);
        } catch (final Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static IOException failure(final String path, final int errno) throws Throwable {
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

    private static IOException unexpected(final Throwable e) {
        return switch (e) {
            case IOException failure -> failure;
            case RuntimeException bug -> throw bug;
            case Error error -> throw error;
            default -> throw new IllegalStateException(e);
        };
    }
}
