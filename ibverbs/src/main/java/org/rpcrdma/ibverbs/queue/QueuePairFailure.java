// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.rpcrdma.ibverbs.device.AsyncLoop;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Wakeup;

/**
 * The handler of one queue pair's failures, and the event loop that calls it. Any thread that takes an event from the
 * device puts it here; the loop's thread hands it on.
 */
final class QueuePairFailure {
    private final AsyncLoop loop;
    private final Consumer<AsyncEventType> handler;
    private final Wakeup wakeup;
    private final ConcurrentLinkedQueue<AsyncEventType> waiting = new ConcurrentLinkedQueue<>();
    private boolean isOver;

    QueuePairFailure(final AsyncLoop loop, final Consumer<AsyncEventType> handler) {
        this.loop = loop;
        this.handler = handler;
        wakeup = loop.newWakeup(this::handOn);
    }

    /** Returns true if events of a type are failures of a queue pair, or of its device. */
    static boolean isFailure(final AsyncEventType type) {
        return switch (type) {
            case QP_FATAL, QP_REQ_ERR, QP_ACCESS_ERR, QP_LAST_WQE_REACHED, DEVICE_FATAL -> true;
            default -> false;
        };
    }

    AsyncLoop loop() {
        return loop;
    }

    void put(final AsyncEventType type) {
        waiting.add(type);
        wakeup.wake();
    }

    /** Ends the handler's calls, on the loop's thread. */
    void end() {
        isOver = true;
    }

    private void handOn() {
        for (AsyncEventType type = waiting.poll(); type != null && !isOver; type = waiting.poll()) {
            handler.accept(type);
        }
    }
}
