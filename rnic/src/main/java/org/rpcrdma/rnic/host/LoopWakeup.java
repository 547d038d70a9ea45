// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Wakeup;

/** Wakes a {@link HostLoop} from other threads. It injects an event into the timeline that makes a task ready. */
final class LoopWakeup implements Wakeup {
    private final Timeline timeline;
    private final Event arrival;

    /** True from the first wake-up until the task begins. Only the thread that sets this flag injects the event. */
    private final AtomicBoolean isOnItsWay = new AtomicBoolean();

    LoopWakeup(final HostLoop loop, final Timeline timeline, final Runnable body) {
        this.timeline = timeline;
        final Task task = Task.of(() -> {
            isOnItsWay.set(false);
            body.run();
        });
        arrival = Event.of(() -> loop.ready(task));
    }

    @Override
    public void wake() {
        if (isOnItsWay.compareAndSet(false, true)) {
            timeline.inject(arrival);
        }
    }
}
