// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** Tracks calls whose answers are to be kept. Called on the event loop. */
interface AnswerKeeper {
    /**
     * Keeps the answer to a call in progress, even if the connection has ended.
     *
     * @param answer the length of the reply message, or {@link CallDispatcher#DROP} or {@link CallDispatcher#REFUSE}.
     */
    void keep(Call call, int answer);

    /** Records that the client's device has acknowledged the reply to a call. */
    void acknowledge(Call call);

    /** Detaches a released call from its cache entry. */
    void release(Call call);
}
