// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Receives a device's asynchronous events ({@code ibv_get_async_event(3)}). Each event is acknowledged before its
 * method is called, so the method may close the object that raised the event. A closed object raises no further events.
 * By default, the methods do nothing.
 */
public interface AsyncEventHandler {
    /**
     * Reports an event of a queue pair.
     *
     * @param type      the kind of event.
     * @param queuePair the queue pair.
     */
    default void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {}

    /**
     * Reports an event of a completion queue.
     *
     * @param type  {@link AsyncEventType#CQ_ERR}.
     * @param queue the queue.
     */
    default void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {}

    /**
     * Reports an event of a shared receive queue.
     *
     * @param type  the kind of event.
     * @param queue the queue.
     */
    default void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {}

    /**
     * Reports an event of a port.
     *
     * @param type the kind of event.
     * @param port the port number, from 1.
     */
    default void onPortEvent(final AsyncEventType type, final int port) {}

    /**
     * Reports an event of the device.
     *
     * @param type {@link AsyncEventType#DEVICE_FATAL}.
     */
    default void onDeviceEvent(final AsyncEventType type) {}
}
