// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** Is told what becomes of the calls whose answers are kept; on the event loop. */
interface AnswerKeeper {
    /**
     * Keeps the answer of a call in progress, whatever has become of its connection.
     *
     * @param answer the length of the reply message, or {@link CallDispatcher#DROP} or {@link CallDispatcher#REFUSE}.
     */
    void keep(Call call, int answer);

    /** The client's device has acknowledged the reply of a call. */
    void acknowledge(Call call);

    /** A call is released: its entry does not know it any longer. */
    void release(Call call);
}
