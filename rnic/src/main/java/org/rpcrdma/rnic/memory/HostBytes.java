// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.agrona.UnsafeApi;

/**
 * Reads and writes bytes at native addresses. Addresses at or above {@link #ADDRESS_ONLY}, which no process uses,
 * represent simulated memory without storage. Such memory reads as zero, and writes to it are dropped.
 */
public final class HostBytes {
    /** The lowest address that represents memory without storage. */
    public static final long ADDRESS_ONLY = 1L << 57;

    private HostBytes() {}

    public static void copy(final long from, final long to, final long bytes) {
        if ((from | to) < ADDRESS_ONLY) {
            UnsafeApi.copyMemory(from, to, bytes);
        } else if (to < ADDRESS_ONLY) {
            UnsafeApi.setMemory(to, bytes, (byte) 0);
        }
    }

    static void clear(final long address, final long bytes) {
        if (address < ADDRESS_ONLY) {
            UnsafeApi.setMemory(address, bytes, (byte) 0);
        }
    }

    public static long getLong(final long address) {
        return address < ADDRESS_ONLY ? UnsafeApi.getLong(address) : 0;
    }

    public static void putLong(final long address, final long value) {
        if (address < ADDRESS_ONLY) {
            UnsafeApi.putLong(address, value);
        }
    }
}
