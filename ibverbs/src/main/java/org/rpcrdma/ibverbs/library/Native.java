// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.agrona.UnsafeApi;

/**
 * Accesses structures of native libraries by address. The JVM cannot check such addresses, so each value is read or
 * written with a single instruction. If a segment that covers all memory were used instead, the JVM would compare each
 * address with bounds that it cannot exceed.
 */
@SuppressWarnings("restricted")
public final class Native {
    public static final long NULL = 0;

    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Native() {}

    public static byte getByte(final long address) {
        return UnsafeApi.getByte(address);
    }

    public static int getInt(final long address) {
        return UnsafeApi.getInt(address);
    }

    public static void setInt(final long address, final int value) {
        UnsafeApi.putInt(address, value);
    }

    public static long getLong(final long address) {
        return UnsafeApi.getLong(address);
    }

    public static void setLong(final long address, final long value) {
        UnsafeApi.putLong(address, value);
    }

    public static byte[] getBytes(final long address, final int length) {
        return ALL.asSlice(address, length).toArray(JAVA_BYTE);
    }

    /** Copies native memory into a segment. */
    public static void copy(final long from, final MemorySegment to, final long offset, final long length) {
        MemorySegment.copy(ALL, from, to, offset, length);
    }

    public static MemorySegment segment(final long address, final long length) {
        return ALL.asSlice(address, length);
    }

    /** Returns a segment for native memory. The segment becomes inaccessible when the arena is closed. */
    public static MemorySegment segment(final long address, final long length, final Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(length, arena, null);
    }

    /**
     * Returns a segment of size 0 at an address. Use it for a function or a string that is only passed on to a native
     * function.
     */
    public static MemorySegment at(final long address) {
        return MemorySegment.ofAddress(address);
    }

    /** Returns the zero-terminated string at an address. */
    public static String string(final long address) {
        return ALL.getString(address);
    }
}
