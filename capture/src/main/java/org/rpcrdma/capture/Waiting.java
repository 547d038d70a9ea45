// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/** What waits for packets of the capture, in the {@link HoldQueue}. */
abstract class Waiting {
    /** True if it is in the queue. */
    boolean isWaiting;

    long waitsSinceNanos;
    long waitsSinceFrame;

    /** Delivers what was captured before a time, whatever is missing in front of it. */
    abstract void release(long beforeNanos);
}
