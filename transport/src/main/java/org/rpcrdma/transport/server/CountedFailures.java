// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.ServiceFailureListener;

/** Counts the exceptions that services throw and passes them to the caller's listener. */
final class CountedFailures implements ServiceFailureListener {
    private final ServiceFailureListener listener;
    private long count;

    CountedFailures(final ServiceFailureListener listener) {
        this.listener = listener;
    }

    long count() {
        return count;
    }

    @Override
    public void onServiceFailure(final RpcConnection connection, final int xid, final Throwable failure) {
        count++;
        listener.onServiceFailure(connection, xid, failure);
    }

    @Override
    public void onConnectionFailure(final RpcConnection connection, final Throwable failure) {
        count++;
        listener.onConnectionFailure(connection, failure);
    }
}
