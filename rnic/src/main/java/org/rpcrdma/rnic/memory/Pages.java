// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** The 4 KB pages of host memory. */
public final class Pages {
    public static final int SHIFT = 12;
    public static final int SIZE = 1 << SHIFT;
    /** The mask that rounds an address down to the start of its page. */
    public static final long MASK = -SIZE;

    private Pages() {}

    /** Returns the number of pages that a range covers, wholly or partly. */
    public static long count(final long address, final long length) {
        return ((address & ~MASK) + length + SIZE - 1) >>> SHIFT;
    }
}
