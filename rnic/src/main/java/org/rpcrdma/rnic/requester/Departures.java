// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Completes an unreliable queue pair's requests when their last packets have left. The event is scheduled for the
 * oldest such request.
 */
final class Departures extends Event {
    private final SendQueue queue;
    private final SendSequence sequence;
    private final RequestProgress progress;
    private final Timeline timeline;

    Departures(
            final SendQueue queue,
            final SendSequence sequence,
            final RequestProgress progress,
            final Timeline timeline) {
        this.queue = queue;
        this.sequence = sequence;
        this.progress = progress;
        this.timeline = timeline;
    }

    /**
     * Adds a request whose last packet leaves at the given time, which must be later than the times of all earlier
     * requests.
     */
    void add(final int slot, final long time) {
        queue.at(slot).visibleAt = time;
        if (!isScheduled()) {
            timeline.schedule(this, time);
        }
    }

    void stop() {
        timeline.cancel(this);
    }

    @Override
    protected void fire() {
        final long now = timeline.nanoTime();
        long position = queue.completed;
        long last = SendSequence.NOT_FOUND;
        while (position < queue.next) {
            final int slot = queue.slot(position++);
            if (queue.at(slot).visibleAt > now) {
                timeline.schedule(this, queue.at(slot).visibleAt);
                break;
            }
            last = slot;
        }
        if (last != SendSequence.NOT_FOUND) {
            sequence.acknowledge(queue.at((int) last).lastPsn);
            progress.completeInOrder();
        }
    }
}
