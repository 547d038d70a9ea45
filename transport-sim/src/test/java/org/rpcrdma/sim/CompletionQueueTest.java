// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SendRequests;

class CompletionQueueTest {
    private static final int LKEY = GuardedBuffer.LKEY;

    private ConnectedPair pair = new ConnectedPair();
    private ConnectedPair.Side server = pair.server;

    @Test
    void shouldPollOldestFirstInBatches() {
        send(5);
        final Completions two = new Completions(2);
        assertEquals(2, server.queue.poll(two));
        assertEquals(0, two.wrId(0));
        assertEquals(1, two.wrId(1));
        assertEquals(2, server.queue.poll(two));
        assertEquals(1, server.queue.poll(two));
        assertEquals(4, two.wrId(0));
        assertEquals(0, server.queue.poll(two));
        assertEquals(0, two.count());
    }

    @Test
    void shouldRefuseToCloseWhileAQueuePairUsesIt() {
        assertErrno(Errno.EBUSY, server.queue::close);
        assertErrno(Errno.EBUSY, server.domain::close);
        server.queuePair.close();
        server.queue.close();
        server.domain.close();
        assertErrno(Errno.EINVAL, server.queue::close);
        pair.simulation.run();
        server.device.close();
    }

    @Test
    void shouldKeepTheCompletionsOfAClosedQueuePair() {
        send(2);
        server.queuePair.close();
        server.expect("0:SUCCESS", "1:SUCCESS");
    }

    /** Sends messages without waiting. The ids of the Receives start at 0. */
    private void send(final int count) {
        final SendRequests sends = pair.client.sends();
        for (int i = 0; i < count; i++) {
            server.postReceive(i, 0, 0, LKEY);
            sends.send(i, i == count - 1 ? SendRequests.SIGNALED : 0);
        }
        pair.client.postSends();
        pair.simulation.run();
        pair.client.queue.poll(pair.client.batch);
    }
}
