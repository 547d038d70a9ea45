// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cache.WorkQueueContext;
import org.rpcrdma.verbs.SendRequests;

/**
 * The send work requests of a queue pair:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= next &lt;= tail &lt;= reclaimed + limit
 *   polled      done, in      being     posted
 *               order         sent
 * </pre>
 *
 * <p>A program that never asks for a completion fills the queue.
 */
public final class SendQueue extends WorkQueue {
    /** When the device sees a request, in nanoseconds. */
    public long[] visibleAt;

    public byte[] operations;
    public int[] flags;
    public long[] remoteAddresses;
    public int[] keys;
    public long[] firstPsns;
    public long[] lastPsns;
    /** True once a local operation was carried out, or a READ's data is in memory. */
    public boolean[] done;

    public int[] statuses;
    /** True if a request has {@link #arguments}. */
    public boolean[] hasArguments;

    /** Null until a request brings some. */
    public SendArguments arguments;

    /** Null if nothing can be posted inline. */
    final InlineData inline;

    /** Null if no answer goes into a completion. */
    public final InlineAnswers answers;

    /** The queue in the NIC's {@link ContextMemory}. */
    public final WorkQueueContext context;

    /** The request that is being sent. */
    public long next;

    public SendQueue(
            final int limit,
            final int maxSge,
            final int maxInline,
            final int answerRoom,
            final WorkQueueContext context) {
        // packets on their way refer to inline data by address, so that it must not move
        super(limit, maxSge, maxInline == 0 && answerRoom == 0 ? firstCapacity(limit) : fullCapacity(limit));
        this.context = context;
        final int capacity = capacity();
        visibleAt = new long[capacity];
        operations = new byte[capacity];
        flags = new int[capacity];
        remoteAddresses = new long[capacity];
        keys = new int[capacity];
        firstPsns = new long[capacity];
        lastPsns = new long[capacity];
        done = new boolean[capacity];
        statuses = new int[capacity];
        inline = maxInline == 0 ? null : new InlineData(maxInline, capacity);
        answers = answerRoom == 0 ? null : new InlineAnswers(answerRoom, capacity);
        hasArguments = new boolean[capacity];
    }

    public void add(final SendChain chain, final int i, final int total, final long time) {
        final int slot = append();
        wrIds.set(slot, chain.wrIds[i]);
        operations[slot] = chain.operations[i];
        flags[slot] = chain.flags[i];
        remoteAddresses[slot] = chain.remoteAddresses[i];
        keys[slot] = chain.keys[i];
        totals.set(slot, total);
        visibleAt[slot] = time;
        done[slot] = false;
        statuses[slot] = 0;
        setElements(slot, chain.iovas, chain.lengths, chain.lkeys, i * chain.maxSge, chain.sgeCounts[i]);
        if ((chain.flags[i] & SendRequests.INLINE) != 0 && Operation.isMessage(chain.operations[i]) && total != 0) {
            inline.take(chain, i, slot);
        }
        hasArguments[slot] = chain.hasArguments[i];
        if (hasArguments[slot]) {
            if (arguments == null) {
                arguments = new SendArguments(capacity(), maxSge());
            }
            arguments.copy(chain.arguments, i, slot);
            arguments.hold(slot, remoteAddresses[slot]);
        }
    }

    @Override
    void grow() {
        super.grow();
        visibleAt = RingColumn.doubled(visibleAt);
        operations = RingColumn.doubled(operations);
        flags = RingColumn.doubled(flags);
        remoteAddresses = RingColumn.doubled(remoteAddresses);
        keys = RingColumn.doubled(keys);
        firstPsns = RingColumn.doubled(firstPsns);
        lastPsns = RingColumn.doubled(lastPsns);
        done = RingColumn.doubled(done);
        statuses = RingColumn.doubled(statuses);
        hasArguments = RingColumn.doubled(hasArguments);
        if (arguments != null) {
            moveArguments();
        }
    }

    /** Moves the arguments of outstanding requests to their slots in the doubled ring. */
    private void moveArguments() {
        final SendArguments larger = new SendArguments(capacity(), maxSge());
        for (long position = completed; position < tail; position++) {
            if (hasArguments[slot(position)]) {
                larger.move(arguments, (int) position & (capacity() >> 1) - 1, slot(position));
            }
        }
        arguments = larger;
    }

    /** Releases what a request held. */
    public void release(final int slot) {
        if (hasArguments[slot]) {
            arguments.release(slot);
        }
    }
}
