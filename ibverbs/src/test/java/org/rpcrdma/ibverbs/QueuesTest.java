// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvCompletionQueue;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.ibverbs.queue.IbvSharedReceiveQueue;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Tests the sizes and limits of queues, and every type of asynchronous event. */
class QueuesTest extends DriverTest implements AsyncEventHandler {
    private final List<String> told = new ArrayList<>();
    private SharedReceiveQueue shared;

    @BeforeEach
    @Override
    void open() {
        fake.on("ibv_create_srq", (domain, attributes, c, d, e, f) -> {
            told.add("created " + Native.getInt(attributes + 8) + " " + Native.getInt(attributes + 12));
            return fake.object();
        });
        super.open();
        shared = domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(20, 2));
    }

    @Test
    void shouldArmAndResizeASharedReceiveQueue() {
        assertEquals(List.of("created 20 2"), told);
        fake.on("ibv_query_srq", (queue, attributes, c, d, e, f) -> {
            final MemorySegment target = Native.segment(attributes, 12);
            target.set(JAVA_INT, 0, 31);
            target.set(JAVA_INT, 4, 4);
            target.set(JAVA_INT, 8, 7);
            return 0;
        });
        fake.on(
                "ibv_modify_srq",
                (queue, attributes, mask, d, e, f) ->
                        told.add((int) mask + " " + Native.getInt(attributes) + " " + Native.getInt(attributes + 8))
                                ? 0
                                : -1);
        assertEquals(31, shared.maxWr(), "granted, not asked");
        assertEquals(4, shared.maxSge());
        assertEquals(7, shared.limit());
        shared.armLimit(31);
        shared.armLimit(0);
        shared.resize(100);
        assertEquals(List.of("created 20 2", "2 0 31", "2 0 0", "1 100 0"), told);
        for (final int bad : new int[] {-1, 32}) {
            assertErrno(Errno.EINVAL, () -> shared.armLimit(bad));
        }
        fake.on("ibv_modify_srq", (queue, attributes, mask, d, e, f) -> 38);
        assertErrno(Errno.EOPNOTSUPP, () -> shared.resize(200)); // ENOSYS of a provider
        shared.close();
        assertErrno(Errno.EINVAL, () -> shared.resize(1));
        assertErrno(Errno.EINVAL, shared::close);
    }

    @Test
    void shouldResizeACompletionQueueToTheGrantedSize() {
        fake.on("ibv_resize_cq", (queue, entries, c, d, e, f) -> {
            Native.setInt(queue + 28, 127);
            return (int) entries > 500 ? 22 : 0;
        });
        queue.resize(100);
        assertEquals(127, queue.capacity());
        assertErrno(Errno.EINVAL, () -> queue.resize(501));
    }

    /** The kernel counts the users of each object. */
    @Test
    void shouldStayOpenIfTheLibraryRefusesToDestroy() {
        for (final String destroy : List.of("ibv_destroy_cq", "ibv_destroy_srq", "ibv_destroy_qp")) {
            fake.on(destroy, (a, b, c, d, e, f) -> 16);
        }
        assertErrno(Errno.EBUSY, queue::close);
        assertErrno(Errno.EBUSY, shared::close);
        assertErrno(Errno.EBUSY, queuePair::close);
        for (final String destroy : List.of("ibv_destroy_cq", "ibv_destroy_srq", "ibv_destroy_qp")) {
            fake.on(destroy, (a, b, c, d, e, f) -> 0);
        }
        queue.arm();
        queuePair.close();
        shared.close();
        queue.close();
    }

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair which) {
        told.add(type + " queue pair " + (which == queuePair));
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue which) {
        told.add(type + " completion queue " + (which == queue));
    }

    @Override
    public void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue which) {
        told.add(type + " shared receive queue " + (which == shared));
    }

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        told.add(type + " port " + port);
    }

    @Override
    public void onDeviceEvent(final AsyncEventType type) {
        told.add(type + " device");
    }

    /** Makes the library return one event and, after that, none. */
    private void raise(final int type, final long element) {
        final int[] left = {1};
        fake.on("ibv_get_async_event", (context, event, c, d, e, f) -> {
            // For an event of a port, the library writes only an int; the other bytes keep their previous values.
            final MemorySegment target = Native.segment(event, 16);
            if (isOfPort(type)) {
                target.set(JAVA_INT, 0, (int) element);
            } else {
                target.set(JAVA_LONG, 0, element);
            }
            target.set(JAVA_INT, 8, type);
            return left[0]-- > 0 ? 0 : -1;
        });
    }

    private static boolean isOfPort(final int type) {
        return type >= 9 && type <= 13 || type >= 17;
    }

    private void handle() {
        device.handleAsyncEvents(loop, this);
        told.clear();
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportTheObjectOfEveryEvent(final AsyncEventType type) {
        handle();
        raise(0, ((IbvCompletionQueue) queue).pointer());
        device.context().asyncEvents().takeOne();
        told.clear();
        final String expected = switch (type) {
            case CQ_ERR -> "completion queue true";
            case SRQ_ERR, SRQ_LIMIT_REACHED -> "shared receive queue true";
            case DEVICE_FATAL -> "device";
            default -> isOfPort(type.ordinal()) ? "port 2" : "queue pair true";
        };
        final long element = switch (expected) {
            case "completion queue true" -> ((IbvCompletionQueue) queue).pointer();
            case "shared receive queue true" -> ((IbvSharedReceiveQueue) shared).pointer();
            case "queue pair true" -> ((IbvQueuePair) queuePair).pointer();
            case "device" -> 0;
            default -> 2;
        };
        raise(type.ordinal(), element);
        assertTrue(device.context().asyncEvents().takeOne());
        assertFalse(device.context().asyncEvents().takeOne());
        assertEquals(List.of(type + " " + expected), told);
    }

    @Test
    void shouldAlsoAcknowledgeEventsWithoutAnOwner() {
        handle();
        final long gone = ((IbvQueuePair) queuePair).pointer();
        queuePair.close();
        raise(AsyncEventType.QP_FATAL.ordinal(), gone);
        device.context().asyncEvents().takeOne();
        raise(19, gone);
        device.context().asyncEvents().takeOne();
        assertEquals(List.of(), told, "a queue pair that is closed, and a type that is not known");
        final List<Integer> acknowledged = new ArrayList<>();
        fake.on("ibv_ack_async_event", (event, b, c, d, e, f) -> acknowledged.add(Native.getInt(event + 8)) ? 0 : -1);
        raise(19, gone);
        device.context().asyncEvents().takeOne();
        assertEquals(List.of(19), acknowledged);
    }
}
