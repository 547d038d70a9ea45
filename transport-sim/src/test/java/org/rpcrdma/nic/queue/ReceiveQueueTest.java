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
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    private final ContextMemory contexts = new ContextMemory(CostModel.defaults());
    private final ReceiveQueue inOrder = new ReceiveQueue(1, contexts, null, 4, 2, 0);
    private final OutOfOrderReceives outOfOrder = new OutOfOrderReceives(1, contexts, null, 4, 2, 0);

    @Test
    void shouldNotBeReadyUntilTheDoorbellTakesEffect() {
        post(inOrder, 1);
        assertFalse(inOrder.take(DOORBELL - 1, 0), "RNR NAK");
        assertTrue(inOrder.take(DOORBELL, 0));
        assertFalse(inOrder.take(DOORBELL, 1), "no Receive is left");
    }

    @Test
    void shouldTakeTheSameReceiveAgainAfterAnRnrNakInMidMessage() {
        post(inOrder, 2);
        assertTrue(inOrder.take(DOORBELL, 0));
        inOrder.giveBack();
        assertTrue(inOrder.take(DOORBELL, 0));
        assertEquals(1000, inOrder.wrIds.get(inOrder.slot(inOrder.consumed - 1)));
    }

    @Test
    void shouldRefuseTheReceiveBeyondTheLimitByItsIndex() {
        post(inOrder, 3);
        final PostException full = assertThrows(PostException.class, () -> post(inOrder, 3));
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
                assertThrows(PostException.class, () -> inOrder.post(chain, 0)).errno());
    }

    @Test
    void shouldHaveRoomAgainOnceCompletionsArePolled() {
        post(inOrder, 4);
        assertTrue(inOrder.isFull());
        inOrder.reclaimTo(1);
        assertTrue(inOrder.hasRoom(2));
        assertFalse(inOrder.hasRoom(3));
    }

    @Test
    void shouldCompleteEarlyMessagesInPsnOrder() {
        post(outOfOrder, 4);
        outOfOrder.reserve(C, DOORBELL);
        outOfOrder.reserve(B, DOORBELL);
        assertTrue(outOfOrder.take(DOORBELL, A));
        assertTrue(outOfOrder.take(DOORBELL, B));
        assertTrue(outOfOrder.take(DOORBELL, C));
        assertEquals(1002, outOfOrder.wrIds.get(0), "A, which came last, has the third Receive");
        assertEquals(1001, outOfOrder.wrIds.get(1));
        assertEquals(1000, outOfOrder.wrIds.get(2), "C, which came first, has the first Receive");
    }

    @Test
    void shouldReserveOneReceivePerEarlyMessage() {
        post(outOfOrder, 1);
        outOfOrder.reserve(B, DOORBELL);
        outOfOrder.reserve(B, DOORBELL);
        assertFalse(outOfOrder.take(DOORBELL, A), "B has the only Receive");
        assertTrue(outOfOrder.take(DOORBELL, B));
    }

    private static void post(final ReceiveQueue queue, final int count) {
        final ReceiveChain chain = new ReceiveChain(count, 2);
        for (int i = 0; i < count; i++) {
            chain.receive(1000 + i, 64 * i, 64, 7);
        }
        queue.post(chain, DOORBELL);
    }
}
