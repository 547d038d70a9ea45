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
package org.rpcrdma.ibverbs.interop;

import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.QueuePair;

/** Both sides of a connection, and how many of them were told what. */
final class Peers implements ConnectionHandler {
    final QueuePair client;
    final QueuePair server;
    Connection connection;
    int established;
    int disconnected;

    /** Why there is no connection. */
    String rejection;

    Peers(final QueuePair client, final QueuePair server) {
        this.client = client;
        this.server = server;
    }

    @Override
    public void onEstablished(final Connection end, final byte[] privateData) {
        connection = end;
        established++;
    }

    @Override
    public void onRejected(final Connection end, final String reason) {
        System.out.println("rejected: " + reason);
        rejection = reason;
    }

    @Override
    public void onDisconnected(final Connection end) {
        disconnected++;
    }
}
