// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Receives the asynchronous events of a device ({@code ibv_get_async_event(3)}). An event is acknowledged before its
 * method is called, so the method may close the event's object. A closed object raises no further events. By default,
 * the methods do nothing.
 */
public interface AsyncEventHandler {
    /**
     * An event of a queue pair.
     *
     * @param type      the kind of event.
     * @param queuePair to which.
     */
    default void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {}

    /**
     * An event of a completion queue.
     *
     * @param type  {@link AsyncEventType#CQ_ERR}.
     * @param queue to which.
     */
    default void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {}

    /**
     * An event of a shared receive queue.
     *
     * @param type  the kind of event.
     * @param queue to which.
     */
    default void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {}

    /**
     * An event of a port.
     *
     * @param type the kind of event.
     * @param port from 1.
     */
    default void onPortEvent(final AsyncEventType type, final int port) {}

    /**
     * An event of the device.
     *
     * @param type {@link AsyncEventType#DEVICE_FATAL}.
     */
    default void onDeviceEvent(final AsyncEventType type) {}
}
