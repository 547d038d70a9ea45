// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.AsyncEventType;

/** An object that is notified of its own failures. The device's handler for asynchronous events is also notified. */
public interface FailingObject {
    /**
     * Handles an asynchronous event of this object, or the failure of its device ({@link AsyncEventType#DEVICE_FATAL}).
     *
     * <p>Implementations must be thread-safe, because the thread that read the event from the device calls this method.
     */
    void onAsyncEvent(AsyncEventType type);
}
