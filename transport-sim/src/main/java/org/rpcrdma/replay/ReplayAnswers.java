// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.rpcrdma.transport.RpcCall;

/** Answers a call of a replay, depending on how calls are marshalled. */
interface ReplayAnswers {
    /** Compares a call with the captured one. Returns true if it has the place that the captured reply takes. */
    boolean compare(Exchange exchange, RpcCall call, PayloadCheck check);

    /** Answers it with the captured reply. */
    void answer(Exchange exchange, RpcCall call);
}
