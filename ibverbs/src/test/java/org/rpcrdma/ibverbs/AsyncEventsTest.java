// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvCompletionQueue;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Device;

/**
 * Tests a device that a process has opened twice. librdmacm has only one context for both instances, with one
 * descriptor for asynchronous events.
 */
class AsyncEventsTest {
    private static final int ASYNC_FD = 268;

    private final FakeVerbs fake = new FakeVerbs();
    private final ArrayDeque<Raised> raised = new ArrayDeque<>();
    private final List<AsyncEventType> acknowledged = new ArrayList<>();
    private Opening first;
    private Opening second;

    /** An event that is ready to be read from the descriptor. */
    private record Raised(AsyncEventType type, long element) {}

    /**
     * An open instance of the device with a completion queue, and the events that the instance's handler has received.
     */
    private static final class Opening implements AsyncEventHandler {
        final IbvDevice device;
        final IbvEventLoop loop;
        final CompletionQueue queue;
        final List<String> told = new ArrayList<>();

        Opening(final Device device) {
            this.device = (IbvDevice) device;
            loop = (IbvEventLoop) device.newEventLoop();
            queue = device.createCompletionQueue(1, loop, polled -> {});
        }

        long pointer() {
            return ((IbvCompletionQueue) queue).pointer();
        }

        @Override
        public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue which) {
            told.add(type + " own=" + (which == queue));
        }

        @Override
        public void onPortEvent(final AsyncEventType type, final int port) {
            told.add(type + " " + port);
        }

        @Override
        public void onDeviceEvent(final AsyncEventType type) {
            told.add(type.toString());
        }
    }

    @BeforeEach
    void open() {
        Native.setInt(fake.context.address() + ASYNC_FD, Libc.eventfd());
        fake.on("ibv_get_async_event", (context, event, c, d, e, f) -> {
            if (raised.isEmpty()) {
                return -1;
            }
            final MemorySegment target = Native.segment(event, 16);
            target.set(JAVA_LONG, 0, raised.peek().element);
            target.set(JAVA_INT, 8, raised.remove().type.ordinal());
            return 0;
        });
        fake.on(
                "ibv_ack_async_event",
                (event, b, c, d, e, f) -> acknowledged.add(AsyncEventType.values()[Native.getInt(event + 8)]) ? 0 : -1);
        first = new Opening(fake.openByName("fake0"));
        second = new Opening(fake.openByName("fake0"));
    }

    @AfterEach
    void close() {
        Libc.close(Native.getInt(fake.context.address() + ASYNC_FD));
        fake.close();
    }

    private static void handle(final Opening opening) {
        opening.device.handleAsyncEvents(opening.loop, opening);
    }

    /** Raises events of a completion queue, and lets an instance read the same number of events. */
    private void take(final Opening taker, final Raised... events) {
        raised.addAll(List.of(events));
        for (int i = 0; i < events.length; i++) {
            taker.device.context().asyncEvents().takeOne();
        }
    }

    private static Raised error(final Opening of) {
        return new Raised(AsyncEventType.CQ_ERR, of.pointer());
    }

    private static Raised port(final int port) {
        return new Raised(AsyncEventType.PORT_ERR, port);
    }

    @Test
    void shouldReportAnEventOnTheLoopOfItsObjectsInstance() {
        handle(first);
        handle(second);
        take(first, error(second));
        assertEquals(List.of(), first.told);
        assertEquals(List.of(), second.told, "not on the thread of another loop");
        assertTrue(second.loop.runOnce(0), "it was woken");
        assertEquals(List.of("CQ_ERR own=true"), second.told);
        take(second, error(second), error(first));
        first.loop.runOnce(0);
        assertEquals(List.of("CQ_ERR own=true"), first.told);
        assertEquals(2, second.told.size());
        assertEquals(3, acknowledged.size(), "once each");
    }

    @Test
    void shouldReportPortAndDeviceEventsToEveryInstance() {
        handle(first);
        handle(second);
        take(first, port(1), new Raised(AsyncEventType.DEVICE_FATAL, 0));
        second.loop.runOnce(0);
        second.loop.runOnce(0);
        assertFalse(second.loop.runOnce(0), "nothing is reported twice");
        assertEquals(List.of("PORT_ERR 1", "DEVICE_FATAL"), first.told);
        assertEquals(first.told, second.told);
        assertEquals(2, acknowledged.size());
    }

    @Test
    void shouldReportEventsInOrderWhicheverThreadReadThem() {
        handle(first);
        handle(second);
        take(first, port(1));
        take(second, port(2));
        take(first, port(3));
        second.loop.runOnce(0);
        second.loop.runOnce(0);
        first.loop.runOnce(0);
        assertEquals(List.of("PORT_ERR 1", "PORT_ERR 2", "PORT_ERR 3"), second.told);
        assertEquals(second.told, first.told);
    }

    @Test
    void shouldLoseNoEventAfterAHandlerThatFails() {
        handle(first);
        second.device.handleAsyncEvents(second.loop, new AsyncEventHandler() {
            @Override
            public void onPortEvent(final AsyncEventType type, final int port) {
                second.onPortEvent(type, port);
                if (port == 1) {
                    throw new IllegalStateException("on purpose");
                }
            }
        });
        take(first, port(1), port(2));
        assertThrows(IllegalStateException.class, () -> second.loop.runOnce(0));
        second.loop.runOnce(0);
        assertEquals(List.of("PORT_ERR 1", "PORT_ERR 2"), second.told);
    }

    /**
     * The events of an instance that reads none are acknowledged nevertheless, because otherwise its objects could not
     * be destroyed.
     */
    @Test
    void shouldKeepNoEventsForAnInstanceThatReadsNone() {
        handle(first);
        take(first, error(second), port(1));
        assertEquals(List.of("PORT_ERR 1"), first.told);
        assertEquals(2, acknowledged.size());
        handle(second);
        assertFalse(second.loop.runOnce(0));
        assertEquals(List.of(), second.told);
    }

    @Test
    void shouldReportNothingAboutADestroyedObject() {
        handle(first);
        handle(second);
        take(first, error(second));
        second.queue.close();
        second.loop.runOnce(0);
        assertEquals(List.of(), second.told);
    }

    /**
     * Another instance may create an object at the address of a destroyed object before the first instance has removed
     * the destroyed object.
     */
    @Test
    void shouldFindAnObjectAtAReusedAddress() {
        handle(first);
        handle(second);
        final long reused = first.pointer();
        second.device.context().asyncEvents().add(reused, (NativeObject) second.queue);
        first.queue.close();
        take(second, new Raised(AsyncEventType.CQ_ERR, reused));
        assertEquals(List.of("CQ_ERR own=true"), second.told);
    }

    @Test
    void shouldReportNothingToAHandlerThatIsClosed() throws Exception {
        handle(first);
        final AutoCloseable ending = second.device.handleAsyncEvents(second.loop, second);
        take(first, port(1));
        ending.close();
        take(first, port(2));
        take(second, port(3));
        turns(second);
        assertEquals(List.of(), second.told, "nor what was taken for it before");
        handle(second);
        ending.close();
        take(first, port(4));
        turns(second);
        assertEquals(List.of("PORT_ERR 4"), second.told, "the end of one is no end of the next");
    }

    @Test
    void shouldReportTheEarlierHandlersPendingEvents() {
        final List<Integer> toldBefore = new ArrayList<>();
        handle(first);
        second.device.handleAsyncEvents(second.loop, new AsyncEventHandler() {
            @Override
            public void onPortEvent(final AsyncEventType type, final int port) {
                toldBefore.add(port);
            }
        });
        take(first, port(1));
        handle(second);
        turns(second);
        assertEquals(List.of(), toldBefore);
        assertEquals(List.of("PORT_ERR 1"), second.told);
    }

    private static void turns(final Opening opening) {
        opening.loop.runOnce(0);
        opening.loop.runOnce(0);
    }

    @Test
    void shouldContinueInOneInstanceWhenAnotherIsClosed() throws Exception {
        handle(first);
        handle(second);
        second.queue.close();
        second.device.close();
        take(first, port(1), error(first));
        assertEquals(List.of("PORT_ERR 1", "CQ_ERR own=true"), first.told);
        assertEquals(List.of(), second.told);
        first.queue.close();
        first.device.close();
        assertEquals(List.of(), fake.ledger.problems(), "each list of contexts is freed once");
    }
}
