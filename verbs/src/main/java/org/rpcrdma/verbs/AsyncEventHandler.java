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
     * Called when a queue pair raises an event.
     *
     * @param type      the kind of event.
     * @param queuePair the queue pair.
     */
    default void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {}

    /**
     * Called when a completion queue raises an event.
     *
     * @param type  {@link AsyncEventType#CQ_ERR}.
     * @param queue the queue.
     */
    default void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {}

    /**
     * Called when a shared receive queue raises an event.
     *
     * @param type  the kind of event.
     * @param queue the queue.
     */
    default void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {}

    /**
     * Called when an event occurs on a port.
     *
     * @param type the kind of event.
     * @param port the port number, from 1.
     */
    default void onPortEvent(final AsyncEventType type, final int port) {}

    /**
     * Called when the device raises an event that concerns the whole device.
     *
     * @param type {@link AsyncEventType#DEVICE_FATAL}.
     */
    default void onDeviceEvent(final AsyncEventType type) {}
}
