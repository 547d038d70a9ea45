// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;

/**
 * How often, and when, a requester tries again: after the peer did not answer in time, and after it had no Receive.
 * Every answer puts the deadline off; the event itself stays in the queue and looks at the deadline when it fires.
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
     * @param newRetransmission retries or fails when the peer does not answer.
     * @param retryCount    retransmissions at most without progress.
     * @param rnrRetryCount retransmissions at most after RNR NAKs; 7 is without end.
     * @param timeout       how long an answer is waited for, in nanoseconds; {@link TimerCodes#NEVER} waits without
     *                      end.
     */
    void connect(
            final Retransmission newRetransmission, final int retryCount, final int rnrRetryCount, final long timeout) {
        retransmission = newRetransmission;
        limit = retryCount;
        rnrLimit = rnrRetryCount;
        ackTimeout = timeout;
    }

    /** Waits for the answer to a packet that is sent. */
    void sent(final long now) {
        if (!isScheduled() && ackTimeout != TimerCodes.NEVER) {
            deadline = now + ackTimeout;
            timeline.schedule(this, deadline);
        }
    }

    /** Allows all retries again: the peer took something new. */
    void progress() {
        retries = 0;
        rnrRetries = 0;
    }

    /** Puts the deadline off: the peer answered. */
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

    /** Counts a wait that an RNR NAK requests. Returns when to try again. */
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
