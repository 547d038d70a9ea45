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
package org.rpcrdma.transport;

/** Is told when a client's connection comes and goes, on the client's event loop. */
public interface ClientListener {
    /** The connection works. */
    void onConnected();

    /**
     * The connection ended, or did not come about. Everything it held has been given back. Its calls have failed where they are
     * not sent again ({@link RpcRdmaClient.Context#tries(int)}).
     *
     * @param reason why, in words.
     */
    void onDisconnected(String reason);
}
