// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairType;

/** Tests a queue pair's failure handler. The device may have no handler for asynchronous events. */
class QueuePairFailureTest extends DriverTest {
    private final ArrayDeque<Raised> raised = new ArrayDeque<>();
    private final List<AsyncEventType> failures = new ArrayList<>();

    /** An event that is ready to be read from the descriptor. */
    private record Raised(AsyncEventType type, long element) {}

    @BeforeEach
    @Override
    void open() {
        super.open();
        fake.on("ibv_get_async_event", (context, event, c, d, e, f) -> {
            final Raised next = raised.poll();
            if (next == null) {
                return -1;
            }
            final MemorySegment target = Native.segment(event, 16);
            target.set(JAVA_LONG, 0, next.element());
            target.set(JAVA_INT, 8, next.type().ordinal());
            return 0;
        });
    }

    private static long pointer(final QueuePair of) {
        return ((IbvQueuePair) of).pointer();
    }

    /** Raises an event. The descriptor then stays ready. */
    private void raise(final AsyncEventType type, final long element) {
        raised.add(new Raised(type, element));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment one = arena.allocate(JAVA_LONG);
            one.set(JAVA_LONG, 0, 1);
            Libc.addToCounter(Native.getInt(fake.context.address() + ContextLayout.ASYNC_FD), one);
        }
    }

    /** Runs several iterations, because an event is read in one iteration and delivered in a later one. */
    private void turns() {
        for (int i = 0; i < 4; i++) {
            loop.runOnce(0);
        }
    }

    @Test
    void shouldReportAFailureOnADeviceWithoutAHandlerOfEvents() {
        queuePair.onFailure(loop, failures::add);
        raise(AsyncEventType.QP_ACCESS_ERR, pointer(queuePair));
        turns();
        assertEquals(List.of(AsyncEventType.QP_ACCESS_ERR), failures);
    }

    @Test
    void shouldReportAFailureBesidesTheDevicesHandler() {
        final List<AsyncEventType> told = new ArrayList<>();
        device.handleAsyncEvents(loop, new AsyncEventHandler() {
            @Override
            public void onQueuePairEvent(final AsyncEventType type, final QueuePair which) {
                told.add(type);
            }
        });
        queuePair.onFailure(loop, failures::add);
        raise(AsyncEventType.QP_REQ_ERR, pointer(queuePair));
        raise(AsyncEventType.COMM_EST, pointer(queuePair));
        turns();
        assertEquals(List.of(AsyncEventType.QP_REQ_ERR), failures, "COMM_EST is no failure");
        assertEquals(List.of(AsyncEventType.QP_REQ_ERR, AsyncEventType.COMM_EST), told);
    }

    @Test
    void shouldReportTheLastReceiveThatAFailedQueuePairTook() {
        queuePair.onFailure(loop, failures::add);
        raise(AsyncEventType.QP_LAST_WQE_REACHED, pointer(queuePair));
        turns();
        assertEquals(List.of(AsyncEventType.QP_LAST_WQE_REACHED), failures);
    }

    @Test
    void shouldReportTheDevicesFailureToEachOfItsQueuePairs() {
        final QueuePair other = newQueuePair(QueuePairType.RC);
        final List<AsyncEventType> others = new ArrayList<>();
        queuePair.onFailure(loop, failures::add);
        other.onFailure(loop, others::add);
        raise(AsyncEventType.DEVICE_FATAL, 0);
        turns();
        assertEquals(List.of(AsyncEventType.DEVICE_FATAL), failures);
        assertEquals(failures, others);
    }

    @Test
    void shouldStillReportWhenTheDevicesHandlerHasEnded() throws Exception {
        final AutoCloseable ending = device.handleAsyncEvents(loop, new AsyncEventHandler() {});
        queuePair.onFailure(loop, failures::add);
        ending.close();
        raise(AsyncEventType.QP_FATAL, pointer(queuePair));
        turns();
        assertEquals(List.of(AsyncEventType.QP_FATAL), failures);
    }

    @Test
    void shouldReportOnlyTheQueuePairThatFailed() {
        final QueuePair other = newQueuePair(QueuePairType.RC);
        final List<AsyncEventType> others = new ArrayList<>();
        queuePair.onFailure(loop, failures::add);
        other.onFailure(loop, others::add);
        raise(AsyncEventType.QP_FATAL, pointer(other));
        turns();
        assertEquals(List.of(), failures);
        assertEquals(List.of(AsyncEventType.QP_FATAL), others);
    }

    @Test
    void shouldReportNothingAboutAClosedQueuePair() {
        queuePair.onFailure(loop, failures::add);
        raise(AsyncEventType.QP_FATAL, pointer(queuePair));
        device.context().asyncEvents().takeOne();
        queuePair.close();
        turns();
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldStopWatchingWhenTheLastHandlerIsRemoved() {
        queuePair.onFailure(loop, failures::add);
        queuePair.close();
        raise(AsyncEventType.DEVICE_FATAL, 0);
        assertFalse(loop.runOnce(0));
        assertEquals(1, raised.size(), "it was not taken");
    }

    @Test
    void shouldCallTheHandlerThatWasSetLast() {
        queuePair.onFailure(loop, type -> failures.add(null));
        queuePair.onFailure(loop, failures::add);
        raise(AsyncEventType.QP_FATAL, pointer(queuePair));
        turns();
        assertEquals(List.of(AsyncEventType.QP_FATAL), failures);
        assertTrue(raised.isEmpty());
    }
}
