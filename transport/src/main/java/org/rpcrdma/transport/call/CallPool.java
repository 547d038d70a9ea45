// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.transport.connection.NumberedPool;

/** The pool of calls that an endpoint's connections share. */
public final class CallPool extends NumberedPool<Call> {
    public CallPool() {
        super(Call::new);
    }

    /** Returns a call to the pool, then runs the service's whenDone task. The call must not hold any resources. */
    public void end(final Call call, final HandlerFailures failures) {
        final Runnable whenDone = call.whenDone;
        call.end();
        give(call);
        if (whenDone != null) {
            failures.collect(whenDone);
        }
    }
}
