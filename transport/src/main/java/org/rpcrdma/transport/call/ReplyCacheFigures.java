// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/**
 * A snapshot of the figures of a server's reply cache. See {@link org.rpcrdma.transport.server.ServerFigures}.
 * Immutable.
 */
public record ReplyCacheFigures(
        long hits, long waits, long misses, long notKept, long evicted, int entries, long bytes) {
    /** The figures of a server without a reply cache. */
    public static final ReplyCacheFigures NONE = new ReplyCacheFigures(0, 0, 0, 0, 0, 0, 0);
}
