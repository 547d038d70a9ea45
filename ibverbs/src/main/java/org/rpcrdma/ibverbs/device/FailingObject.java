// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.AsyncEventType;

/** An object that is notified of its failures in addition to the device's handler for asynchronous events. */
public interface FailingObject {
    /**
     * Handles an asynchronous event of this object, or the failure of its device ({@link AsyncEventType#DEVICE_FATAL}).
     *
     * <p>Must be thread-safe, because the thread that read the event from the device calls this method.
     */
    void onAsyncEvent(AsyncEventType type);
}
