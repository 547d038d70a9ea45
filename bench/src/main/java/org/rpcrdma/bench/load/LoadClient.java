// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.replay.ReplayPace;

/** Makes the calls of one connection of a {@link Load}: connects, calls, and disconnects. */
public interface LoadClient extends AutoCloseable {
    /** Sets when calls are issued and when the connection ends; call it before {@link #start()}. */
    void pace(ReplayPace pace);

    /** Connects; the calls begin when the connection is established. */
    void start();

    /** Returns the number of replies received. */
    int replies();

    /** Returns the time at which the first call was issued. */
    long firstCallNanos();

    /** Returns the time at which the last reply arrived. */
    long lastReplyNanos();

    /** Returns the bytes of payload that arrived. */
    long payloadBytes();

    /** Returns the number of corrupted messages and chunks. */
    long corruptions();

    /** Returns why the client stopped before its last call, or null. */
    String failure();

    /** Returns true if the connection has ended. */
    boolean hasLeft();

    /** Releases all resources. */
    @Override
    void close();
}
