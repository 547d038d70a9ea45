// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** A FIFO queue of one connection's calls that wait for the same resource. See {@link CallTurns}. */
public final class CallQueue {
    final ArrayDeque<Call> calls = new ArrayDeque<>(1);
    final Consumer<Call> onGranted;

    /** The amount of the resource that the connection's calls hold. */
    long taken;

    /**
     * Creates a queue.
     *
     * @param onGranted receives each queued call once the amount that the call requires has been granted.
     */
    public CallQueue(final Consumer<Call> onGranted) {
        this.onGranted = onGranted;
    }

    public boolean isEmpty() {
        return calls.isEmpty();
    }
}
