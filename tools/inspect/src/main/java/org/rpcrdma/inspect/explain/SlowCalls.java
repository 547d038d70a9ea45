// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.rpcrdma.inspect.decode.DecodedMessage;

/** Collects the slowest calls. */
final class SlowCalls {
    private static final Comparator<SlowCall> FASTEST_FIRST = Comparator.comparingLong(SlowCall::serviceNanos)
            .thenComparing(SlowCall::callFrame, Comparator.reverseOrder());

    private final int limit;
    private final PriorityQueue<SlowCall> slowest = new PriorityQueue<>(FASTEST_FIRST);

    /**
     * A slow call.
     *
     * @param serviceNanos the time from the call's frame to the reply's, in nanoseconds.
     * @param program      the program's name.
     * @param procedure    the procedure or NFSv4 operation.
     * @param xid          the transaction id, in hexadecimal.
     * @param callFrame    the frame of the call, from 1.
     * @param replyFrame   the frame of the reply.
     */
    record SlowCall(long serviceNanos, String program, String procedure, String xid, long callFrame, long replyFrame) {}

    SlowCalls(final int limit) {
        this.limit = limit;
    }

    void add(final DecodedMessage reply) {
        if (slowest.size() == limit) {
            if (limit == 0 || slowest.peek().serviceNanos >= reply.serviceNanos()) {
                return;
            }
            slowest.remove();
        }
        slowest.add(new SlowCall(
                reply.serviceNanos(),
                reply.isProgramKnown() ? reply.programName() : ConnectionSummary.UNKNOWN,
                reply.isProgramKnown() ? reply.procedureName() : ConnectionSummary.UNKNOWN,
                String.format(Locale.ROOT, "%08x", reply.header().xid()),
                reply.callFrame(),
                reply.send().frameNumber()));
    }

    /** Returns the calls, slowest first. */
    List<SlowCall> list() {
        final List<SlowCall> list = new ArrayList<>(slowest);
        list.sort(FASTEST_FIRST.reversed());
        return list;
    }
}
