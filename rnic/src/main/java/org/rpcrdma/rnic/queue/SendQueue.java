// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.port.NicCaches;
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
 * <p>If a program never requests a completion, the queue fills up.
 */
public final class SendQueue extends WorkQueue {
    /** The requests, indexed by slot. An element is null until its slot is first used. */
    private PostedSend[] requests;

    /** The arguments of less common requests; null until a request needs them. */
    public SendArguments arguments;

    /** The inline data, or null if inline data is not allowed. */
    final InlineData inline;

    /** The responses to deliver inside completions, or null if the device does not use such completions. */
    public final InlineAnswers answers;

    /** The position of the request that is being sent. */
    public long next;

    private final NicCaches contexts;

    public SendQueue(
            final int limit, final int maxSge, final int maxInline, final int answerRoom, final NicCaches contexts) {
        // Packets in flight refer to inline data by address, so the data must not move.
        super(contexts, limit, maxSge, maxInline == 0 && answerRoom == 0 ? firstCapacity(limit) : fullCapacity(limit));
        this.contexts = contexts;
        final int capacity = capacity();
        requests = new PostedSend[capacity];
        inline = maxInline == 0 ? null : new InlineData(maxInline, capacity);
        answers = answerRoom == 0 ? null : new InlineAnswers(answerRoom, capacity);
    }

    /** Returns the request in a slot. */
    public PostedSend at(final int slot) {
        return requests[slot];
    }

    /** Records that the device has fetched the next request. */
    public void takeNext() {
        contexts.takeSend(this, next);
    }

    public void add(final SendChain chain, final int i, final int total, final long time) {
        contexts.posted(this, tail);
        final int slot = append();
        if (requests[slot] == null) {
            requests[slot] = new PostedSend();
        }
        requests[slot].begin(chain, i, time);
        wrIds.set(slot, chain.wrIds[i]);
        totals.set(slot, total);
        setElements(slot, chain.iovas, chain.lengths, chain.lkeys, i * chain.maxSge, chain.sgeCounts[i]);
        if ((chain.flags[i] & SendRequests.INLINE) != 0 && Operation.isMessage(chain.operations[i]) && total != 0) {
            inline.take(chain, i, slot);
        }
        if (chain.hasArguments[i]) {
            if (arguments == null) {
                arguments = new SendArguments(capacity(), maxSge());
            }
            arguments.copy(chain.arguments, i, slot);
            arguments.hold(slot);
        }
    }

    @Override
    void grow() {
        super.grow();
        final PostedSend[] smaller = requests;
        requests = new PostedSend[capacity()];
        for (long position = tail - smaller.length; position < tail; position++) {
            requests[slot(position)] = smaller[(int) position & smaller.length - 1];
        }
        if (arguments != null) {
            moveArguments();
        }
    }

    /** Moves the arguments of outstanding requests to their slots in the doubled ring. */
    private void moveArguments() {
        final SendArguments larger = new SendArguments(capacity(), maxSge());
        for (long position = completed; position < tail; position++) {
            if (at(slot(position)).hasArguments) {
                larger.move(arguments, (int) position & (capacity() >> 1) - 1, slot(position));
            }
        }
        arguments = larger;
    }

    /** Releases the objects that a request holds. */
    public void release(final int slot) {
        if (at(slot).hasArguments) {
            arguments.release(slot);
        }
    }
}
