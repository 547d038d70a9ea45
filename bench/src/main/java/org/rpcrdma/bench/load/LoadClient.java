// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

/** Makes the calls of one connection of a {@link Load}: connects, calls, and disconnects. */
public interface LoadClient extends AutoCloseable {
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

    /** Returns true if its connection has ended. */
    boolean hasLeft();

    /** Gives everything back. */
    @Override
    void close();
}
