// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** An entry in the {@link HoldQueue}, which waits until more packets have been read. */
abstract class Waiting {
    /** True if this entry is in the queue. */
    boolean isWaiting;

    long waitsSinceNanos;
    long waitsSinceFrame;

    /** Delivers the packets that were captured before the given time, even if other packets are missing. */
    abstract void release(long beforeNanos);
}
