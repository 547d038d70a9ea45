// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.AsyncEventHandler;

/**
 * The asynchronous events of one open instance of a device. These are the events of the instance's objects and the
 * events of the device itself. The device's events are also delivered to the other open instances.
 */
public final class ContextEvents {
    private final OpenContext open;
    private final AsyncRouter router;
    private final long context;

    /** The handler's subscription; null until a handler has been set. */
    private volatile AsyncSubscription<AsyncEvent> subscription;

    ContextEvents(final OpenContext open, final AsyncRouter router) {
        this.open = open;
        this.router = router;
        context = open.pointer();
        router.join(this);
    }

    long context() {
        return context;
    }

    public int descriptor() {
        return Native.getInt(open.pointer() + ContextLayout.ASYNC_FD);
    }

    public void add(final long pointer, final NativeObject object) {
        router.add(pointer, object);
    }

    public void remove(final long pointer, final NativeObject object) {
        router.remove(pointer, object);
    }

    /**
     * Starts an additional watch for events on a loop. To stop this watch, call the loop's {@code watchAsync(false)}.
     */
    public void watch(final AsyncLoop loop) {
        Libc.doNotBlock(descriptor());
        loop.watchAsync(true);
    }

    /** Sets the event handler. Closing the returned object removes the handler. */
    public AutoCloseable handle(final AsyncLoop loop, final AsyncEventHandler handler) {
        final AsyncSubscription<AsyncEvent> before = subscription;
        final AsyncSubscription<AsyncEvent> begun = new AsyncSubscription<>(loop, event -> event.tell(handler));
        subscription = begun;
        if (before != null) {
            before.loop().watchAsync(false);
            before.handOverTo(begun);
        }
        watch(loop);
        return () -> end(begun);
    }

    /** Removes a handler, unless another handler has already replaced it. */
    private void end(final AsyncSubscription<AsyncEvent> ended) {
        ended.end();
        if (subscription == ended) {
            subscription = null;
            ended.loop().watchAsync(false);
        }
    }

    /** Reads an event and routes it. Returns true if this open instance's handler received an event. */
    public boolean takeOne() {
        router.takeOne(this);
        final AsyncSubscription<AsyncEvent> to = subscription;
        return to != null && to.tellOne();
    }

    /**
     * Delivers an event to this open instance's handler. If no handler is set, the event is ignored. Wakes the
     * handler's loop, unless that loop has read the event itself.
     */
    void put(final AsyncEvent event, final ContextEvents taker) {
        if (event.object() instanceof FailingObject object) {
            object.onAsyncEvent(event.type());
        }
        final AsyncSubscription<AsyncEvent> to = subscription;
        if (to != null) {
            to.put(event);
            if (taker != this) {
                to.wake();
            }
        }
    }

    /** Stops the delivery of events, before the loops are closed. Other open instances are not affected. */
    public void close() {
        router.leave(this);
    }
}
