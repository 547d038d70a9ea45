// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;

/** Tests that data arrives unchanged even if the sender reuses and changes its memory while packets are on the link. */
class PayloadInFlightTest extends PairTest {
    private static final int LENGTH = 100;
    private static final int AS_SENT = 1;
    private static final int LATER = 99;

    private final GuardedBuffer source = new GuardedBuffer(client.device, LENGTH).fill(AS_SENT);
    private final GuardedBuffer target = new GuardedBuffer(server.device, LENGTH);

    @Test
    void shouldDeliverDataSentBeforeAQueuePairFailed() {
        putSendOnLink(LKEY);
        client.queuePair.toError();
        client.expect("9:WR_FLUSH_ERR");
        source.fill(LATER);
        expectDelivered();
    }

    @Test
    void shouldDeliverDataSentBeforeAQueuePairWasClosed() {
        putSendOnLink(LKEY);
        client.queuePair.close();
        source.fill(LATER);
        expectDelivered();
    }

    @Test
    void shouldDeliverDataSentFromMemoryThatIsFreedAndReused() {
        putSendOnLink(LKEY);
        source.close();
        for (int i = 0; i < 64; i++) {
            new GuardedBuffer(client.device, LENGTH).fill(LATER);
        }
        expectDelivered();
        client.expect("9:SUCCESS");
    }

    @Test
    void shouldDeliverDataSentFromADeregisteredRegion() {
        final long address = source.block().address() + GuardedBuffer.GUARD;
        final MemoryRegion region = client.domain.registerMemory(address, LENGTH, address, 0);
        putSendOnLink(address, region.lkey());
        region.close();
        source.fill(LATER);
        expectDelivered();
    }

    @Test
    void shouldAnswerAReadWithTheContentsBeforeTheInvalidation() {
        final FastRegisterRegion region = client.register(source, Access.REMOTE_READ);
        server.post(sends -> sends.rdmaRead(1, SIGNALED, source.iova, region.key()), target.iova, LENGTH, LKEY);
        stepToTheRead();
        region.close();
        source.fill(LATER);
        server.runAndExpect("1:SUCCESS");
        target.assertHolds(AS_SENT, 0, 0, LENGTH);
    }

    @Test
    void shouldContinueSendingAfterPayloadWasDetached() {
        for (int round = 0; round < 3; round++) {
            source.fill(round);
            putSendOnLink(LKEY);
            if (round == 1) {
                new GuardedBuffer(client.device, 1).close();
            }
            client.runAndExpect("9:SUCCESS");
            target.assertHolds(round, 0, 0, LENGTH);
        }
    }

    private void putSendOnLink(final int lkey) {
        putSendOnLink(source.iova, lkey);
    }

    private void putSendOnLink(final long iova, final int lkey) {
        server.postReceive(7, target.iova, LENGTH, LKEY);
        client.post(sends -> sends.send(9, SIGNALED), iova, LENGTH, lkey);
        stepToTheRead();
    }

    /** Runs until the client's NIC has begun to read memory. */
    private void stepToTheRead() {
        final IommuStatistics statistics = client.simulated().iommuStatistics();
        final long reads = statistics.hits() + statistics.misses();
        while (statistics.hits() + statistics.misses() == reads) {
            assertTrue(pair.simulation.step());
        }
    }

    private void expectDelivered() {
        pair.simulation.run();
        assertEquals("7:SUCCESS", server.completions().get(0));
        target.assertHolds(AS_SENT, 0, 0, LENGTH);
    }
}
