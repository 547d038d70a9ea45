// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.queue.RnicSharedReceiveQueue;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Tests shared receive queues with queue pairs that are connected to themselves. */
class SharedReceiveQueueTest extends PairTest implements AsyncEventHandler {
    private static final int ROOM = 32;

    private final ConnectedPair.Side side = pair.client;
    private final SharedReceiveQueue shared =
            side.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(ROOM, 2));
    private final List<QueuePair> queuePairs = List.of(newQueuePair(), newQueuePair(), newQueuePair());
    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {
        events.add(type);
    }

    @Test
    void shouldGrowTheRingOfTakenReceives() {
        post(0, ROOM);
        send(queuePairs.get(0), ROOM / 2);
        send(queuePairs.get(1), ROOM / 2);
        assertEquals(successes(0, ROOM), receives());
        post(0, 3);
        send(queuePairs.get(0), 3);
        assertEquals(successes(0, 3), receives());
    }

    @Test
    void shouldFreeAPlaceOnlyWhenItsCompletionIsPolled() {
        post(0, ROOM);
        assertFull();
        send(queuePairs.get(0), 2);
        assertFull();
        assertEquals(2, receives().size());
        post(50, 2);
        assertFull();
    }

    @Test
    void shouldFreePlacesWhoseReceivesWillNeverComplete() {
        post(0, ROOM);
        takeOne(queuePairs.get(0));
        queuePairs.get(0).modify(new QueuePairParameters().state(QueuePairState.RESET));
        takeOne(queuePairs.get(1));
        queuePairs.get(1).close();
        pair.simulation.run();
        post(60, 2);
        assertFull();
        send(queuePairs.get(2), 1);
        assertEquals(List.of("2:SUCCESS"), receives());
    }

    @Test
    void shouldRaiseSrqLimitReachedImmediatelyIfFewerReceivesAreLeft() {
        side.device.handleAsyncEvents(side.loop, this);
        post(0, 3);
        shared.armLimit(3);
        pair.simulation.run();
        assertEquals(List.of(), events);
        shared.armLimit(4);
        pair.simulation.run();
        assertEquals(List.of(AsyncEventType.SRQ_LIMIT_REACHED), events);
        assertEquals(0, shared.limit());
        shared.armLimit(2);
        shared.armLimit(0);
        send(queuePairs.get(0), 3);
        assertEquals(1, events.size());
    }

    @Test
    void shouldRejectImpossibleValues() {
        assertErrno(Errno.EINVAL, () -> shared.armLimit(-1));
        assertErrno(Errno.EINVAL, () -> shared.resize(0));
        assertErrno(Errno.EINVAL, () -> side.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(0, 1)));
        assertErrno(Errno.EINVAL, () -> side.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(1, 0)));
        assertErrno(Errno.EINVAL, () -> pair.server.domain.createQueuePair(attributes()));
        final ReceiveRequests wide = side.device.newReceiveRequests(1, 3);
        wide.receive(1);
        for (int i = 0; i < 3; i++) {
            wide.sge(0, 0, 0);
        }
        assertErrno(Errno.EINVAL, () -> shared.postReceive(wide));
    }

    @Test
    void shouldCloseFromTheTopDown() {
        assertErrno(Errno.EBUSY, shared::close);
        queuePairs.forEach(QueuePair::close);
        assertTrue(side.device.resources().toString().contains("sharedReceiveQueues=1"));
        shared.close();
        assertErrno(Errno.EINVAL, shared::close);
        assertErrno(Errno.EINVAL, () -> shared.armLimit(0));
        assertErrno(Errno.EINVAL, () -> post(0, 1));
        assertErrno(Errno.EINVAL, SharedReceiveQueueTest.this::newQueuePair);
    }

    private QueuePair newQueuePair() {
        final QueuePair queuePair = side.device.connections().createQueuePair(side.domain, attributes());
        queuePair.connectToItself();
        return queuePair;
    }

    private QueuePairAttributes attributes() {
        return new QueuePairAttributes(side.queue, side.queue, ROOM, 1, 1).withSharedReceiveQueue(shared);
    }

    private void post(final int firstId, final int count) {
        final ReceiveRequests receives = side.device.newReceiveRequests(count);
        for (int i = 0; i < count; i++) {
            receives.receive(firstId + i, 0, 0, 0);
        }
        shared.postReceive(receives);
    }

    private void assertFull() {
        assertErrno(PostException.class, Errno.ENOMEM, () -> post(0, 1));
    }

    private void post(final QueuePair queuePair, final int sendCount) {
        final SendRequests sends = side.sends();
        for (int i = 0; i < sendCount; i++) {
            sends.send(1000, i == sendCount - 1 ? SendRequests.SIGNALED : 0);
        }
        queuePair.postSend(sends);
    }

    private void send(final QueuePair queuePair, final int count) {
        post(queuePair, count);
        pair.simulation.run();
    }

    /** Consumes a Receive for a queue pair but does not complete the Receive. */
    private void takeOne(final QueuePair queuePair) {
        post(queuePair, 1);
        final RnicSharedReceiveQueue receives = (RnicSharedReceiveQueue) shared;
        final long before = receives.left();
        while (receives.left() == before) {
            assertTrue(pair.simulation.step());
        }
    }

    private List<String> receives() {
        return side.completions().stream()
                .filter(completion -> !completion.startsWith("1000"))
                .toList();
    }

    private static List<String> successes(final int first, final int count) {
        return IntStream.range(first, first + count)
                .mapToObj(id -> id + ":SUCCESS")
                .toList();
    }
}
