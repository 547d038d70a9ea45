// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.queue.SimulatedSharedReceiveQueue;
import org.rpcrdma.nic.requester.DynamicInitiator;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.DynamicConnection;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;

/** Dynamic connections: an initiator whose requests name their targets, and streams that fail by themselves. */
class DynamicConnectionTest implements AsyncEventHandler {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int ROOM = 16;
    private static final int LONG = 5000;
    private static final long KEY = 0x1122_3344_5566_7788L;
    private static final int LOG_ERRORED = 1;

    private final ModifiedPair pair = new ModifiedPair(
            QueuePairType.DC_INITIATOR,
            CostModel.defaults(),
            DeviceConfiguration.DEFAULT.withPersonality(Personality.MLX5),
            false);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final AddressHandle way =
            client.domain.createAddressHandle(new AddressVector(server.device.gid(1, 0), 0, 1));
    private final SharedReceiveQueue shared =
            server.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(ROOM, 1));
    private final ReceiveRequests receives = server.device.newReceiveRequests(1);
    private final QueuePair target = newTarget(KEY);
    private final List<String> events = new ArrayList<>();

    DynamicConnectionTest() {
        client.queuePair = newInitiator();
        server.device.handleAsyncEvents(server.loop, this);
    }

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        assertEquals(target, queuePair);
        events.add(type.toString());
    }

    @Test
    void shouldCarryOutRequestsOfEveryKind() {
        client.buffer.fill(1);
        receive(50, LONG);
        client.sends().send(1, SIGNALED);
        to(target, KEY, 1);
        client.sge(0, LONG);
        client.sends.rdmaWrite(2, SIGNALED, server.address + LONG, server.region.rkey());
        to(target, KEY, 1);
        client.sge(LONG, LONG);
        client.sends.rdmaRead(3, SIGNALED, server.address + LONG, server.region.rkey());
        to(target, KEY, 2);
        client.sge(3 * LONG, LONG);
        client.sends.fetchAndAdd(4, SIGNALED, server.address + 8 * LONG, server.region.rkey(), 1);
        to(target, KEY, 3);
        client.sge(8 * LONG, 8);
        client.post();
        settle();
        client.expect("1:SUCCESS", "2:SUCCESS", "3:SUCCESS", "4:SUCCESS");
        server.expect("50:SUCCESS");
        assertEquals(target.number(), server.batch().qpNumber(0));
        assertHolds(server, 0, LONG - 1);
        assertHolds(server, LONG, 2 * LONG - 1);
        assertEquals(
                GuardedBuffer.pattern(1, 2 * LONG - 1),
                client.buffer.block().buffer().get(GuardedBuffer.GUARD + 4 * LONG - 1));
    }

    private static void assertHolds(final ModifiedPair.Side side, final int first, final int last) {
        for (int at = first; at <= last; at++) {
            final byte found = side.buffer.block().buffer().get(GuardedBuffer.GUARD + at);
            assertEquals(GuardedBuffer.pattern(1, at), found, "at " + at);
        }
    }

    @Test
    void shouldGoOnWithOtherStreamsWhereOneFails() {
        receive(50, 8);
        receive(51, 8);
        stageSend(1, target, KEY, 1);
        stageBadWrite(2, 1);
        stageSend(3, target, KEY, 1);
        stageSend(4, target, KEY, 2);
        stageSend(5, target, KEY, 1);
        client.post();
        settle();
        client.expect("1:SUCCESS", "2:REM_ACCESS_ERR", "3:WR_FLUSH_ERR", "4:SUCCESS", "5:WR_FLUSH_ERR");
        server.expect("50:SUCCESS", "51:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
        assertEquals(QueuePairState.RTR, target.state());
        assertEquals(List.of(), events);
    }

    @Test
    void shouldFailAtTheLastStreamThatMayBeInError() {
        stageBadWrite(1, 7);
        stageBadWrite(2, 7);
        stageBadWrite(3, 8);
        stageSend(4, target, KEY, 9);
        client.post();
        settle();
        client.expect("1:REM_ACCESS_ERR", "2:WR_FLUSH_ERR", "3:REM_ACCESS_ERR", "4:WR_FLUSH_ERR");
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        assertErrno(Errno.EOPNOTSUPP, () -> client.queuePair.resetStream(7));
    }

    @Test
    void shouldWorkAgainFromResetOn() {
        badWrite(1, 7);
        badWrite(2, 8);
        client.expect("1:REM_ACCESS_ERR", "2:REM_ACCESS_ERR");
        client.toState(QueuePairState.RESET);
        toSend(client.queuePair);
        receive(50, 8);
        send(3, target, KEY, 7);
        client.expect("3:SUCCESS");
        server.expect("50:SUCCESS");
        badWrite(4, 8);
        client.expect("4:REM_ACCESS_ERR");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldGoOnWithAStreamThatIsReset() {
        for (int i = 0; i < 3 << LOG_ERRORED; i++) {
            badWrite(i, i);
            client.expect(i + ":REM_ACCESS_ERR");
            assertEquals(QueuePairState.RTS, client.queuePair.state());
            client.queuePair.resetStream(i);
        }
        receive(50, 8);
        send(1, target, KEY, 1);
        client.expect("1:SUCCESS");
    }

    @Test
    void shouldServeEachDcInitiatorByItself() {
        final QueuePair first = client.queuePair;
        final QueuePair second = newInitiator();
        receive(50, LONG);
        receive(51, LONG);
        stageLong(1, 1);
        client.post();
        client.queuePair = second;
        client.sends();
        stageBadWrite(2, 1);
        client.post();
        client.sends();
        stageLong(3, 1);
        settle();
        client.expect("2:REM_ACCESS_ERR", "1:SUCCESS");
        client.queuePair.resetStream(1);
        client.post();
        settle();
        client.expect("3:SUCCESS");
        server.expect("50:SUCCESS", "51:SUCCESS");
        assertEquals(QueuePairState.RTS, first.state());
    }

    @Test
    void shouldGoFromTargetToTarget() {
        final QueuePair other = newTarget(5);
        for (int i = 0; i < 6; i++) {
            receive(50 + i, 8);
            stageSend(i, i % 2 == 0 ? target : other, i % 2 == 0 ? KEY : 5, 1);
        }
        client.post();
        settle();
        client.expect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS", "3:SUCCESS", "4:SUCCESS", "5:SUCCESS");
        server.expect("50:SUCCESS", "51:SUCCESS", "52:SUCCESS", "53:SUCCESS", "54:SUCCESS", "55:SUCCESS");
        assertEquals(target.number(), server.batch().qpNumber(2));
        assertEquals(other.number(), server.batch().qpNumber(3));
    }

    @Test
    void shouldDropRequestsWithAWrongDcKey() {
        receive(50, 8);
        stageSend(1, target, KEY + (1L << 32), 1);
        stageSend(2, target, KEY, 2);
        client.post();
        settle();
        client.expect("1:RETRY_EXC_ERR", "2:SUCCESS");
        server.expect("50:SUCCESS");
    }

    @Test
    void shouldFlushWhatATargetHasTaken() {
        receive(50, LONG);
        receive(51, LONG);
        stageLong(1, 1);
        client.post();
        final SimulatedSharedReceiveQueue left = (SimulatedSharedReceiveQueue) shared;
        while (left.left() == 2) {
            assertTrue(pair.simulation.step());
        }
        target.toError();
        settle();
        server.expect("50:WR_FLUSH_ERR");
        assertEquals(List.of("QP_LAST_WQE_REACHED"), events);
        client.expect("1:RETRY_EXC_ERR");
        assertEquals(1, left.outstanding());
    }

    @Test
    void shouldGiveBackWhatIsTakenWhenATargetIsClosed() {
        receive(50, LONG);
        stageLong(1, 1);
        client.post();
        final SimulatedSharedReceiveQueue left = (SimulatedSharedReceiveQueue) shared;
        while (left.left() == 1) {
            assertTrue(pair.simulation.step());
        }
        target.close();
        settle();
        server.expect();
        assertEquals(0, left.outstanding());
        shared.close();
        client.expect("1:RETRY_EXC_ERR");
    }

    @Test
    void shouldEndWithALocalFailure() {
        client.sends().send(1, SIGNALED);
        to(target, KEY, 1);
        client.sends.sge(client.address, 8, client.region.lkey() ^ 0xff00);
        client.post();
        settle();
        client.expect("1:LOC_PROT_ERR");
        assertEquals(QueuePairState.ERR, client.queuePair.state());
    }

    @Test
    void shouldDeliverOnceOnALossyLink() {
        pair.fabric.setFaultPlan(
                FaultPlan.NONE.withLoss(0.2).withDuplication(0.2).withReordering(0.2, 50_000));
        final List<String> sent = new ArrayList<>();
        final List<String> received = new ArrayList<>();
        for (int i = 0; i < ROOM; i++) {
            receive(i, LONG);
            stageLong(i, i / 2 % 3);
            sent.add(i + ":SUCCESS");
            received.add(i + ":SUCCESS");
        }
        client.post();
        settle();
        assertEquals(sent, client.completions());
        assertEquals(received, server.completions());
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        final ExtendedQueuePairAttributes plain = new ExtendedQueuePairAttributes(server.queue, server.queue, 1, 1, 1);
        final ExtendedQueuePairAttributes receiving = plain.withType(QueuePairType.DC_TARGET);
        assertErrno(Errno.EINVAL, () -> server.domain.createQueuePair(receiving));
        final ExtendedQueuePairAttributes sending = plain.withType(QueuePairType.DC_INITIATOR);
        assertErrno(
                Errno.EINVAL,
                () -> server.domain.createQueuePair(
                        sending.withDynamicConnection(DynamicConnection.initiator(0, DynamicInitiator.LOG_STREAMS))));
        assertErrno(Errno.EINVAL, () -> target.resetStream(1));
        assertErrno(Errno.EINVAL, () -> client.queuePair.resetStream(1 << 16));
        client.sends().send(1, 0);
        assertErrno(Errno.EINVAL, client::post);
        final ModifiedPair others = new ModifiedPair(QueuePairType.RC).connect();
        assertErrno(Errno.EOPNOTSUPP, () -> others.client.queuePair.resetStream(1));
        assertErrno(
                Errno.EOPNOTSUPP,
                () -> others.client.domain.createQueuePair(
                        new ExtendedQueuePairAttributes(others.client.queue, others.client.queue, 1, 1, 1)
                                .withType(QueuePairType.DC_INITIATOR)));
    }

    @Test
    void shouldAllocateNothingForConnectionsThatEndInPeace() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final int rounds = 2000;
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 3; window++) {
            writes(rounds);
            final long before = threads.getCurrentThreadAllocatedBytes();
            writes(rounds);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < rounds, "bytes=" + least + " rounds=" + rounds);
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    private void writes(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            client.sends().rdmaWrite(1, SIGNALED, server.address, server.region.rkey());
            to(target, KEY, i & 3);
            client.sge(0, 8);
            client.post();
            pair.simulation.runUntil(client.loop.nanoTime() + 20_000);
            client.queue.poll(client.batch());
            if (client.batch().count() != 1) {
                throw new AssertionError("round=" + i);
            }
        }
    }

    private QueuePair newInitiator() {
        final QueuePair created =
                client.domain.createQueuePair(new ExtendedQueuePairAttributes(client.queue, client.queue, ROOM, ROOM, 2)
                        .withType(QueuePairType.DC_INITIATOR)
                        .withDynamicConnection(DynamicConnection.initiator(3, LOG_ERRORED)));
        toSend(created);
        return created;
    }

    private static QueuePairParameters initial() {
        return new QueuePairParameters()
                .state(QueuePairState.INIT)
                .set(QueuePairParameter.PKEY_INDEX, 0)
                .set(QueuePairParameter.PORT, 1);
    }

    private static void toSend(final QueuePair initiator) {
        initiator.modify(initial());
        initiator.modify(new QueuePairParameters().state(QueuePairState.RTR).set(QueuePairParameter.PATH_MTU, 1024));
        initiator.modify(new QueuePairParameters()
                .state(QueuePairState.RTS)
                .set(QueuePairParameter.SEND_PSN, 0xffffff)
                .set(QueuePairParameter.TIMEOUT, 14)
                .set(QueuePairParameter.RETRY_COUNT, 7)
                .set(QueuePairParameter.RNR_RETRY, 7)
                .set(QueuePairParameter.MAX_READ_ATOMIC, 4));
    }

    private QueuePair newTarget(final long key) {
        final QueuePair created =
                server.domain.createQueuePair(new ExtendedQueuePairAttributes(server.queue, server.queue, 1, 1, 1)
                        .withType(QueuePairType.DC_TARGET)
                        .withSharedReceiveQueue(shared)
                        .withDynamicConnection(DynamicConnection.target(key)));
        created.modify(initial().set(QueuePairParameter.ACCESS_FLAGS, Access.LOCAL_WRITE | Access.REMOTE));
        created.modify(new QueuePairParameters()
                .state(QueuePairState.RTR)
                .addressVector(new AddressVector(client.device.gid(1, 0), 0, 1))
                .set(QueuePairParameter.PATH_MTU, 1024)
                .set(QueuePairParameter.MIN_RNR_TIMER, 1));
        return created;
    }

    private void receive(final long wrId, final int length) {
        receives.clear();
        receives.receive(wrId, server.address, length, server.region.lkey());
        shared.postReceive(receives);
    }

    private void to(final QueuePair destination, final long key, final int stream) {
        client.sends.destination(way, destination.number(), key, stream);
    }

    private void stageSend(final long wrId, final QueuePair destination, final long key, final int stream) {
        client.sends.send(wrId, SIGNALED);
        to(destination, key, stream);
        client.sge(0, 8);
    }

    private void stageLong(final long wrId, final int stream) {
        client.sends.send(wrId, SIGNALED);
        to(target, KEY, stream);
        client.sge(0, LONG);
    }

    private void stageBadWrite(final long wrId, final int stream) {
        client.sends.rdmaWrite(wrId, SIGNALED, server.address, server.region.rkey() ^ 0xff00);
        to(target, KEY, stream);
        client.sge(0, 8);
    }

    private void badWrite(final long wrId, final int stream) {
        client.sends();
        stageBadWrite(wrId, stream);
        client.post();
        settle();
    }

    private void send(final long wrId, final QueuePair destination, final long key, final int stream) {
        client.sends();
        stageSend(wrId, destination, key, stream);
        client.post();
        settle();
    }

    /** Longer than the retries of a request take. */
    private void settle() {
        pair.simulation.runUntil(client.loop.nanoTime() + 2_000_000_000L);
    }

    private static void assertErrno(final Errno errno, final Runnable call) {
        assertEquals(errno, assertThrows(VerbsException.class, call::run).errno());
    }
}
