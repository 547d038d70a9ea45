// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.replay.ReplayPace;

/** Makes the calls of one connection of a {@link Load}: connects, calls, and disconnects. */
public interface LoadClient extends AutoCloseable {
    /** Sets when calls are issued, and when the connection ends; before {@link #start()}. */
    void pace(ReplayPace pace);

    /** Connects; the calls begin as soon as the connection works. */
    void start();

    /** Returns the RPCs whose reply has arrived. */
    int replies();

    /** Returns when the first call was issued. */
    long firstCallNanos();

    /** Returns when the last reply arrived. */
    long lastReplyNanos();

    /** Returns the bytes of payload that arrived. */
    long payloadBytes();

    /** Returns the messages and chunks that arrived with other bytes than were sent. */
    long corruptions();

    /** Returns why it stopped ahead of its last call, or null. */
    String failure();

    /** Returns true if its connection has ended. */
    boolean hasLeft();

    /** Releases all resources. */
    @Override
    void close();
}
