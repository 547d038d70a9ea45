// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/**
 * The fields of a request in a {@link SendQueue}, except its elements. They fit in one cache line, because with many
 * thousands of queue pairs each access to a line is a cache miss.
 */
public final class PostedSend {
    /** The time, in ns, at which the device sees the request. */
    public long visibleAt;

    public long remoteAddress;
    public long firstPsn;
    public long lastPsn;
    public int flags;
    public int key;
    public int status;
    public byte operation;
    /** True if a local operation has been executed, or if a READ's data is in memory. */
    public boolean isDone;
    /** True if the request uses {@link SendQueue#arguments}. */
    public boolean hasArguments;

    /** Copies one request of a chain. The device sees the request at the given time. */
    void begin(final SendChain chain, final int i, final long time) {
        visibleAt = time;
        remoteAddress = chain.remoteAddresses[i];
        flags = chain.flags[i];
        key = chain.keys[i];
        status = 0;
        operation = chain.operations[i];
        isDone = false;
        hasArguments = chain.hasArguments[i];
    }
}
