// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/**
 * A request's fields in a {@link SendQueue}, without its elements, in one cache line: with many thousands of queue
 * pairs, every line is a cache miss.
 */
public final class PostedSend {
    /** When the device sees the request, in nanoseconds. */
    public long visibleAt;

    public long remoteAddress;
    public long firstPsn;
    public long lastPsn;
    public int flags;
    public int key;
    public int status;
    public byte operation;
    /** True once a local operation has been carried out, or a READ's data is in memory. */
    public boolean isDone;
    /** True if the request has {@link SendQueue#arguments}. */
    public boolean hasArguments;

    /** Takes a request of a chain, which the device sees from a time on. */
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
