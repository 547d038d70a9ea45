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
package org.rpcrdma.verbs;

/** Takes the events of one connection. */
public interface ConnectionHandler {
    /**
     * The connection works: both sides can send.
     *
     * @param connection  the connection.
     * @param privateData what the accepting side sent along; empty on the accepting side itself. It may be longer
     *                    than what was sent, padded with zeros.
     */
    void onEstablished(Connection connection, byte[] privateData);

    /**
     * The connection did not come about.
     *
     * @param connection  the connection.
     * @param reason      why, in words.
     */
    void onRejected(Connection connection, String reason);

    /**
     * The connection ended, by either side or by a failure. Work requests that are outstanding are flushed. Told
     * once, after {@link #onEstablished}.
     *
     * @param connection the connection.
     */
    void onDisconnected(Connection connection);
}
