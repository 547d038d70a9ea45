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
package org.rpcrdma.nic;

import org.agrona.BitUtil;

/**
 * The send work requests of a queue pair, a ring of columns. Positions only grow:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= next &lt;= tail &lt;= reclaimed + limit
 *   polled      done, in      being     posted
 *               order         sent
 * </pre>
 *
 * <p>The place of a request is free again once its own completion, or that of a later request, was polled, as in
 * hardware drivers: who never asks for a completion fills the queue.
 */
final class SendQueue {
    final long[] wrIds;
    final byte[] operations;
    final int[] flags;
    final long[] remoteAddresses;
    final int[] keys;
    final int[] sgeCounts;
    final long[] iovas;
    final int[] lengths;
    final int[] lkeys;
    final int[] totals;
    final long[] visibleAt;
    final long[] firstPsns;
    final long[] lastPsns;
    /** Set once a local operation was carried out, or a READ's data is in memory. */
    final boolean[] done;

    final int[] statuses;
    /** Whether a request has {@link #arguments}. */
    final boolean[] hasArguments;

    /** Made when a request brings some first. */
    SendArguments arguments;

    long reclaimed;
    long completed;
    long next;
    long tail;

    private final int limit;
    private final int maxSge;
    private final int mask;

    SendQueue(final int limit, final int maxSge) {
        this.limit = limit;
        this.maxSge = maxSge;
        final int capacity = BitUtil.findNextPositivePowerOfTwo(limit);
        mask = capacity - 1;
        wrIds = new long[capacity];
        operations = new byte[capacity];
        flags = new int[capacity];
        remoteAddresses = new long[capacity];
        keys = new int[capacity];
        sgeCounts = new int[capacity];
        iovas = new long[capacity * maxSge];
        lengths = new int[capacity * maxSge];
        lkeys = new int[capacity * maxSge];
        totals = new int[capacity];
        visibleAt = new long[capacity];
        firstPsns = new long[capacity];
        lastPsns = new long[capacity];
        done = new boolean[capacity];
        statuses = new int[capacity];
        hasArguments = new boolean[capacity];
    }

    int slot(final long position) {
        return (int) position & mask;
    }

    int limit() {
        return limit;
    }

    int maxSge() {
        return maxSge;
    }

    boolean isFull() {
        return tail - reclaimed == limit;
    }

    /** Index of a request's first element in the element columns. */
    int firstSge(final int slot) {
        return slot * maxSge;
    }

    /** Forgets what is posted. Completions that are still to be polled give back no place that is in use then. */
    void reset() {
        reclaimed = tail;
        completed = tail;
        next = tail;
    }

    void reclaimTo(final long position) {
        reclaimed = Math.max(reclaimed, position + 1);
    }

    void add(final SendChain chain, final int i, final int total, final long time) {
        final int slot = slot(tail++);
        wrIds[slot] = chain.wrIds[i];
        operations[slot] = chain.operations[i];
        flags[slot] = chain.flags[i];
        remoteAddresses[slot] = chain.remoteAddresses[i];
        keys[slot] = chain.keys[i];
        totals[slot] = total;
        visibleAt[slot] = time;
        done[slot] = false;
        statuses[slot] = 0;
        sgeCounts[slot] = chain.sgeCounts[i];
        copyElements(chain, i * chain.maxSge, firstSge(slot), chain.sgeCounts[i]);
        hasArguments[slot] = chain.hasArguments[i];
        if (hasArguments[slot]) {
            if (arguments == null) {
                arguments = new SendArguments(wrIds.length);
            }
            arguments.copy(chain.arguments, i, slot);
            arguments.hold(slot);
        }
    }

    /** Gives back what a request held. */
    void release(final int slot) {
        if (hasArguments[slot]) {
            arguments.release(slot);
        }
    }

    private void copyElements(final SendChain chain, final int from, final int to, final int count) {
        for (int i = 0; i < count; i++) {
            iovas[to + i] = chain.iovas[from + i];
            lengths[to + i] = chain.lengths[from + i];
            lkeys[to + i] = chain.lkeys[from + i];
        }
    }
}
