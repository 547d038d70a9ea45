// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The calls of one connection that wait for the same, first come, first served. */
public final class CallQueue {
    private final ArrayDeque<CallContext> calls = new ArrayDeque<>(1);
    private final Consumer<CallContext> onAdmitted;

    /** What the connection's calls have of what is shared ({@link CallTurns}). */
    long taken;

    /**
     * @param onAdmitted takes a call whose resources have become free.
     */
    public CallQueue(final Consumer<CallContext> onAdmitted) {
        this.onAdmitted = onAdmitted;
    }

    void add(final CallContext call) {
        calls.add(call);
    }

    CallContext first() {
        return calls.peek();
    }

    CallContext remove() {
        return calls.remove();
    }

    int size() {
        return calls.size();
    }

    void clear() {
        calls.clear();
    }

    public boolean isEmpty() {
        return calls.isEmpty();
    }

    void admit(final CallContext call) {
        onAdmitted.accept(call);
    }
}
