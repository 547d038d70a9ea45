// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.connection.DurationRecorder;
import org.rpcrdma.transport.connection.StageClock;
import org.rpcrdma.verbs.Clock;

/** Measures the stages of a server's calls. */
public final class CallTimes {
    public final StageClock clock;
    public final DurationRecorder waiting;
    public final DurationRecorder service;
    public final DurationRecorder reply;

    public CallTimes(final Clock loop) {
        clock = new StageClock(loop);
        final long now = loop.nanoTime();
        waiting = new DurationRecorder(now);
        service = new DurationRecorder(now);
        reply = new DurationRecorder(now);
    }

    /** Records the arrival of a call. */
    public void begin(final Call call) {
        call.arrivedNanos = clock.now();
    }

    /** Records that a call is being passed to the service. */
    public void serve(final Call call) {
        call.servedNanos = clock.now();
    }

    /** Records that the service's reply has been posted. */
    public void answer(final Call call) {
        call.answeredNanos = clock.read();
    }

    /** Records that the reply has been sent. */
    public void end(final Call call) {
        waiting.record(call.servedNanos - call.arrivedNanos);
        service.record(call.answeredNanos - call.servedNanos);
        reply.record(clock.now() - call.answeredNanos);
    }
}
