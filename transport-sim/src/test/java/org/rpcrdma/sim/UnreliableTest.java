// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.REMOTE;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Tests queue pairs without acknowledgements: unreliable connected (UC) and unreliable datagram (UD) queue pairs. */
class UnreliableTest {
    private static final int SIGNALED = SendRequests.SIGNALED;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.UC).connect();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;

    @Test
    void shouldDeliverMessagesOfManyPackets() {
        client.buffer.fill(1);
        server.receive(50, 0, 5000);
        server.receive(51, 0, 0);
        final ExtendedSendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        client.sge(0, 5000);
        sends.rdmaWriteWithImmediate(2, SIGNALED, server.address + 5000, server.region.rkey(), 77);
        client.sge(5000, 5000);
        sends.rdmaWrite(3, 0, server.address + 10_000, server.region.rkey());
        client.post(10_000, 5000);
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        server.expect("50:SUCCESS", "51:SUCCESS");
        assertEquals(77, server.batch.immediate(1));
        assertEquals(5000, server.batch.byteLength(1));
        server.buffer.assertHolds(1, 0, 0, 15_000);
    }

    @Test
    void shouldCompleteUnacknowledgedSendsWhenTheyHaveLeft() {
        client.send(1, 0, 5000);
        client.runAndExpect("1:SUCCESS");
        server.expect();
    }

    /** A request completes before its message arrives. As soon as it has completed, the sender may reuse the memory. */
    @Test
    void shouldNotSendLaterChangesOfItsMemory() {
        final ModifiedPair far = new ModifiedPair(
                        QueuePairType.UC,
                        CostModel.defaults().with(CostParameter.LINK_DELAY, 1_000_000),
                        DeviceConfiguration.DEFAULT,
                        false)
                .connect();
        far.client.buffer.fill(1);
        far.server.receive(50, 0, 5000);
        far.client.send(1, 0, 5000);
        far.simulation.runUntil(far.client.loop.nanoTime() + 500_000);
        far.client.expect("1:SUCCESS");
        far.client.buffer.fill(2);
        far.server.runAndExpect("50:SUCCESS");
        far.server.buffer.assertHolds(1, 0, 0, 5000);
    }

    @Test
    void shouldOpenAWindowOfType2ToItsQueuePairUntilTheKeyIsInvalidated() {
        client.buffer.fill(1);
        final int rkey = bindWindow();
        final long address = server.address;
        for (int i = 0; i < 3; i++) {
            server.receive(50 + i, 4096, 100);
            client.sends().rdmaWrite(1, SIGNALED, address + i * 10, rkey);
            client.sge(0, 10);
            client.sends.sendWithInvalidate(2, SIGNALED, rkey);
            client.post();
            client.runAndExpect("1:SUCCESS", "2:SUCCESS");
            server.expect(i == 0 ? "50:SUCCESS" : i == 1 ? "51:REM_INV_REQ_ERR" : "52:WR_FLUSH_ERR");
            server.buffer.assertHolds(1, 0, 0, 10);
        }
        assertEquals(QueuePairState.ERR, server.queuePair.state());
    }

    private int bindWindow() {
        final MemoryRegion region =
                server.domain.registerMemory(server.address, 4096, server.address, LOCAL_WRITE | MW_BIND);
        final MemoryWindow window = server.domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        final int rkey = window.rkey() + 1;
        server.sends().bindMemoryWindow(9, 0, window, rkey, region, server.address, 4096, LOCAL_WRITE | REMOTE);
        server.post();
        pair.simulation.run();
        return rkey;
    }

    @Test
    void shouldLeaveTheReceiveOfADroppedMessageToTheNext() {
        client.buffer.fill(1);
        server.receive(50, 0, 2000);
        for (final int length : new int[] {2001, 5000, 2000}) {
            client.send(length, 0, length);
            pair.simulation.run();
        }
        client.expect("2001:SUCCESS", "5000:SUCCESS", "2000:SUCCESS");
        server.expect("50:SUCCESS");
        assertEquals(2000, server.batch.byteLength(0));
        assertEquals(QueuePairState.RTS, server.queuePair.state());
    }

    @Test
    void shouldDropMessagesWithoutPermission() {
        client.buffer.fill(1);
        client.sends().rdmaWrite(1, SIGNALED, server.address, server.region.rkey() + 1);
        client.post(0, 5000);
        client.runAndExpect("1:SUCCESS");
        server.buffer.assertHolds(1, 0, 0, 0);
        assertEquals(QueuePairState.RTS, server.queuePair.state());
    }

    @Test
    void shouldOnlyFlushSendsInSqe() {
        client.receive(60, 0, 100);
        final ExtendedSendRequests sends = client.sends();
        sends.send(1, 0);
        sends.sge(client.address, 10, client.region.lkey() + 1);
        sends.send(2, 0);
        client.post(0, 10);
        client.runAndExpect("1:LOC_PROT_ERR", "2:WR_FLUSH_ERR");
        assertEquals(QueuePairState.SQE, client.queuePair.state());
        client.sends().send(3, 0);
        client.post();
        client.expect("3:WR_FLUSH_ERR");
        server.send(4, 0, 10);
        client.runAndExpect("60:SUCCESS");
        server.expect("4:SUCCESS");
        client.toState(QueuePairState.RTS);
        server.receive(50, 0, 100);
        client.send(5, 0, 10);
        client.runAndExpect("5:SUCCESS");
        server.expect("50:SUCCESS");
    }

    @Test
    void shouldFailAReceiveWhoseMemoryItMayNotWrite() {
        final var receives = server.device.newReceiveRequests(1);
        receives.receive(50, server.address, 100, server.region.lkey() + 1);
        server.queuePair.postReceive(receives);
        server.receive(51, 0, 100);
        client.send(1, 0, 10);
        client.runAndExpect("1:SUCCESS");
        server.expect("50:LOC_PROT_ERR", "51:WR_FLUSH_ERR");
        assertEquals(QueuePairState.ERR, server.queuePair.state());
    }

    @Test
    void shouldRejectOperationsThatRequireAnAnswer() {
        client.sends().rdmaRead(1, 0, server.address, server.region.rkey());
        client.sge(0, 10);
        assertErrno(PostException.class, Errno.EINVAL, client::post);
        client.sends().fetchAndAdd(1, 0, server.address, server.region.rkey(), 1);
        client.sge(0, 8);
        assertErrno(PostException.class, Errno.EINVAL, client::post);
    }

    @Test
    void shouldPlaceARouteHeaderBeforeADatagram() {
        final ModifiedPair datagrams = new ModifiedPair(QueuePairType.UD).connect();
        datagrams.client.buffer.fill(1);
        datagrams.server.receive(50, 0, 140);
        send(datagrams, way(datagrams), 100);
        datagrams.client.runAndExpect("1:SUCCESS");
        datagrams.server.expect("50:SUCCESS");
        final Completions batch = datagrams.server.batch;
        assertEquals(140, batch.byteLength(0));
        assertEquals(Completions.GRH, batch.flags(0));
        assertEquals(datagrams.client.queuePair.number(), batch.sourceQueuePair(0));
        final ByteBuffer bytes = datagrams.server.buffer.block().buffer();
        assertEquals(0x45, bytes.get(GuardedBuffer.GUARD + 20));
        assertEquals(0x0a620001, bytes.getInt(GuardedBuffer.GUARD + 32));
        assertEquals(0x0a620002, bytes.getInt(GuardedBuffer.GUARD + 36));
    }

    @Test
    void shouldFailADatagramThatIsLongerThanAPacket() {
        final ModifiedPair datagrams = new ModifiedPair(QueuePairType.UD).connect();
        send(datagrams, way(datagrams), 4097);
        datagrams.client.runAndExpect("1:LOC_LEN_ERR");
        assertEquals(QueuePairState.SQE, datagrams.client.queuePair.state());
    }

    @Test
    void shouldRejectADatagramWithoutARoute() {
        final ModifiedPair datagrams = new ModifiedPair(QueuePairType.UD).connect();
        final AddressHandle closed = way(datagrams);
        closed.close();
        assertThrows(PostException.class, () -> send(datagrams, closed, 1));
        datagrams.client.sends().send(1, 0);
        assertThrows(PostException.class, datagrams.client::post);
        final AddressHandle open = way(datagrams);
        datagrams.client.queuePair.close();
        datagrams.client.region.close();
        assertErrno(Errno.EBUSY, datagrams.client.domain::close);
        open.close();
        datagrams.client.domain.close();
    }

    private static AddressHandle way(final ModifiedPair datagrams) {
        return datagrams.client.domain.createAddressHandle(new AddressVector(datagrams.server.device.gid(1, 0), 0, 1));
    }

    private static void send(final ModifiedPair datagrams, final AddressHandle way, final int length) {
        final ExtendedSendRequests sends = datagrams.client.sends();
        sends.send(1, SIGNALED);
        sends.destination(way, datagrams.server.queuePair.number(), ModifiedPair.QKEY);
        datagrams.client.post(0, length);
    }
}
