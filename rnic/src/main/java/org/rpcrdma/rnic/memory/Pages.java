// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** The pages of 4 KB that a host manages its memory in. */
public final class Pages {
    public static final int SHIFT = 12;
    public static final int SIZE = 1 << SHIFT;
    /** Masks an address to the begin of its page. */
    public static final long MASK = -SIZE;

    private Pages() {}

    /** Returns the number of pages that a range touches. */
    public static long count(final long address, final long length) {
        return ((address & ~MASK) + length + SIZE - 1) >>> SHIFT;
    }
}
