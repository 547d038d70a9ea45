// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** An entry of the {@link HoldQueue} that waits for packets of the capture. */
abstract class Waiting {
    /** True if this entry is in the queue. */
    boolean isWaiting;

    long waitsSinceNanos;
    long waitsSinceFrame;

    /** Delivers the packets captured before a given time, regardless of missing packets. */
    abstract void release(long beforeNanos);
}
