// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.AsyncEventType;

/** An object that takes its own failures, besides the device's handler of asynchronous events. */
public interface FailingObject {
    /**
     * Takes an asynchronous event of this object, or its device's end ({@link AsyncEventType#DEVICE_FATAL}).
     *
     * <p>Thread-safe: the thread that took the event from the device calls it.
     */
    void onAsyncEvent(AsyncEventType type);
}
