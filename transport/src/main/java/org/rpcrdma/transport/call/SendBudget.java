// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.SendMemory;
import org.rpcrdma.verbs.Clock;

/**
 * Limits the number of send buffers that a server uses for all connections. A call is served only when a buffer is
 * available for its reply, so that replies never wait for a buffer. From that time until the reply has been sent, the
 * buffer counts as used, even if it has not been allocated yet.
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

    /** Releases a call's share. Called when the call has released its send buffer, or if it never had a send buffer. */
    public void release(final CallQueue queue, final Call call) {
        if (call.maySend) {
            call.maySend = false;
            give(queue, 1);
        }
    }
}
