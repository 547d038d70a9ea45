// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.PostException;

class ReceiveQueueTest {
    private static final int MAX_SGE = 2;
    private static final int LIMIT = 135;

    private final SeededRandom random = new SeededRandom(Seed.get());
    private ReceiveQueue queue = new ReceiveQueue(1, NicCaches.unlimited(), null, LIMIT, MAX_SGE, 0);

    /** Posts chains of random lengths, and reclaims the oldest Receives, while the ring grows and wraps around. */
    @Test
    void shouldKeepOutstandingReceives() {
        for (int run = 0; run < 50; run++) {
            queue = new ReceiveQueue(1, NicCaches.unlimited(), null, LIMIT, MAX_SGE, 0);
            for (int step = 0; step < 40; step++) {
                final int left = LIMIT - (int) (queue.tail - queue.reclaimed);
                post(random.nextInt(Math.min(left, 1 << random.nextInt(8)) + 1));
                final int outstanding = (int) (queue.tail - queue.reclaimed);
                if (outstanding > 0) {
                    queue.reclaimTo(queue.reclaimed + random.nextInt(outstanding + 1) - 1);
                }
                assertHoldsOutstanding();
            }
        }
    }

    private void post(final int count) {
        final ReceiveChain chain = new ReceiveChain(LIMIT + 1, MAX_SGE);
        for (long position = queue.tail; position < queue.tail + count; position++) {
            chain.receive(wrId(position));
            for (int element = 0; element < elements(position); element++) {
                chain.sge(iova(position, element), (int) position, element);
            }
        }
        queue.post(chain, 0);
    }

    private static long wrId(final long position) {
        return position * 0x9e3779b97f4a7c15L;
    }

    private static int elements(final long position) {
        return (int) (position * 7 % (MAX_SGE + 1));
    }

    private static long iova(final long position, final int element) {
        return (position << 12) + element;
    }

    private void assertHoldsOutstanding() {
        for (long position = queue.reclaimed; position < queue.tail; position++) {
            final int slot = queue.slot(position);
            assertEquals(wrId(position), queue.wrIds.get(slot));
            assertEquals(elements(position), queue.sgeCounts.get(slot));
            for (int element = 0; element < elements(position); element++) {
                final int i = queue.firstSge(slot) + element;
                assertEquals(iova(position, element), queue.iovas.get(i));
                assertEquals((int) position, queue.lengths.get(i));
                assertEquals(element, queue.lkeys.get(i));
            }
        }
    }

    @Test
    void shouldAllocateSlotsForPostedReceives() {
        post(LIMIT - 7);
        queue.reclaimTo(0);
        final int room = queue.wrIds.room();
        post(7);
        assertEquals(room, queue.wrIds.room());
        assertTrue(room < queue.capacity(), "room=" + room + " capacity=" + queue.capacity());
        assertHoldsOutstanding();
    }

    @Test
    void shouldKeepReceivesThatFitIfAChainDoesNot() {
        post(100);
        final PostException thrown = assertThrows(PostException.class, () -> post(40));
        assertEquals(35, thrown.badIndex());
        assertEquals(LIMIT, queue.tail);
        assertHoldsOutstanding();
    }
}
