// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/**
 * The figures of a server's reply cache at one moment, as in {@link org.rpcrdma.transport.server.ServerFigures}.
 */
public record ReplyCacheFigures(
        long hits, long waits, long misses, long notKept, long evicted, int entries, long bytes) {
    /** The figures of a server that keeps no replies. */
    public static final ReplyCacheFigures NONE = new ReplyCacheFigures(0, 0, 0, 0, 0, 0, 0);
}
