// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;

/** Withholds the events of the second completion queue, which handles sends. */
public final class LateSends extends ForwardingDevice {
    private int queues;
    public CompletionHandler handler;
    public CompletionQueue queue;

    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler given) {
        if (queues++ == 0) {
            return device.createCompletionQueue(entries, loop, given);
        }
        handler = given;
        queue = device.createCompletionQueue(entries, loop, ready -> {});
        return queue;
    }
}
