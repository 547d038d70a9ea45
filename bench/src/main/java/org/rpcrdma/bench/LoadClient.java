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

/** What makes the calls of one connection of a {@link Load}: connects, calls, and disconnects. */
interface LoadClient extends AutoCloseable {
    /** Connects; the calls begin as soon as the connection works. */
    void start();

    /** RPCs whose reply has arrived. */
    int replies();

    /** When the first call was issued. */
    long firstCallNanos();

    /** When the last reply arrived. */
    long lastReplyNanos();

    /** Bytes of payload that arrived. */
    long payloadBytes();

    /** Messages and chunks that arrived with other bytes than were sent. */
    long corruptions();

    /** Why it stopped ahead of its last call, or null. */
    String failure();

    /** Whether its connection has ended. */
    boolean hasLeft();

    /** Gives everything back. */
    @Override
    void close();
}
