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
 * Polls a completion queue on each completion event until the queue is empty, then arms the queue and polls it again.
 * If the queue does not become empty, the pump yields to the event loop's other connections after a fixed number of
 * completions, and resumes after they have run.
 */
public final class CompletionPump implements CompletionHandler {
    /** The maximum number of completions that are handled without yielding. */
    static final int BUDGET = 256;

    private final Dispatch dispatch;
    private final Clock loop;
    private final Completions batch;
    private final ObjIntConsumer<Completions> sink;

    /** The timer that resumes polling after the pump has yielded. It is created on first use. */
    private Timer resumption;

    /**
     * Creates a pump.
     *
     * @param sink receives each completion, as a batch and an index in the batch.
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
     * Handles completions until a poll returns a batch that is not full. Returns the remaining budget, or 0 if the
     * queue may contain more completions.
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

    /** Stops the pump because the queue is about to be closed. */
    public void stop() {
        if (resumption != null) {
            resumption.cancel();
        }
    }
}
