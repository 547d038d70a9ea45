// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** A thread's native memory for the arguments and results of system calls. */
final class CallMemory {
    /** Linux's limit for the length of a path, including the final NUL. */
    private static final int LONGEST_PATH = 4096;

    /** An upper bound for the size of a structure. */
    private static final int STRUCTURE = 256;

    private static final int ENAMETOOLONG = 36;

    private static final ThreadLocal<CallMemory> OF_THREAD = ThreadLocal.withInitial(CallMemory::new);

    /** Receives the errno of a call. */
    final MemorySegment error = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

    /** The memory of a structure. */
    final MemorySegment structure = Arena.ofAuto().allocate(STRUCTURE, Long.BYTES);

    /** The same memory. */
    final UnsafeBuffer fields = new UnsafeBuffer(structure.address(), STRUCTURE);

    private final MemorySegment path = Arena.ofAuto().allocate(LONGEST_PATH);
    private final UnsafeBuffer pathBytes = new UnsafeBuffer(path.address(), LONGEST_PATH);

    private CallMemory() {}

    static CallMemory ofThread() {
        return OF_THREAD.get();
    }

    /** Writes a path, which stays valid until the next path is written. Fails if Linux would reject its length. */
    MemorySegment path(final Path given) throws Throwable {
        final byte[] bytes = FileNames.bytes(given);
        if (bytes.length >= LONGEST_PATH) {
            throw LinuxFiles.failure(given.toString(), ENAMETOOLONG);
        }
        pathBytes.putBytes(0, bytes);
        pathBytes.putByte(bytes.length, (byte) 0);
        return path;
    }

    /** Writes the empty path. */
    MemorySegment noPath() {
        pathBytes.putByte(0, (byte) 0);
        return path;
    }
}
