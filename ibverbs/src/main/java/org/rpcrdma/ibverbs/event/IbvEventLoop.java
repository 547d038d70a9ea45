// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.ibverbs.device.AsyncLoop;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.layout.EventLayout;
import org.rpcrdma.ibverbs.library.IbvOps;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.Wakeup;

/**
 * Waits for a device's events in {@code ppoll(2)}:
 *
 * <pre>
 *   descriptor                  called when the descriptor is ready
 *   eventfd                     tasks that other threads woke
 *   rdma_event_channel          connection handlers
 *   ibv_comp_channel            the handler of the completion queue to which the event belongs
 *   async_fd                    the handler for asynchronous events, if it runs on this loop
 * </pre>
 *
 * <p>An iteration runs the timers that are due, and then reads one event from each ready descriptor. After a device has
 * been removed, its descriptors stay ready with an error, so the loop stops polling them. By then, the removal has been
 * reported as {@link org.rpcrdma.verbs.AsyncEventType#DEVICE_FATAL} and to each connection.
 *
 * <p>Only {@link #await} does not wait for a descriptor. All queues share the completion channel, so {@code await}
 * would have to store the other queues' events until handlers are allowed to run. Instead, it polls a single queue,
 * initially without pausing.
 *
 * <p>Confined to one thread.
 */
public final class IbvEventLoop implements EventLoop, AsyncLoop {
    private static final int DESCRIPTORS = 4;
    private static final int WAKEUPS = 0;
    private static final int CONNECTIONS = 1;
    private static final int COMPLETIONS = 2;
    private static final int ASYNC = 3;

    /** A descriptor that ppoll ignores. */
    private static final int NONE = -1;

    private static final int SPINS = 1000;
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final DeviceContext device;
    private final Wakeups wakeups = new Wakeups();
    private final TimerHeap timers = new TimerHeap(task -> new IbvWakeup(wakeups, task, false));
    private final Slots<LoopQueue> queues = new Slots<>();
    private final ConnectionEvents connectionEvents;
    private final long channel;
    private final MemorySegment descriptors;
    private final MemorySegment timeout;
    private final MemorySegment eventQueue;
    private final MemorySegment eventContext;

    /** The number of active watches for asynchronous events. */
    private int asyncWatches;

    public IbvEventLoop(final DeviceContext device) {
        this.device = device;
        final Arena arena = Arena.ofAuto();
        descriptors = arena.allocate(EventLayout.POLL_SIZE * DESCRIPTORS, Long.BYTES);
        timeout = arena.allocate(EventLayout.TIME_SIZE, Long.BYTES);
        eventQueue = arena.allocate(JAVA_LONG);
        eventContext = arena.allocate(JAVA_LONG);
        try {
            connectionEvents = new ConnectionEvents(device.connectionLibrary());
        } catch (final RuntimeException e) {
            wakeups.close();
            throw e;
        }
        try {
            channel = device.library().createCompChannel.pointer(device.context());
        } catch (final RuntimeException e) {
            connectionEvents.close();
            wakeups.close();
            throw e;
        }
        final int completionDescriptor = Native.getInt(channel + EventLayout.COMPLETION_FD);
        try {
            Libc.doNotBlock(completionDescriptor);
        } catch (final RuntimeException e) {
            close();
            throw e;
        }
        watch(WAKEUPS, wakeups.descriptor());
        watch(CONNECTIONS, connectionEvents.descriptor());
        watch(COMPLETIONS, completionDescriptor);
        watch(ASYNC, NONE);
    }

    private void watch(final int place, final int descriptor) {
        final long at = EventLayout.POLL_SIZE * place;
        descriptors.set(JAVA_INT, at + EventLayout.POLL_FD, descriptor);
        descriptors.set(JAVA_SHORT, at + EventLayout.POLL_EVENTS, EventLayout.POLLIN);
    }

    @Override
    public void watchAsync(final boolean watches) {
        asyncWatches += watches ? 1 : -1;
        watch(ASYNC, asyncWatches > 0 ? device.asyncEvents().descriptor() : NONE);
    }

    /**
     * Casts an event loop after checking that it belongs to the given device.
     *
     * @throws VerbsException EINVAL if the loop belongs to another device.
     */
    public static IbvEventLoop own(final DeviceContext device, final EventLoop loop) {
        if (loop instanceof IbvEventLoop own && own.device == device) {
            return own;
        }
        throw new VerbsException(
                Errno.EINVAL, "event loop belongs to another device: device=" + device.name() + " loop=" + loop);
    }

    public long channel() {
        return channel;
    }

    public Slots<LoopQueue> queues() {
        return queues;
    }

    public ConnectionEvents connectionEvents() {
        return connectionEvents;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new IbvTimer(timers, task);
    }

    @Override
    public Wakeup newWakeup(final Runnable task) {
        return new IbvWakeup(wakeups, task, true);
    }

    @Override
    public boolean runOnce(final long timeoutNanos) {
        device.open().checkOpen();
        timers.claim();
        final long begun = System.nanoTime();
        boolean ran = runDue(begun);
        long now = begun;
        // An event of an object that has been closed must not end the wait.
        do {
            final long left = Math.max(0, timeoutNanos - (now - begun));
            if (poll(ran ? 0 : untilNext(now, left)) > 0) {
                ran |= dispatch();
            }
            now = System.nanoTime();
            ran = ran || runDue(now);
        } while (!ran && now - begun < timeoutNanos);
        return ran;
    }

    /**
     * Runs the timers that are due at {@code now}. If a task arms a timer for the same time, that timer runs in the
     * next iteration, so that events are polled in between.
     */
    private boolean runDue(final long now) {
        boolean ran = false;
        IbvTimer due;
        while ((due = timers.takeDue(now)) != null) {
            ran = true;
            due.run();
        }
        return ran;
    }

    private long untilNext(final long now, final long limit) {
        return timers.isEmpty() ? limit : Math.min(limit, Math.max(0, timers.first() - now));
    }

    private int poll(final long nanos) {
        timeout.set(JAVA_LONG, EventLayout.TIME_SECONDS, nanos / TimeUnit.SECONDS.toNanos(1));
        timeout.set(JAVA_LONG, EventLayout.TIME_NANOS, nanos % TimeUnit.SECONDS.toNanos(1));
        return Libc.ppoll(descriptors, DESCRIPTORS, timeout);
    }

    private boolean dispatch() {
        boolean ran = false;
        for (int place = 0; place < DESCRIPTORS; place++) {
            final int ready = descriptors.get(JAVA_SHORT, EventLayout.POLL_SIZE * place + EventLayout.POLL_READY);
            ran |= ready != 0 && dispatch(place, ready);
        }
        return ran;
    }

    /** Reads an event from a ready descriptor, or stops polling the descriptor if it has an error. */
    private boolean dispatch(final int place, final int ready) {
        final boolean took = take(place);
        if (!took && ready != EventLayout.POLLIN) {
            watch(place, NONE);
        }
        return took;
    }

    private boolean take(final int place) {
        return switch (place) {
            case WAKEUPS -> wakeups.run();
            case CONNECTIONS -> connectionEvents.takeOne();
            case COMPLETIONS -> takeCompletionEvent();
            default -> device.asyncEvents().takeOne();
        };
    }

    private boolean takeCompletionEvent() {
        if (IbvOps.getCqEvent(device.library().getCqEvent, channel, eventQueue, eventContext) != 0) {
            return false;
        }
        final LoopQueue queue = queues.get(eventContext.get(JAVA_LONG, 0));
        if (queue == null) {
            return false;
        }
        queue.onEvent();
        return true;
    }

    @Override
    public boolean await(final CompletionQueue queue, final long timeoutNanos) {
        final LoopQueue awaited = (LoopQueue) queue;
        final long begun = System.nanoTime();
        for (int i = 0; !awaited.hasCompletion(); i++) {
            if (System.nanoTime() - begun >= timeoutNanos) {
                return awaited.hasCompletion();
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                nap();
            }
        }
        return true;
    }

    /** Sleeps briefly without polling any descriptor. */
    private void nap() {
        timeout.set(JAVA_LONG, EventLayout.TIME_SECONDS, 0);
        timeout.set(JAVA_LONG, EventLayout.TIME_NANOS, NAP_NANOS);
        Libc.ppoll(descriptors, 0, timeout);
    }

    /** Closes the descriptors. Precondition: all objects that use this loop have been closed. */
    public void close() {
        device.library().destroyCompChannel.check(channel);
        connectionEvents.close();
        wakeups.close();
    }
}
