// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.queue.SimulatedSharedReceiveQueue;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;
import org.rpcrdma.verbs.extended.XrcDomain;

/** XRC: one connection, whose sender chooses the shared queue that each message goes to. */
class XrcTest implements AsyncEventHandler {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int ROOM = 8;
    private static final int PART = 16 * 1024;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.XRC_SEND).connect();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final Process first = new Process(0, server.xrcDomain);
    private final Process second = new Process(PART, server.xrcDomain);
    private final List<String> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type + " " + queuePair.type());
    }

    @Test
    void shouldDeliverEachMessageToTheSharedQueueThatItNames() {
        client.buffer.fill(1);
        first.receive(50, 5000);
        second.receive(60, 3000);
        first.receive(51, 100);
        final ExtendedSendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        sends.destination(first.shared.number());
        client.sge(0, 5000);
        sends.sendWithImmediate(2, SIGNALED, 77);
        sends.destination(second.shared.number());
        client.sge(PART, 3000);
        sends.rdmaWriteWithImmediate(3, SIGNALED, server.address + 6000, first.region.rkey(), 78);
        sends.destination(first.shared.number());
        client.sge(6000, 3000);
        client.post();
        settle();
        client.expect("1:SUCCESS", "2:SUCCESS", "3:SUCCESS");
        first.expect("50:SUCCESS", "51:SUCCESS");
        assertEquals(server.queuePair.number(), first.batch.qpNumber(0));
        assertEquals(5000, first.batch.byteLength(0));
        assertEquals(78, first.batch.immediate(1));
        second.expect("60:SUCCESS");
        assertEquals(77, second.batch.immediate(0));
        server.expect();
        server.buffer.assertGuards();
        assertEquals(
                GuardedBuffer.pattern(1, 4999), server.buffer.block().buffer().get(GuardedBuffer.GUARD + 4999));
        assertEquals(
                GuardedBuffer.pattern(1, PART + 2999),
                server.buffer.block().buffer().get(GuardedBuffer.GUARD + PART + 2999));
    }

    @Test
    void shouldCarryOutReadsAndAtomicsWithTheKeysOfTheSharedQueuesDomain() {
        server.buffer.fill(2);
        final ExtendedSendRequests sends = client.sends();
        sends.rdmaRead(1, SIGNALED, server.address, first.region.rkey());
        sends.destination(first.shared.number());
        client.sge(0, 5000);
        sends.fetchAndAdd(2, SIGNALED, server.address + PART, second.region.rkey(), 1);
        sends.destination(second.shared.number());
        client.sge(5000, 8);
        sends.flush(3, SIGNALED, server.address, 8, first.region.rkey(), SendRequests.FLUSH_GLOBAL, false);
        sends.destination(first.shared.number());
        client.post();
        settle();
        client.expect("1:SUCCESS", "2:SUCCESS", "3:REM_INV_REQ_ERR");
        client.buffer.assertGuards();
        assertEquals(
                GuardedBuffer.pattern(2, 4999), client.buffer.block().buffer().get(GuardedBuffer.GUARD + 4999));
        assertEquals(
                GuardedBuffer.pattern(2, PART + 1),
                client.buffer.block().buffer().get(GuardedBuffer.GUARD + 5001));
    }

    @Test
    void shouldRefuseAKeyOfAnotherQueuesDomain() {
        client.sends().rdmaWrite(1, SIGNALED, server.address, first.region.rkey());
        client.sends.destination(second.shared.number());
        client.sge(0, 8);
        client.post();
        settle();
        client.expect("1:REM_ACCESS_ERR");
    }

    @Test
    void shouldRefuseSharedQueuesThatTheDomainDoesNotHave() {
        final Process stranger = new Process(0, server.device.openXrcDomain());
        stranger.receive(70, 8);
        assertRefused(stranger.shared.number());
    }

    @Test
    void shouldRefuseARequestWithoutASharedQueueNumber() {
        assertRefused(0);
    }

    @Test
    void shouldRefuseASharedQueueThatWasClosed() {
        first.receive(50, 8);
        send(first.shared.number(), 8);
        client.expect("1:SUCCESS");
        first.shared.close();
        assertRefused(first.number);
        first.queue.close();
    }

    private void assertRefused(final int sharedQueue) {
        server.device.handleAsyncEvents(server.loop, this);
        send(sharedQueue, 8);
        client.expect("1:REM_ACCESS_ERR");
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        assertEquals(QueuePairState.ERR, server.queuePair.state());
        assertEquals(List.of("QP_ACCESS_ERR XRC_RECV", "QP_LAST_WQE_REACHED XRC_RECV"), events);
    }

    @Test
    void shouldAnswerRnrNakUntilTheSharedQueueHasAReceive() {
        second.receive(60, 8);
        post(first.shared.number(), 8);
        pair.simulation.runUntil(client.loop.nanoTime() + 100_000);
        client.expect();
        first.receive(50, 8);
        settle();
        client.expect("1:SUCCESS");
        first.expect("50:SUCCESS");
        second.expect();
    }

    @Test
    void shouldFailAMessageWhoseSharedQueueIsClosed() {
        first.receive(50, 5000);
        post(first.shared.number(), 5000);
        while (first.left() == 1) {
            assertTrue(pair.simulation.step());
        }
        first.shared.close();
        settle();
        client.expect("1:REM_ACCESS_ERR");
        first.expect();
        assertEquals(QueuePairState.ERR, server.queuePair.state());
    }

    @Test
    void shouldNotCompleteWhatIsOnItsWayToMemoryWhenItsSharedQueueIsClosed() {
        first.receive(50, 8);
        post(first.shared.number(), 8);
        while (first.left() == 1) {
            assertTrue(pair.simulation.step());
        }
        first.shared.close();
        settle();
        client.expect("1:SUCCESS");
        first.expect();
        second.receive(60, 8);
        send(second.shared.number(), 8);
        second.expect("60:SUCCESS");
    }

    @Test
    void shouldFlushOnlyTheReceivesThatItTook() {
        server.device.handleAsyncEvents(server.loop, this);
        first.receive(50, 5000);
        first.receive(51, 5000);
        second.receive(60, 8);
        post(first.shared.number(), 5000);
        while (first.left() == 2) {
            assertTrue(pair.simulation.step());
        }
        server.queuePair.toError();
        settle();
        first.expect("50:WR_FLUSH_ERR");
        second.expect();
        assertEquals(List.of("QP_LAST_WQE_REACHED XRC_RECV"), events);
        client.expect("1:RETRY_EXC_ERR");
    }

    @Test
    void shouldStartAnewAfterAReset() {
        first.receive(50, 5000);
        first.receive(51, 5000);
        post(first.shared.number(), 5000);
        while (first.left() == 2) {
            assertTrue(pair.simulation.step());
        }
        client.toState(QueuePairState.RESET);
        server.toState(QueuePairState.RESET);
        settle();
        client.toSend(server, server.queuePair.number());
        server.toSend(client, client.queuePair.number());
        send(first.shared.number(), 5000);
        first.expect("51:SUCCESS");
        for (int i = 0; i < ROOM; i++) {
            first.receive(i, 8);
        }
    }

    @Test
    void shouldKeepTheDomainOpen() {
        assertErrno(Errno.EBUSY, server.xrcDomain::close);
        first.shared.close();
        second.shared.close();
        assertErrno(Errno.EBUSY, server.xrcDomain::close);
        server.queuePair.close();
        server.xrcDomain.close();
    }

    @Test
    void shouldHaveOnlyTheQueuesOfItsEnd() {
        assertEquals(new QueuePairCapabilities(16, 0, 2, 0, 64), client.queuePair.capabilities());
        assertEquals(new QueuePairCapabilities(0, 0, 0, 0, 0), server.queuePair.capabilities());
        assertErrno(Errno.EINVAL, () -> client.receive(1, 0, 8));
        assertErrno(Errno.EINVAL, () -> server.receive(1, 0, 8));
        server.sends().send(1, 0);
        assertErrno(Errno.EINVAL, server::post);
    }

    @Test
    void shouldRefuseQueuesThatItsTypeHasNoUseFor() {
        final ExtendedQueuePairAttributes plain = new ExtendedQueuePairAttributes(server.queue, server.queue, 1, 1, 1);
        final ExtendedQueuePairAttributes receiving = plain.withType(QueuePairType.XRC_RECV);
        assertErrno(Errno.EINVAL, () -> server.domain.createQueuePair(plain.withXrcDomain(server.xrcDomain)));
        assertErrno(Errno.EINVAL, () -> server.domain.createQueuePair(receiving));
        assertErrno(
                Errno.EINVAL,
                () -> server.domain.createQueuePair(
                        receiving.withXrcDomain(server.xrcDomain).withSharedReceiveQueue(first.shared)));
        assertErrno(
                Errno.EINVAL,
                () -> server.domain.createQueuePair(
                        plain.withType(QueuePairType.XRC_SEND).withSharedReceiveQueue(first.shared)));
        assertErrno(Errno.EINVAL, () -> client.domain.createQueuePair(receiving.withXrcDomain(server.xrcDomain)));
        final QueuePair withoutCompletions =
                server.domain.createQueuePair(new ExtendedQueuePairAttributes(null, null, 0, 0, 0)
                        .withType(QueuePairType.XRC_RECV)
                        .withXrcDomain(server.xrcDomain));
        withoutCompletions.close();
    }

    private void post(final int sharedQueue, final int length) {
        client.sends().send(1, SIGNALED);
        client.sends.destination(sharedQueue);
        client.sge(0, length);
        client.post();
    }

    private void send(final int sharedQueue, final int length) {
        post(sharedQueue, length);
        settle();
    }

    /** Longer than the retries of a request take: those that wait for a Receive never end. */
    private void settle() {
        pair.simulation.runUntil(client.loop.nanoTime() + 2_000_000_000L);
    }

    private static void assertErrno(final Errno errno, final Runnable call) {
        assertEquals(errno, assertThrows(VerbsException.class, call::run).errno());
    }

    /**
     * What one of the processes has that share the connection: a domain, a shared queue, where its Receives complete.
     */
    private final class Process {
        final ExtendedProtectionDomain domain = server.device.allocateProtectionDomain();
        final CompletionQueue queue = server.device.createCompletionQueue(ROOM, server.loop, ready -> {});
        final Completions batch = new Completions(ROOM);
        final MemoryRegion region;
        final SharedReceiveQueue shared;
        final int number;
        private final long address;
        private final ReceiveRequests receives = server.device.newReceiveRequests(1);

        Process(final int offset, final XrcDomain xrcDomain) {
            address = server.address + offset;
            region = domain.registerMemory(address, PART, address, Access.LOCAL_WRITE | Access.REMOTE);
            shared = domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(ROOM, 1), xrcDomain, queue);
            number = shared.number();
        }

        void receive(final long wrId, final int length) {
            receives.clear();
            receives.receive(wrId, address, length, region.lkey());
            shared.postReceive(receives);
        }

        long left() {
            return ((SimulatedSharedReceiveQueue) shared).left();
        }

        void expect(final String... completions) {
            queue.poll(batch);
            final List<String> all = new ArrayList<>();
            for (int i = 0; i < batch.count(); i++) {
                all.add(batch.wrId(i) + ":" + CompletionStatus.name(batch.status(i)));
            }
            assertEquals(List.of(completions), all);
        }
    }
}
