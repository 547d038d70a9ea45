// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.DmaDirection.BIDIRECTIONAL;
import static org.rpcrdma.verbs.DmaDirection.FROM_DEVICE;
import static org.rpcrdma.verbs.DmaDirection.TO_DEVICE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

class TransferTest extends PairTest {
    @ParameterizedTest
    @CsvSource({"0,0,0", "1,0,0", "4096,0,0", "4097,0,0", "4096,1,4095", "100000,123,3000", "65536,0,0", "9000,4095,1"})
    void shouldDeliverASend(final int length, final int sourceOffset, final int targetOffset) {
        final GuardedBuffer source = new GuardedBuffer(client.device, length, sourceOffset, TO_DEVICE).fill(1);
        final GuardedBuffer target = new GuardedBuffer(server.device, length + 10, targetOffset, FROM_DEVICE);
        server.postReceive(7, target.iova, target.length, LKEY);
        post(source, length);
        pair.simulation.run();
        assertEquals(1, server.queue.poll(server.batch));
        assertEquals(7, server.batch.wrId(0));
        assertEquals(CompletionOpcode.RECV, server.batch.opcode(0));
        assertEquals(length, server.batch.byteLength(0));
        assertEquals(0, server.batch.flags(0));
        assertEquals(server.queuePair.number(), server.batch.qpNumber(0));
        assertEquals(1, client.queue.poll(client.batch));
        assertEquals(9, client.batch.wrId(0));
        assertEquals(CompletionOpcode.SEND, client.batch.opcode(0));
        target.assertHolds(1, 0, 0, length);
        source.assertGuards();
    }

    private void post(final GuardedBuffer source, final int length) {
        client.post(sends -> sends.send(9, SIGNALED), source.iova, length, LKEY);
    }

    @Test
    void shouldCompleteAReadNoEarlierThanItsFirstPacketIsInMemory() {
        final long firstPageAlone = timeOfReadToAColdFirstPage(4096);
        final long bothPages = timeOfReadToAColdFirstPage(8192);
        assertTrue(bothPages >= firstPageAlone, bothPages + " >= " + firstPageAlone);
    }

    /**
     * Returns the virtual time that a READ of two pages takes if the IOTLB contains only the second page. A miss takes
     * a long time.
     */
    private static long timeOfReadToAColdFirstPage(final int length) {
        final ConnectedPair pair = new ConnectedPair(
                CostModel.defaults().with(CostParameter.IOTLB_MISS, 10_000), ConnectedPair.parameters(7));
        final GuardedBuffer remote = new GuardedBuffer(pair.server.device, 8192);
        final FastRegisterRegion region = pair.server.register(remote, REMOTE_READ);
        final GuardedBuffer sink = new GuardedBuffer(pair.client.device, 8192);
        timeOfRead(pair, new GuardedBuffer(pair.client.device, 8192).iova, 8192, remote.iova, region.key());
        timeOfRead(pair, sink.iova + 4096, 64, remote.iova, region.key());
        return timeOfRead(pair, sink.iova, length, remote.iova, region.key());
    }

    private static long timeOfRead(
            final ConnectedPair pair, final long sink, final int length, final long address, final int key) {
        final SendRequests sends = pair.client.sends();
        sends.rdmaRead(1, SendRequests.SIGNALED, address, key);
        sends.sge(sink, length, GuardedBuffer.LKEY);
        final long begin = pair.client.loop.nanoTime();
        pair.client.postSends();
        while (pair.client.completions().isEmpty()) {
            pair.simulation.step();
        }
        final long end = pair.simulation.nanoTime();
        pair.simulation.run();
        return end - begin;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 4097, 70_000})
    void shouldWriteAndReadThroughARegion(final int length) {
        final GuardedBuffer remote = new GuardedBuffer(server.device, length + 300, 700, BIDIRECTIONAL);
        final FastRegisterRegion region = server.register(remote, LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ);
        final GuardedBuffer source = new GuardedBuffer(client.device, length).fill(3);
        final GuardedBuffer sink = new GuardedBuffer(client.device, length);
        final SendRequests sends = client.sends();
        sends.rdmaWrite(1, SIGNALED, remote.iova + 100, region.key());
        sends.sge(source.iova, length, LKEY);
        sends.rdmaRead(2, SIGNALED, remote.iova + 100, region.key());
        sends.sge(sink.iova, length, LKEY);
        client.postSends();
        pair.simulation.run();
        assertEquals(2, client.queue.poll(client.batch));
        assertEquals(CompletionOpcode.RDMA_WRITE, client.batch.opcode(0));
        assertEquals(CompletionOpcode.RDMA_READ, client.batch.opcode(1));
        assertEquals(0, client.batch.status(0) | client.batch.status(1));
        assertEquals(length, client.batch.byteLength(1));
        remote.assertHolds(3, 100, 0, length);
        sink.assertHolds(3, 0, 0, length);
        server.expect();
    }

    @Test
    void shouldKeepCompletionsInOrderIfASendFinishesBeforeAnEarlierRead() {
        final GuardedBuffer remote = new GuardedBuffer(server.device, 1 << 20);
        final FastRegisterRegion region = server.register(remote, REMOTE_READ);
        final GuardedBuffer sink = new GuardedBuffer(client.device, 1 << 20);
        server.postReceive(5, new GuardedBuffer(server.device, 100).iova, 100, LKEY);
        final SendRequests sends = client.sends();
        sends.rdmaRead(1, SIGNALED, remote.iova, region.key());
        sends.sge(sink.iova, 1 << 20, LKEY);
        sends.send(2, SIGNALED);
        sends.sge(sink.iova, 10, LKEY);
        client.postSends();
        while (server.completions().isEmpty()) {
            assertTrue(pair.simulation.step());
        }
        client.expect();
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
    }

    @Test
    void shouldCompleteReceivesInOrderThoughTheFirstWaitsForAPageWalk() {
        final ConnectedPair slow = new ConnectedPair(
                CostModel.defaults().with(CostParameter.IOTLB_MISS, 50_000), ConnectedPair.parameters(7));
        final GuardedBuffer source = new GuardedBuffer(slow.client.device, 100).fill(1);
        final GuardedBuffer target = new GuardedBuffer(slow.server.device, 3 * 4096);
        final long[] places = {target.iova, target.iova + 4096, target.iova + 100};
        for (int i = 0; i < 3; i++) {
            slow.server.postReceive(i, places[i], 100, LKEY);
            slow.client.sends().send(i, SIGNALED);
            slow.client.sge(source.iova, 10 + i, LKEY);
            slow.client.postSends();
            if (i == 0) {
                slow.simulation.run();
            }
        }
        slow.simulation.run();
        assertEquals(3, slow.server.queue.poll(slow.server.batch));
        for (int i = 0; i < 3; i++) {
            assertEquals(i, slow.server.batch.wrId(i));
            assertEquals(10 + i, slow.server.batch.byteLength(i));
        }
    }

    @Test
    void shouldCountTheIotlbOncePerPageOfAPacketAndReceivesSeparately() {
        final GuardedBuffer source = new GuardedBuffer(client.device, 8192);
        final GuardedBuffer target = new GuardedBuffer(server.device, 8192, 100, FROM_DEVICE);
        for (int i = 0; i < 2; i++) {
            server.postReceive(i, target.iova, 8192, LKEY);
            post(source, 8192);
            pair.simulation.run();
        }
        final IommuStatistics sent = client.simulated().iommuStatistics();
        final IommuStatistics received = server.simulated().iommuStatistics();
        assertEquals(2, sent.misses());
        assertEquals(2, sent.hits());
        assertEquals(0, sent.receiveHits() + sent.receiveMisses());
        assertEquals(3, received.receiveMisses());
        assertEquals(5, received.receiveHits());
        assertEquals(3, received.misses());
        assertEquals(5, received.hits());
    }
}
