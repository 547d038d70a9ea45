// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.rnic.host.Task;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * The events of a completion queue. Each time the queue is armed, it raises at most one event, which reaches the
 * handler's loop after the interrupt latency.
 */
final class CompletionEvents extends Event {
    private static final int NOTHING = 0;
    private static final int SOLICITED_ONLY = 1;
    private static final int EVERYTHING = 2;

    private final Timeline timeline;
    private final HostLoop loop;
    private final Task call;
    private final long latency;
    private int armedFor = NOTHING;

    /**
     * Creates the events for an unarmed queue.
     *
     * @param loop runs the handler.
     * @param call calls the handler.
     */
    CompletionEvents(final Timeline timeline, final long latency, final HostLoop loop, final Task call) {
        this.timeline = timeline;
        this.loop = loop;
        this.call = call;
        this.latency = latency;
    }

    void arm() {
        armedFor = EVERYTHING;
    }

    /**
     * Arms the queue for a solicited or failed completion. If the queue is already armed for every completion, it stays
     * so.
     */
    void armSolicited() {
        armedFor = Math.max(armedFor, SOLICITED_ONLY);
    }

    /** Raises an event if the queue is armed for this completion. */
    void completed(final CompletionEntry entry) {
        if (armedFor != NOTHING
                && (armedFor == EVERYTHING
                        || entry.status != CompletionStatus.SUCCESS
                        || (entry.flags & CompletionEntry.SOLICITED) != 0)) {
            armedFor = NOTHING;
            raise();
        }
    }

    /** Raises an event, even if the queue is not armed. */
    void raise() {
        if (!isScheduled()) {
            timeline.schedule(this, timeline.nanoTime() + latency);
        }
    }

    /** Drops the pending event because the queue is being closed. */
    void close() {
        timeline.cancel(this);
        loop.remove(call);
    }

    /** Calls the handler after the interrupt latency. */
    @Override
    protected void fire() {
        loop.ready(call);
    }
}
