// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** An entry of the {@link HoldQueue} that waits for more of the capture's packets. */
abstract class Waiting {
    /** True if this entry is in the queue. */
    boolean isWaiting;

    long waitsSinceNanos;
    long waitsSinceFrame;

    /** Delivers the packets that were captured before the given time, even if packets are missing. */
    abstract void release(long beforeNanos);
}
