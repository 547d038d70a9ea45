// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** The calls of one connection that wait for the same, first come, first served. */
public final class CallQueue {
    private final ArrayDeque<Call> calls = new ArrayDeque<>(1);
    private final Consumer<Call> onAdmitted;

    /** What the connection's calls have of what is shared ({@link CallTurns}). */
    long taken;

    /**
     * @param onAdmitted takes a call whose resources have become free.
     */
    public CallQueue(final Consumer<Call> onAdmitted) {
        this.onAdmitted = onAdmitted;
    }

    void add(final Call call) {
        calls.add(call);
    }

    Call first() {
        return calls.peek();
    }

    Call remove() {
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

    void admit(final Call call) {
        onAdmitted.accept(call);
    }
}
