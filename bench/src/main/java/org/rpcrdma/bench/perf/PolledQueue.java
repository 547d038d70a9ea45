// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** A completion queue that its owner polls. Once the queue is armed, its events drive it instead. */
final class PolledQueue implements Turn, AutoCloseable {
    private static final int BATCH = 32;

    private final Completions batch = new Completions(BATCH);
    private final CompletionQueue queue;
    private final Taker taker;

    /** Receives completions. */
    interface Taker {
        /** Handles the completion of a work request. */
        void completed(long wrId);

        /** Called after each batch. */
        void polled();

        /** Handles the failure of a work request. */
        void failed(int status);
    }

    PolledQueue(final Device device, final int entries, final EventLoop loop, final Taker taker) {
        this.taker = taker;
        queue = device.createCompletionQueue(
                Math.min(entries, device.attributes().maxCqe()), loop, ready -> onEvent());
    }

    CompletionQueue queue() {
        return queue;
    }

    /** Arms the queue, so that its events notify the owner from now on. */
    void arm() {
        queue.arm();
    }

    private void onEvent() {
        takeAll();
        queue.arm();
        takeAll();
    }

    private void takeAll() {
        while (turn() > 0) {
            continue;
        }
    }

    @Override
    public int turn() {
        final int count = queue.poll(batch);
        for (int i = 0; i < count; i++) {
            if (batch.status(i) == CompletionStatus.SUCCESS) {
                taker.completed(batch.wrId(i));
            } else {
                taker.failed(batch.status(i));
            }
        }
        if (count > 0) {
            taker.polled();
        }
        return count;
    }

    @Override
    public void close() {
        queue.close();
    }
}
