// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.ibverbs.layout.EventLayout;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.NativeFunction;
import org.rpcrdma.verbs.AsyncEventType;

/**
 * Routes asynchronous events to the open devices of one NIC ({@code ibv_get_async_event(3)}). All of them share the
 * single context that librdmacm holds for the NIC. An event goes to the open device that owns the event's object,
 * whichever of them read it; a port or device event goes to all.
 *
 * <p>Thread-safe: events are delivered in the order in which they were read, regardless of the thread that read them.
 */
public final class AsyncRouter {
    private static final AsyncEventType[] TYPES = AsyncEventType.values();

    private final NativeFunction getAsyncEvent;
    private final NativeFunction ackAsyncEvent;
    private final List<ContextEvents> openings = new ArrayList<>();

    /** Open objects, by the pointers in events. */
    private final Map<Long, NativeObject> objects = new HashMap<>();

    private final MemorySegment event = Arena.ofAuto().allocate(EventLayout.ASYNC_SIZE, Long.BYTES);

    public AsyncRouter(final Libibverbs library) {
        getAsyncEvent = library.getAsyncEvent;
        ackAsyncEvent = library.ackAsyncEvent;
    }

    synchronized void join(final ContextEvents opening) {
        openings.add(opening);
    }

    synchronized void leave(final ContextEvents opening) {
        openings.remove(opening);
    }

    synchronized void add(final long pointer, final NativeObject object) {
        objects.put(pointer, object);
    }

    /** The library may have given the pointer to another object since this one was destroyed, which stays. */
    synchronized void remove(final long pointer, final NativeObject object) {
        objects.remove(pointer, object);
    }

    /** Takes an event out of the context of an opening if there is one, and gives it to whom it concerns. */
    synchronized void takeOne(final ContextEvents taker) {
        if (getAsyncEvent.number(taker.context(), event.address()) != 0) {
            return;
        }
        final int type = event.get(JAVA_INT, EventLayout.ASYNC_TYPE);
        final long element = event.get(JAVA_LONG, EventLayout.ASYNC_ELEMENT);
        // An object that another thread destroys waits there until its events are acknowledged.
        final NativeObject object = objects.get(element);
        ackAsyncEvent.number(event.address());
        if (type >= 0 && type < TYPES.length) {
            route(TYPES[type], object, (int) element, taker);
        }
    }

    private void route(
            final AsyncEventType type, final NativeObject object, final int port, final ContextEvents taker) {
        if (AsyncEvent.isOfObject(type)) {
            if (object != null) {
                object.context().asyncEvents().put(new AsyncEvent(type, object, 0), taker);
            }
            return;
        }
        for (final ContextEvents opening : openings) {
            if (opening.context() == taker.context()) {
                opening.put(new AsyncEvent(type, null, port), taker);
            }
        }
        if (type == AsyncEventType.DEVICE_FATAL) {
            tellObjects(type, taker.context());
        }
    }

    /** Objects fail with their device. */
    private void tellObjects(final AsyncEventType type, final long context) {
        for (final NativeObject object : objects.values()) {
            if (object instanceof FailingObject failing
                    && object.context().asyncEvents().context() == context) {
                failing.onAsyncEvent(type);
            }
        }
    }
}
