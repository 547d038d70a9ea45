// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;

/**
 * Calls a service a given number of times on one connection, with several calls in flight, and then disconnects.
 * Confined to its event loop.
 */
final class ServiceClient implements ClientListener, AutoCloseable {
    private final RpcRdmaClient client;
    private final int rpcs;
    private final List<ServiceCall> calls = new ArrayList<>();
    private int issued;
    private int replies;
    private int wrong;
    private String failure;

    ServiceClient(final RpcRdmaClient.Context context, final int rpcs) {
        this.rpcs = rpcs;
        client = new RpcRdmaClient(context.listener(this));
    }

    /** Adds a slot for one more call in flight. */
    void add(final ServiceCall call) {
        calls.add(call);
    }

    void connect() {
        client.connect();
    }

    @Override
    public void onConnected() {
        if (issued == 0) {
            calls.forEach(this::issue);
        }
    }

    @Override
    public void onDisconnected(final String reason) {
        if (replies < rpcs) {
            failed(reason);
        }
    }

    private void issue(final ServiceCall call) {
        if (issued < rpcs) {
            call.issue(client.newCall(), ++issued);
        }
    }

    void replied(final ServiceCall call, final boolean isRight) {
        wrong += isRight ? 0 : 1;
        if (++replies == rpcs) {
            client.disconnect();
        } else {
            issue(call);
        }
    }

    void failed(final String reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Returns the number of replies received. */
    int replies() {
        return replies;
    }

    /** Returns the number of replies with wrong data. */
    int wrong() {
        return wrong;
    }

    /** Returns the reason why the client stopped early, or null if it did not. */
    String failure() {
        return failure;
    }

    @Override
    public void close() {
        client.close();
        calls.forEach(ServiceCall::close);
    }
}
