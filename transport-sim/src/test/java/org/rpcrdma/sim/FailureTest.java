// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

/** Tests the effects of each fault on each side (verbs-conformance, table 2e). */
class FailureTest {
    private static final int LKEY = GuardedBuffer.LKEY;
    private static final int SIGNALED = SendRequests.SIGNALED;

    private ConnectedPair pair = new ConnectedPair();
    private ConnectedPair.Side client = pair.client;
    private ConnectedPair.Side server = pair.server;
    private GuardedBuffer source = new GuardedBuffer(client.device, 8192).fill(1);
    private GuardedBuffer target = new GuardedBuffer(server.device, 8192);

    @Test
    void shouldRefuseALocalKeyThatIsUnknown() {
        send(0, source.iova, 100, 0x1234500);
        expect(List.of("1:LOC_PROT_ERR"), List.of());
    }

    @Test
    void shouldRefuseALocalRangeThatIsNotMapped() {
        send(0, source.iova + (1 << 30), 100, LKEY);
        expect(List.of("1:LOC_PROT_ERR"), List.of());
    }

    @Test
    void shouldRefuseALocalRangeThatOverflows() {
        send(0, Long.MAX_VALUE - 5, 100, LKEY);
        expect(List.of("1:LOC_PROT_ERR"), List.of());
    }

    @Test
    void shouldCompleteEarlierRequestsAndFlushLaterOnesAfterALocalFailure() {
        server.postReceive(101, target.iova + 4096, 4096, LKEY);
        server.postReceive(100, target.iova, 4096, LKEY);
        final SendRequests sends = client.sends();
        sends.send(1, 0);
        sends.sge(source.iova, 4096, LKEY);
        sends.send(2, 0);
        sends.sge(source.iova, 10, 0xdead00);
        sends.send(3, 0);
        sends.sge(source.iova, 10, LKEY);
        sends.rdmaRead(4, SIGNALED, 0, 0);
        client.postAndExpect("2:LOC_PROT_ERR", "3:WR_FLUSH_ERR", "4:WR_FLUSH_ERR");
        server.expect("101:SUCCESS", "100:WR_FLUSH_ERR");
        target.assertHolds(1, 4096, 0, 4096);
    }

    @Test
    void shouldReportThePeersNakForARequestBeforeALocalFailure() {
        final SendRequests sends = client.sends();
        sends.rdmaWrite(1, 0, target.iova, 0x1234500);
        sends.sge(source.iova, 10, LKEY);
        sends.send(2, 0);
        sends.sge(source.iova, 10, 0xdead00);
        client.postSends();
        expect(List.of("1:REM_ACCESS_ERR", "2:WR_FLUSH_ERR"), List.of());
    }

    @Test
    void shouldRejectAReadDestinationWithoutLocalWrite() {
        final FastRegisterRegion remote = server.register(target, Access.REMOTE_READ);
        final FastRegisterRegion local = client.register(source, 0);
        client.post(sends -> sends.rdmaRead(1, 0, target.iova, remote.key()), source.iova, 10, local.key());
        expect(List.of("1:LOC_PROT_ERR"), List.of());
        source.assertHolds(1, 0, 0, 8192);
    }

    @Test
    void shouldRejectAReadDestinationThatIsMappedReadOnly() {
        final FastRegisterRegion remote = server.register(target, Access.REMOTE_READ);
        final GuardedBuffer sink = new GuardedBuffer(client.device, 100, 0, DmaDirection.TO_DEVICE);
        read(sink.iova, 100, target.iova, remote.key());
        expect(List.of("1:LOC_PROT_ERR"), List.of());
        sink.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldRefuseAReceiveWithAnUnknownKey() {
        expectBadReceive(target.iova, 0x77700);
    }

    @Test
    void shouldRefuseAReceiveThatIsNotMapped() {
        expectBadReceive(target.iova + (1 << 30), LKEY);
    }

    @Test
    void shouldRefuseAReceiveThatIsMappedForReadingOnly() {
        final GuardedBuffer readOnly = new GuardedBuffer(server.device, 100, 0, DmaDirection.TO_DEVICE);
        expectBadReceive(readOnly.iova, LKEY);
        readOnly.assertHolds(1, 0, 0, 0);
    }

    private void expectBadReceive(final long iova, final int lkey) {
        server.postReceive(50, iova, 100, lkey);
        server.postReceive(51, target.iova, 100, LKEY);
        send(0, source.iova, 100, LKEY);
        expect(List.of("1:REM_OP_ERR"), List.of("50:LOC_PROT_ERR", "51:WR_FLUSH_ERR"));
        target.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldAnswerAReadBeforeItFailsTheRequestAfterIt() {
        expectReadBeforeFailure();
    }

    /** A disconnection takes only the link's delay, but data takes a long time to land in memory. */
    @Test
    void shouldNotLetTheEndOfAConnectionOvertakeReadResponses() {
        renew(CostModel.defaults().with(CostParameter.CM_LATENCY, 0).with(CostParameter.IOTLB_MISS, 20_000));
        expectReadBeforeFailure();
    }

    @Test
    void shouldNotLetTheEndOfAConnectionOvertakeSends() {
        renew(CostModel.defaults().with(CostParameter.CM_LATENCY, 0).with(CostParameter.IOTLB_MISS, 20_000));
        server.postReceive(50, target.iova, 8192, LKEY);
        server.postReceive(51, target.iova, 8192, LKEY);
        send(0, source.iova, 8192, LKEY);
        final IommuStatistics statistics = client.simulated().iommuStatistics();
        while (statistics.hits() + statistics.misses() < 2) {
            pair.simulation.step();
        }
        client.queuePair.toError();
        expect(List.of("1:WR_FLUSH_ERR"), List.of("50:SUCCESS", "51:WR_FLUSH_ERR"));
    }

    private void expectReadBeforeFailure() {
        final FastRegisterRegion region = server.register(target.fill(7), Access.REMOTE_READ);
        final GuardedBuffer small = new GuardedBuffer(server.device, 10);
        final GuardedBuffer sink = new GuardedBuffer(client.device, 8192);
        server.postReceive(50, small.iova, 10, LKEY);
        final SendRequests sends = client.sends();
        sends.rdmaRead(1, SIGNALED, target.iova, region.key());
        sends.sge(sink.iova, 8192, LKEY);
        sends.send(2, 0);
        sends.sge(source.iova, 11, LKEY);
        client.postSends();
        expect(List.of("1:SUCCESS", "2:REM_INV_REQ_ERR"), List.of("50:LOC_LEN_ERR"));
        sink.assertHolds(7, 0, 0, 8192);
        small.assertHolds(1, 0, 0, 0);
    }

    @Test
    void shouldReportAnIommuFaultUnderAValidKeyAsTheResponders() {
        final FastRegisterRegion region = server.register(target, Access.REMOTE_READ);
        target.unmap();
        read(source.iova, 10, target.iova, region.key());
        expect(List.of("1:REM_OP_ERR"), List.of());
    }

    @Test
    void shouldCompleteTheReceiveAheadOfAReadThatCannotBeAnswered() {
        final GuardedBuffer gone = new GuardedBuffer(server.device, 100);
        final FastRegisterRegion region = server.register(gone, Access.REMOTE_READ);
        gone.unmap();
        server.postReceive(50, target.iova, 100, LKEY);
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        sends.sge(source.iova, 100, LKEY);
        sends.rdmaRead(2, 0, gone.iova, region.key());
        sends.sge(source.iova, 10, LKEY);
        client.postSends();
        expect(List.of("1:SUCCESS", "2:REM_OP_ERR"), List.of("50:SUCCESS"));
    }

    @Test
    void shouldFailARequestWhoseMemoryIsFreedBeforeItIsSent() {
        final GuardedBuffer large = new GuardedBuffer(client.device, 1 << 20).fill(1);
        server.postReceive(50, target.iova, 100, LKEY);
        client.post(sends -> sends.send(1, 0), large.iova, 1 << 20, LKEY);
        final long misses = client.simulated().iommuStatistics().misses();
        while (client.simulated().iommuStatistics().misses() == misses) {
            pair.simulation.step();
        }
        large.close();
        client.runAndExpect("1:LOC_PROT_ERR");
        target.assertHolds(1, 0, 0, 0);
    }

    private void send(final int flags, final long iova, final int length, final int lkey) {
        client.post(sends -> sends.send(1, flags), iova, length, lkey);
    }

    private void read(final long sink, final int length, final long address, final int rkey) {
        client.post(sends -> sends.rdmaRead(1, 0, address, rkey), sink, length, LKEY);
    }

    private void expect(final List<String> atClient, final List<String> atServer) {
        pair.simulation.run();
        assertEquals(atClient, client.completions());
        assertEquals(atServer, server.completions());
        assertBothInError();
    }

    /** Asserts that the connection has ended on both sides. This is required even if only one side failed. */
    private void assertBothInError() {
        for (final ConnectedPair.Side side : List.of(client, server)) {
            side.post(sends -> sends.send(99, 0));
            side.expect("99:WR_FLUSH_ERR");
            assertEquals(1, side.disconnected);
        }
    }

    private void renew(final CostModel costs) {
        pair = new ConnectedPair(costs, ConnectedPair.parameters(7));
        client = pair.client;
        server = pair.server;
        source = new GuardedBuffer(client.device, 8192).fill(1);
        target = new GuardedBuffer(server.device, 8192);
    }
}
