// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.SendMemory;
import org.rpcrdma.verbs.Clock;

/**
 * Bounds the send buffers of a server over all its connections. A call is served when one is left for its reply, so
 * that replies never wait for one; it counts from then until the reply has been sent, whenever it is really taken.
 */
public final class SendBudget {
    private final CallTurns turns;

    SendBudget(final SendMemory memory, final Clock clock) {
        turns = new CallTurns(clock, memory.limit(), call -> 1);
    }

    /** Returns the number of calls that wait. */
    public int waiting() {
        return turns.waiting();
    }

    /** Returns true if a send buffer is the call's; otherwise it waits in its connection's queue. */
    public boolean admit(final CallQueue queue, final Call call) {
        call.sendQueue = queue;
        call.maySend = turns.admit(queue, call);
        return call.maySend;
    }

    /** Notes that a call that waited has been admitted. */
    public void admitted(final Call call) {
        call.maySend = true;
    }

    /** The call has given its send buffer back, if it had one. */
    void release(final Call call) {
        if (call.maySend) {
            call.maySend = false;
            turns.give(call.sendQueue, 1);
        }
    }

    /** A connection's calls wait no longer. */
    public void abandon(final CallQueue queue) {
        turns.abandon(queue);
    }

    void close() {
        turns.close();
    }
}
