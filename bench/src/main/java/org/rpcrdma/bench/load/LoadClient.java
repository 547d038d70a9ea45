// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.replay.ReplayPace;

/** Makes the calls of a {@link Load} on one connection: connects, calls, and disconnects. */
public interface LoadClient extends AutoCloseable {
    /** Sets the schedule for calls and disconnection. Call this method before {@link #start()}. */
    void pace(ReplayPace pace);

    /** Connects. The calls begin when the connection is established. */
    void start();

    /** Returns the number of replies received. */
    int replies();

    /** Returns the time when the first call was issued. */
    long firstCallNanos();

    /** Returns the time when the last reply arrived. */
    long lastReplyNanos();

    /** Returns the number of payload bytes that arrived. */
    long payloadBytes();

    /** Returns the number of corrupted messages and chunks. */
    long corruptions();

    /** Returns the reason why the client stopped before its last call, or null if it did not. */
    String failure();

    /** Returns true if the connection has ended. */
    boolean hasLeft();

    /** Releases all resources. */
    @Override
    void close();
}
