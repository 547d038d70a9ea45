// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The calls of one connection that wait for the same resource, first come, first served ({@link CallTurns}). */
public final class CallQueue {
    final ArrayDeque<Call> calls = new ArrayDeque<>(1);
    final Consumer<Call> onGranted;

    /** What the connection's calls have of the resource. */
    long taken;

    /**
     * @param onGranted takes a call that has waited and was granted what it needs.
     */
    public CallQueue(final Consumer<Call> onGranted) {
        this.onGranted = onGranted;
    }

    public boolean isEmpty() {
        return calls.isEmpty();
    }
}
