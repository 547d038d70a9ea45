// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

class ReceiveQueueTest {
    private static final long DOORBELL = 100;

    private final ContextMemory contexts = new ContextMemory(CostModel.defaults());
    private final ReceiveQueue queue = new ReceiveQueue(1, contexts, null, 4, 2, 0);

    @Test
    void shouldNotBeReadyUntilTheDoorbellTakesEffect() {
        post(queue, 1);
        assertFalse(queue.take(DOORBELL - 1), "RNR NAK");
        assertTrue(queue.take(DOORBELL));
        assertFalse(queue.take(DOORBELL), "no Receive is left");
    }

    @Test
    void shouldTakeTheSameReceiveAgainAfterAnRnrNakInMidMessage() {
        post(queue, 2);
        assertTrue(queue.take(DOORBELL));
        queue.giveBack();
        assertTrue(queue.take(DOORBELL));
        assertEquals(1000, queue.wrIds.get(queue.slot(queue.consumed - 1)));
    }

    @Test
    void shouldRefuseTheReceiveBeyondTheLimitByItsIndex() {
        post(queue, 3);
        final PostException full = assertThrows(PostException.class, () -> post(queue, 3));
        assertEquals(Errno.ENOMEM, full.errno());
        assertEquals(1, full.badIndex(), "the first of the chain was posted");
    }

    @Test
    void shouldRefuseMoreElementsThanTheQueueHasRoomFor() {
        final ReceiveChain chain = new ReceiveChain(1, 3);
        chain.receive(1, 0, 8, 0);
        chain.sge(8, 8, 0);
        chain.sge(16, 8, 0);
        assertEquals(
                Errno.EINVAL,
                assertThrows(PostException.class, () -> queue.post(chain, 0)).errno());
    }

    @Test
    void shouldHaveRoomAgainOnceCompletionsArePolled() {
        post(queue, 4);
        assertTrue(queue.isFull());
        queue.reclaimTo(1);
        assertTrue(queue.hasRoom(2));
        assertFalse(queue.hasRoom(3));
    }

    private static void post(final ReceiveQueue queue, final int count) {
        final ReceiveChain chain = new ReceiveChain(count, 2);
        for (int i = 0; i < count; i++) {
            chain.receive(1000 + i, 64 * i, 64, 7);
        }
        queue.post(chain, DOORBELL);
    }
}
