// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests queues that start small and double in size while requests are outstanding. Each request's data must be
 * preserved.
 */
class WorkQueueGrowthTest extends PairTest {
    @Test
    void shouldKeepPostedRequestsWhileTheRingsDouble() {
        exchange(0, 3);
        int first = 3;
        for (int count = 5; count <= ConnectedPair.QUEUE_DEPTH; count += 7) {
            exchange(first, count);
            first += count;
        }
    }

    /** Sends messages with immediate data. Each message is posted while earlier ones are in flight. */
    private void exchange(final int first, final int count) {
        for (int i = first; i < first + count; i++) {
            server.postReceive(1000 + i, 0, 0, GuardedBuffer.LKEY);
        }
        for (int i = first; i < first + count; i++) {
            client.sends().sendWithImmediate(i, SendRequests.SIGNALED, 7 * i);
            client.postSends();
            if (i % 3 == 0) {
                pair.simulation.step();
            }
        }
        pair.simulation.run();
        assertEquals(count, client.queue.poll(client.batch));
        assertEquals(count, server.queue.poll(server.batch));
        for (int i = 0; i < count; i++) {
            assertEquals(CompletionStatus.SUCCESS, client.batch.status(i));
            assertEquals(first + i, client.batch.wrId(i));
            assertEquals(1000 + first + i, server.batch.wrId(i));
            assertEquals(7 * (first + i), server.batch.immediate(i));
        }
    }
}
