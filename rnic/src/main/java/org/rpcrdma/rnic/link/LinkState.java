// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.AsyncEventType;

/**
 * The state of a device's link. The link is up unless a test has taken it down or the fault plan contains an outage at
 * the current time. Each change raises a port event.
 */
public final class LinkState {
    private final Timeline timeline;
    private Consumer<AsyncEventType> onChange = event -> {};
    private final List<Change> changes = new ArrayList<>();
    /** The number of the plan's current outages, which may overlap. */
    private int outages;

    private boolean isTakenDown;
    private boolean isUp = true;

    public LinkState(final Timeline timeline) {
        this.timeline = timeline;
    }

    /** Sets the listener for port events, which report that the port became active or failed. */
    public void listen(final Consumer<AsyncEventType> listener) {
        onChange = listener;
    }

    public boolean isUp() {
        return isUp;
    }

    /** Takes the link down, or brings it up again. */
    public void takeDown(final boolean isDown) {
        isTakenDown = isDown;
        refresh();
    }

    /** Follows a plan's outages, which replace the previous plan's outages. */
    public void follow(final List<Outage> plan) {
        stop();
        outages = 0;
        final long now = timeline.nanoTime();
        for (final Outage outage : plan) {
            if (outage.to() > now) {
                schedule(new Change(1), Math.max(outage.from(), now));
                schedule(new Change(-1), outage.to());
            }
        }
        refresh();
    }

    /** Cancels the plan's remaining outages. */
    public void stop() {
        changes.forEach(timeline::cancel);
        changes.clear();
    }

    private void schedule(final Change change, final long time) {
        if (time == timeline.nanoTime()) {
            outages += change.outages;
        } else if (time != Long.MAX_VALUE) {
            changes.add(change);
            timeline.schedule(change, time);
        }
    }

    private void refresh() {
        final boolean wasUp = isUp;
        isUp = outages == 0 && !isTakenDown;
        if (isUp != wasUp) {
            onChange.accept(isUp ? AsyncEventType.PORT_ACTIVE : AsyncEventType.PORT_ERR);
        }
    }

    /** The beginning or the end of an outage. */
    private final class Change extends Event {
        private final int outages;

        Change(final int outages) {
            this.outages = outages;
        }

        @Override
        protected void fire() {
            LinkState.this.outages += outages;
            refresh();
        }
    }
}
