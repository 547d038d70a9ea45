// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Numbered messages, a lap of them at once, between queue pairs whose packets may overtake each other. */
final class OutOfOrderTraffic {
    private static final int MESSAGES = Endpoint.DEPTH;
    /** Bytes of a message: three packets. */
    private static final int LENGTH = 3000;

    private final Pair pair;
    private final TestBuffer source;
    private final TestBuffer target;
    private final ExtendedMemoryRegion sourceRegion;
    private final ExtendedMemoryRegion targetRegion;
    private int laps;

    OutOfOrderTraffic(final Testbed bed) {
        pair = Pair.unconnected(bed);
        use(pair.client());
        use(pair.server());
        pair.connect();
        source = pair.client().buffer(MESSAGES * LENGTH);
        target = pair.server().buffer(MESSAGES * LENGTH);
        sourceRegion = bed.own(source.register(pair.client().domain(), Access.LOCAL_WRITE));
        targetRegion = bed.own(target.register(pair.server().domain(), Access.LOCAL_WRITE | Access.REMOTE_WRITE));
    }

    private static void use(final Endpoint side) {
        side.use(side.domain().createQueuePair(side.attributes().withOutOfOrder(true)));
    }

    /**
     * Sends a lap of messages into Receives of their own; returns how many were taken by another than the
     * next message.
     */
    int send() {
        begin();
        final SendRequests sends = pair.client().sends();
        for (int i = 0; i < MESSAGES; i++) {
            sends.sendWithImmediate(i, SendRequests.SIGNALED, i);
            sends.sge(sourceRegion.iova() + i * LENGTH, LENGTH, sourceRegion.lkey());
        }
        pair.client().post();
        expectSent();
        int elsewhere = 0;
        for (int i = 0; i < MESSAGES; i++) {
            final int place = expectReceived(i);
            expectMessage(place, i);
            elsewhere += place == i ? 0 : 1;
        }
        return elsewhere;
    }

    /** Writes a lap of messages, each to its own place, and signals each. */
    void write() {
        begin();
        final SendRequests sends = pair.client().sends();
        for (int i = 0; i < MESSAGES; i++) {
            final long to = targetRegion.iova() + i * LENGTH;
            sends.rdmaWriteWithImmediate(i, SendRequests.SIGNALED, to, targetRegion.rkey(), i);
            sends.sge(sourceRegion.iova() + i * LENGTH, LENGTH, sourceRegion.lkey());
        }
        pair.client().post();
        expectSent();
        for (int i = 0; i < MESSAGES; i++) {
            expectReceived(i);
        }
        for (int i = 0; i < MESSAGES; i++) {
            expectMessage(i, i);
        }
    }

    private void begin() {
        laps++;
        for (int i = 0; i < MESSAGES; i++) {
            source.putLong(i * LENGTH, number(i));
            source.putLong((i + 1) * LENGTH - Long.BYTES, number(i));
            final long place = targetRegion.iova() + i * LENGTH;
            pair.server().receive(i, place, LENGTH, targetRegion.lkey());
        }
    }

    private void expectSent() {
        for (int i = 0; i < MESSAGES; i++) {
            Expect.equal(
                    "message that was sent",
                    (long) i,
                    pair.client().nextSuccess("send").wrId());
        }
    }

    /** Expects the Receive of a message next; returns its place. */
    private int expectReceived(final int message) {
        final Completion received = pair.server().nextSuccess("Receive");
        Expect.equal("message that was received", message, received.data());
        return (int) received.wrId();
    }

    private void expectMessage(final int place, final int message) {
        Expect.equal("first bytes", number(message), target.getLong(place * LENGTH));
        Expect.equal("last bytes", number(message), target.getLong((place + 1) * LENGTH - Long.BYTES));
    }

    private long number(final int message) {
        return (long) laps * MESSAGES + message;
    }
}
