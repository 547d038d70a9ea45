// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import org.rpcrdma.transport.connection.HandlerFailures;

/**
 * The calls of a server, used again, as many as were ever on their way at once. Their ids stand in work-request ids.
 */
public final class CallPool {
    private final ArrayList<Call> all = new ArrayList<>();
    private final ArrayList<Call> free = new ArrayList<>();

    public Call take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final Call call = new Call(all.size());
        all.add(call);
        return call;
    }

    /** Takes back a call that holds nothing any more, and then runs the service's whenDone task. */
    public void end(final Call call, final HandlerFailures failures) {
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

    /** Returns the number of calls, on their way or free. */
    int size() {
        return all.size();
    }

    public Call get(final int id) {
        return all.get(id);
    }
}
