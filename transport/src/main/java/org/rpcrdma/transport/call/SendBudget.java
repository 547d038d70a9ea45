// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.SendMemory;
import org.rpcrdma.verbs.Clock;

/**
 * Bounds the send buffers of a server over all its connections. A call is served when one is left for its reply, so
 * that replies never wait for one; it counts from then until the reply has been sent, whenever it is really taken.
 */
public final class SendBudget extends CallTurns {
    SendBudget(final SendMemory memory, final Clock clock) {
        super(clock, memory.limit());
    }

    @Override
    long need(final Call call) {
        return 1;
    }

    @Override
    void grant(final Call call) {
        call.maySend = true;
    }

    /** The call has released its send buffer, if it had one. */
    public void release(final CallQueue queue, final Call call) {
        if (call.maySend) {
            call.maySend = false;
            give(queue, 1);
        }
    }
}
