// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * An asynchronous event that has been read from a device.
 *
 * @param object the object to which the event belongs; null for an event of a port or of the device.
 * @param port   the port of a port event, from 1.
 */
record AsyncEvent(AsyncEventType type, NativeObject object, int port) {
    /** Returns true if events of this type belong to an object, rather than to a port or the device. */
    static boolean isOfObject(final AsyncEventType type) {
        return type != AsyncEventType.DEVICE_FATAL && !isOfPort(type);
    }

    private static boolean isOfPort(final AsyncEventType type) {
        return switch (type) {
            case PORT_ACTIVE, PORT_ERR, LID_CHANGE, PKEY_CHANGE, SM_CHANGE, CLIENT_REREGISTER, GID_CHANGE -> true;
            default -> false;
        };
    }

    /**
     * Reports the event to a handler. If the event's object has been destroyed, returns false without reporting the
     * event.
     */
    boolean tell(final AsyncEventHandler handler) {
        if (object != null && object.isClosed()) {
            return false;
        }
        if (object instanceof QueuePair queuePair) {
            handler.onQueuePairEvent(type, queuePair);
        } else if (object instanceof CompletionQueue queue) {
            handler.onCompletionQueueEvent(type, queue);
        } else if (object instanceof SharedReceiveQueue queue) {
            handler.onSharedReceiveQueueEvent(type, queue);
        } else if (isOfPort(type)) {
            handler.onPortEvent(type, port);
        } else {
            handler.onDeviceEvent(type);
        }
        return true;
    }
}
