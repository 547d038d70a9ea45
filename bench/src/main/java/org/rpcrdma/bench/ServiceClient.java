/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.RpcRdmaClient;

/** A connection that makes so many calls of a service, a few at a time, and disconnects. */
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

    /** Adds a call that may be outstanding beside the others. */
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

    /** Calls that were answered. */
    int replies() {
        return replies;
    }

    /** Replies with other data than those that belong there. */
    int wrong() {
        return wrong;
    }

    /** Why it did not go on, or null. */
    String failure() {
        return failure;
    }

    @Override
    public void close() {
        client.close();
        calls.forEach(ServiceCall::close);
    }
}
