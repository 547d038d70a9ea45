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
package org.rpcrdma.bench.conformance;

import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;

/** Counts the sides of connections that were told so. */
final class ConnectionWatch implements ConnectionHandler {
    private int established;

    int established() {
        return established;
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        established++;
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        throw new RowFailure("the connection was rejected: reason=" + reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        established--;
    }
}
