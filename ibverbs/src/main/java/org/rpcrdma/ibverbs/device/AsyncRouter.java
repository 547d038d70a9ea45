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
 * Routes asynchronous events to the open instances of one NIC ({@code ibv_get_async_event(3)}). The instances share the
 * single context that librdmacm keeps for the NIC. An object's event is routed to the open instance that owns the
 * object, even if another instance has read the event. An event of a port or of the device is routed to all open
 * instances.
 *
 * <p>Thread-safe. Events are delivered in the order in which they were read, regardless of the threads that read them.
 */
public final class AsyncRouter {
    private static final AsyncEventType[] TYPES = AsyncEventType.values();

    private final NativeFunction getAsyncEvent;
    private final NativeFunction ackAsyncEvent;
    private final List<ContextEvents> openings = new ArrayList<>();

    /** The open objects, indexed by the pointers that events contain. */
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

    /**
     * Removes an object. If the library has already reused the object's pointer for another object, that object is not
     * removed.
     */
    synchronized void remove(final long pointer, final NativeObject object) {
        objects.remove(pointer, object);
    }

    /** Reads an event, if there is one, from an open instance's context, and routes it. */
    synchronized void takeOne(final ContextEvents taker) {
        if (getAsyncEvent.number(taker.context(), event.address()) != 0) {
            return;
        }
        final int type = event.get(JAVA_INT, EventLayout.ASYNC_TYPE);
        final long element = event.get(JAVA_LONG, EventLayout.ASYNC_ELEMENT);
        // If another thread is destroying the object, that thread waits in the library until the object's events have
        // been acknowledged.
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

    /** Reports a failure of the device to the device's objects, which fail together with it. */
    private void tellObjects(final AsyncEventType type, final long context) {
        for (final NativeObject object : objects.values()) {
            if (object instanceof FailingObject failing
                    && object.context().asyncEvents().context() == context) {
                failing.onAsyncEvent(type);
            }
        }
    }
}
