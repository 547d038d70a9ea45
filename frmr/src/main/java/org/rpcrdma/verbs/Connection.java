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

import java.net.InetSocketAddress;

/** One side of a connection. */
public interface Connection {
    /**
     * Who is on the other side.
     *
     * @return the peer's address.
     */
    InetSocketAddress remote();

    /**
     * Ends the connection: both queue pairs go to the state ERR, and both sides' handlers are told. Does nothing
     * on a connection that has ended.
     */
    void disconnect();
}
