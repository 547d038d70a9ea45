// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.MESSAGES;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Receives that several queue pairs share, and the event of their limit. */
final class SharedReceiveChecks implements AsyncEventHandler {
    private static final int CONNECTIONS = 3;
    private static final int LIMIT = 4;

    private final Loopback loopback;
    private final SharedReceiveQueue shared;
    private final List<Peers> all = new ArrayList<>();
    private int reached;

    private SharedReceiveChecks(final Loopback loopback) {
        this.loopback = loopback;
        shared = loopback.own(loopback.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(MESSAGES, 1)));
        loopback.device.handleAsyncEvents(loopback.loop, this);
    }

    static void shareByThree(final Loopback loopback) {
        new SharedReceiveChecks(loopback).run();
    }

    @Override
    public void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {
        check(type == AsyncEventType.SRQ_LIMIT_REACHED && queue == shared, "event: " + type);
        reached++;
    }

    private void run() {
        for (int i = 0; i < CONNECTIONS; i++) {
            all.add(loopback.connect(loopback.newQueuePair(loopback.queue, shared)));
        }
        check(shared.maxWr() >= MESSAGES, "room: " + shared.maxWr());
        shared.postReceive(loopback.receives(MESSAGES));
        shared.armLimit(LIMIT);
        final int before = MESSAGES - LIMIT;
        exchange(0, before);
        loopback.loop.runOnce(0);
        check(reached == 0 && shared.limit() == LIMIT, "nothing is told while there are as many as the limit");
        exchange(before, 1);
        loopback.runUntil(() -> reached == 1, "the limit is reached");
        check(shared.limit() == 0, "the limit is told once");
        exchange(before + 1, LIMIT - 1);
        shared.postReceive(loopback.receives(MESSAGES));
        shared.armLimit(LIMIT);
        exchange(0, MESSAGES);
        loopback.runUntil(() -> reached == 2, "the limit is reached again");
        shared.resize(4 * MESSAGES);
        check(shared.maxWr() >= 4 * MESSAGES, "more room: " + shared.maxWr());
    }

    /** Sends messages from each client by turns; Receives are taken in the order of their posting. */
    private void exchange(final int first, final int count) {
        for (int i = first; i < first + count; i++) {
            final Peers peers = all.get(i % CONNECTIONS);
            loopback.send(peers.client, i, 1, SendRequests.SIGNALED);
            final Completions done = loopback.succeed(2);
            final int receive = CompletionOpcode.isReceive(done.opcode(0)) ? 0 : 1;
            check(done.wrId(receive) == i, "the Receive of message " + i + ": " + done.wrId(receive));
            check(done.qpNumber(receive) == peers.server.number(), "the queue pair of message " + i);
            loopback.checkArrived(i);
        }
    }
}
