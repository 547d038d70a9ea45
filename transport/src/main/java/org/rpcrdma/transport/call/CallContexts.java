// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import org.rpcrdma.transport.connection.HandlerFailures;

/**
 * The calls of a server, used again, as many as were ever on their way at once. Their ids stand in work-request ids.
 */
public final class CallContexts {
    private final ArrayList<CallContext> all = new ArrayList<>();
    private final ArrayList<CallContext> free = new ArrayList<>();

    public CallContext take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final CallContext call = new CallContext(all.size());
        all.add(call);
        return call;
    }

    /** Takes back a call that holds nothing any more, and then runs the service's whenDone task. */
    public void end(final CallContext call, final HandlerFailures failures) {
        final Runnable whenDone = call.whenDone;
        call.end();
        free.add(call);
        if (whenDone != null) {
            failures.collect(whenDone);
        }
    }

    /** Returns the number of calls that are on their way. */
    public int inUse() {
        return all.size() - free.size();
    }

    public CallContext get(final int id) {
        return all.get(id);
    }
}
