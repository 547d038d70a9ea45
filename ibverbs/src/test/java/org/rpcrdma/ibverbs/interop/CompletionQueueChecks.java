// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.MESSAGES;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.SendRequests;

/** Checks completion queues: their size, and waiting for completions in the kernel. */
final class CompletionQueueChecks {
    private static final int LATER_MILLIS = 300;
    private static final long LONG_NANOS = 60_000_000_000L;

    private CompletionQueueChecks() {}

    /** The loop must sleep until the completion arrives, because an iteration ends only when there is an event. */
    static void waitInTheKernel(final Loopback loopback) throws Exception {
        final int[] events = new int[1];
        final CompletionQueue queue =
                loopback.own(loopback.device.createCompletionQueue(8, loopback.loop, polled -> events[0]++));
        final Peers peers = loopback.connect(
                loopback.device.connections().localAddress(), loopback.newQueuePair(queue), loopback.newQueuePair());
        peers.server.postReceive(loopback.receives(MESSAGES));
        queue.arm();
        final Thread sender = new Thread(() -> {
            sleep();
            loopback.send(peers.client, 0, 1, SendRequests.SIGNALED);
        });
        sender.start();
        check(loopback.loop.runOnce(LONG_NANOS) && events[0] == 1, "one turn, one event: " + events[0]);
        sender.join();
        loopback.send(peers.client, 1, 1, SendRequests.SIGNALED);
        loopback.succeed(2);
        check(!loopback.loop.runOnce(0) && events[0] == 1, "an unarmed queue raises no event");
        check(queue.poll(new Completions(8)) == 2, "both were there all the same");
        solicited(loopback, peers);
    }

    private static void solicited(final Loopback loopback, final Peers peers) {
        loopback.events = 0;
        loopback.queue.armSolicited();
        loopback.send(peers.client, 2, 1, 0);
        loopback.succeed(1);
        check(!loopback.loop.runOnce(0) && loopback.events == 0, "an unsolicited message raises no event");
        loopback.send(peers.client, 3, 1, SendRequests.SOLICITED);
        check(loopback.loop.runOnce(LONG_NANOS) && loopback.events == 1, "a solicited message does");
        loopback.succeed(1);
    }

    private static void sleep() {
        try {
            Thread.sleep(LATER_MILLIS);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
