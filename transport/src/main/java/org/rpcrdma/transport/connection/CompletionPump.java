// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.function.ObjIntConsumer;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Timer;

/**
 * Polls a completion queue empty when it has an event, arms it again and polls once more. A queue that never runs empty
 * gives way after a number of completions, so that the other connections of the event loop have their turn, and goes on
 * behind them.
 */
public final class CompletionPump implements CompletionHandler {
    /** Completions that are taken in one go. */
    static final int BUDGET = 256;

    private final Dispatch dispatch;
    private final Clock loop;
    private final Completions batch;
    private final ObjIntConsumer<Completions> sink;

    /** Made on first use. */
    private Timer resumption;

    /**
     * @param sink takes completions one by one: their batch and the place in it.
     */
    public CompletionPump(
            final Dispatch dispatch,
            final Clock loop,
            final Completions batch,
            final ObjIntConsumer<Completions> sink) {
        this.dispatch = dispatch;
        this.loop = loop;
        this.batch = batch;
        this.sink = sink;
    }

    @Override
    public void onCompletionEvent(final CompletionQueue queue) {
        dispatch.beginDispatch();
        try {
            final int left = drain(queue, BUDGET);
            if (left > 0) {
                queue.arm();
            }
            if (left <= 0 || drain(queue, left) <= 0) {
                resumeLater(queue);
            }
        } finally {
            dispatch.endDispatch();
        }
    }

    /**
     * Takes completions until a batch does not fill; returns the rest of the budget, 0 if the queue may hold more.
     */
    public int drain(final CompletionQueue queue, final int budget) {
        int left = budget;
        int count;
        do {
            count = queue.poll(batch);
            for (int i = 0; i < count; i++) {
                sink.accept(batch, i);
            }
            left -= count;
        } while (left > 0 && count == batch.capacity());
        return left;
    }

    private void resumeLater(final CompletionQueue queue) {
        if (resumption == null) {
            resumption = loop.newTimer(() -> onCompletionEvent(queue));
        }
        resumption.arm(0);
    }

    /** The queue is about to be closed. */
    public void stop() {
        if (resumption != null) {
            resumption.cancel();
        }
    }
}
