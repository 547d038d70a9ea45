// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.ArrayList;

/** The calls of a server, used again, as many as were ever on their way at once. Their ids stand in work-request ids. */
final class CallContexts {
    private final ArrayList<CallContext> all = new ArrayList<>();
    private final ArrayList<CallContext> free = new ArrayList<>();

    CallContext take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final CallContext call = new CallContext(all.size());
        all.add(call);
        return call;
    }

    void give(final CallContext call) {
        free.add(call);
    }

    CallContext get(final int id) {
        return all.get(id);
    }
}
