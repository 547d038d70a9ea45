// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** Creates calls in the initial state of a test. */
public final class TestCalls {
    private TestCalls() {}

    /** Returns a call that has a Receive buffer and whose reply is about to be posted. */
    public static Call replying(final CallPool pool, final long receive) {
        final Call call = pool.take();
        call.begin(null, receive, 0);
        call.serve();
        call.claimAnswer(call.turn());
        call.reply();
        return call;
    }
}
