// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Determines when and how often a requester retransmits after an acknowledgement timeout or an RNR NAK. Each answer
 * postpones the deadline. The event itself stays in the queue, and checks the deadline when it fires.
 */
final class RetryTimer extends Event {

    private static final int ENDLESS = 7;

    private final Timeline timeline;
    private Retransmission retransmission;
    private long ackTimeout;
    private long deadline;
    private int limit;
    private int retries;
    private int rnrLimit;
    private int rnrRetries;

    RetryTimer(final Timeline timeline) {
        this.timeline = timeline;
    }

    /**
     * Sets the limits.
     *
     * @param newRetransmission retransmits, or fails the request, when the peer does not answer.
     * @param retryCount        the maximum number of retransmissions without progress.
     * @param rnrRetryCount     the maximum number of retransmissions after RNR NAKs; 7 means no limit.
     * @param timeout           the acknowledgement timeout, in ns; {@link TimerCodes#NEVER} means no timeout.
     */
    void connect(
            final Retransmission newRetransmission, final int retryCount, final int rnrRetryCount, final long timeout) {
        retransmission = newRetransmission;
        limit = retryCount;
        rnrLimit = rnrRetryCount;
        ackTimeout = timeout;
    }

    /** Starts the timer for a packet that is being sent, unless it is already running. */
    void sent(final long now) {
        if (!isScheduled() && ackTimeout != TimerCodes.NEVER) {
            deadline = now + ackTimeout;
            timeline.schedule(this, deadline);
        }
    }

    /** Resets the retry counts because the peer has made progress. */
    void progress() {
        retries = 0;
        rnrRetries = 0;
    }

    /** Postpones the deadline because the peer has answered. */
    void answered() {
        deadline = timeline.nanoTime() + ackTimeout;
    }

    boolean isRnrRetrySpent() {
        return rnrLimit != ENDLESS && rnrRetries == rnrLimit;
    }

    /** Counts a retransmission. Returns false if no retry is left. */
    boolean retry() {
        if (retries == limit) {
            return false;
        }
        retries++;
        return true;
    }

    /** Counts a wait that an RNR NAK has requested. Returns the time, in ns, of the next attempt. */
    long awaitReceive(final long wait) {
        rnrRetries++;
        final long again = timeline.nanoTime() + wait;
        deadline = again + ackTimeout;
        return again;
    }

    void stop() {
        timeline.cancel(this);
    }

    @Override
    protected void fire() {
        final long now = timeline.nanoTime();
        if (!retransmission.isAnswerMissing()) {
            return;
        }
        if (now < deadline) {
            timeline.schedule(this, deadline);
        } else if (retries == limit) {
            retransmission.giveUp();
        } else {
            retries++;
            deadline = now + ackTimeout;
            timeline.schedule(this, deadline);
            retransmission.retransmitOldest();
        }
    }
}
