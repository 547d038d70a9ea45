// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.queue.ReceiveElements;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;

/**
 * The target of incoming requests: the Receives, including their memory and completions, and the domain whose keys the
 * peer may use.
 */
public final class ReceiveTarget {
    final int domain;
    public final ReceiveQueue queue;
    final ReceiveElements memory;
    final ReceiveCompletions completions;

    public ReceiveTarget(final QueuePairContext context, final ReceiveQueue queue, final DeviceDma dma) {
        domain = context.domain();
        this.queue = queue;
        memory = new ReceiveElements(dma, queue);
        completions = new ReceiveCompletions(context, queue);
    }

    /** Completes all Receives with WR_FLUSH_ERR. */
    void flush() {
        completions.flush();
    }

    /** Drops the Receives because the queue pair is being reset or closed. */
    public void drop() {
        queue.drop();
    }
}
