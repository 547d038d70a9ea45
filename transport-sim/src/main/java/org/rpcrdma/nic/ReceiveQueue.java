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
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/**
 * The Receives of a queue pair, a ring of columns. Positions only grow:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= consumed &lt;= tail &lt;= reclaimed + limit
 *   polled        in the CQ     filling    posted
 * </pre>
 *
 * <p>A place is free again once its completion was polled, as in hardware drivers.
 */
final class ReceiveQueue {
    final long[] wrIds;
    final int[] sgeCounts;
    final long[] iovas;
    final int[] lengths;
    final int[] lkeys;
    /** Bytes of a Receive's elements; not more than a message can have. */
    final int[] totals;

    final long[] visibleAt;
    long reclaimed;
    long completed;
    long consumed;
    long tail;

    private final int limit;
    private final int maxSge;
    private final int mask;

    ReceiveQueue(final int limit, final int maxSge) {
        this.limit = limit;
        this.maxSge = maxSge;
        final int capacity = BitUtil.findNextPositivePowerOfTwo(limit);
        mask = capacity - 1;
        wrIds = new long[capacity];
        sgeCounts = new int[capacity];
        iovas = new long[capacity * maxSge];
        lengths = new int[capacity * maxSge];
        lkeys = new int[capacity * maxSge];
        totals = new int[capacity];
        visibleAt = new long[capacity];
    }

    int slot(final long position) {
        return (int) position & mask;
    }

    /** Index of a Receive's first element in the element columns. */
    int firstSge(final int slot) {
        return slot * maxSge;
    }

    /** Forgets what is posted. Completions that are still to be polled give back no place that is in use then. */
    void reset() {
        reclaimed = tail;
        completed = tail;
        consumed = tail;
    }

    void reclaimTo(final long position) {
        reclaimed = Math.max(reclaimed, position + 1);
    }

    /** Posts the Receives of a chain, up to the first that does not fit; they can be used from a time on. */
    void post(final ReceiveChain chain, final long time) {
        for (int i = 0; i < chain.size(); i++) {
            if (tail - reclaimed == limit) {
                throw new PostException(Errno.ENOMEM, "receive queue is full: limit=" + limit, i);
            }
            if (chain.sgeCounts[i] > maxSge) {
                throw new PostException(
                        Errno.EINVAL, "too many elements: sge=" + chain.sgeCounts[i] + " limit=" + maxSge, i);
            }
            add(chain, i, totalLength(chain, i), time);
        }
    }

    private static int totalLength(final ReceiveChain chain, final int i) {
        final int first = i * chain.maxSge;
        long total = 0;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            if (chain.lengths[element] < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths[element], i);
            }
            total += chain.lengths[element];
        }
        return (int) Math.min(total, Integer.MAX_VALUE);
    }

    private void add(final ReceiveChain chain, final int i, final int total, final long time) {
        final int slot = slot(tail++);
        wrIds[slot] = chain.wrIds[i];
        totals[slot] = total;
        visibleAt[slot] = time;
        final int count = chain.sgeCounts[i];
        sgeCounts[slot] = count;
        final int from = i * chain.maxSge;
        final int to = firstSge(slot);
        for (int element = 0; element < count; element++) {
            iovas[to + element] = chain.iovas[from + element];
            lengths[to + element] = chain.lengths[from + element];
            lkeys[to + element] = chain.lkeys[from + element];
        }
    }

    /** Whether a Receive is there for a message that arrives now. */
    boolean hasVisible(final long now) {
        return consumed < tail && visibleAt[slot(consumed)] <= now;
    }
}
