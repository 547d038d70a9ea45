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
 * <p>Who never asks for a completion fills the queue.
 */
final class SendQueue extends WorkQueue {
    final byte[] operations;
    final int[] flags;
    final long[] remoteAddresses;
    final int[] keys;
    final long[] firstPsns;
    final long[] lastPsns;
    /** Set once a local operation was carried out, or a READ's data is in memory. */
    final boolean[] done;

    final int[] statuses;
    /** Whether a request has {@link #arguments}. */
    final boolean[] hasArguments;

    /** Made when a request brings some first. */
    SendArguments arguments;

    /** Null where nothing can be posted inline. */
    final InlineData inline;

    /** Null where no answer goes into a completion. */
    final InlineAnswers answers;

    /** The request that is being sent. */
    long next;

    SendQueue(final int limit, final int maxSge, final int maxInline, final int answerRoom) {
        super(limit, maxSge);
        final int capacity = wrIds.length;
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
        setElements(slot, chain.iovas, chain.lengths, chain.lkeys, i * chain.maxSge, chain.sgeCounts[i]);
        if ((chain.flags[i] & SendRequests.INLINE) != 0 && Operation.isMessage(chain.operations[i]) && total != 0) {
            inline.take(chain, i, slot);
        }
        hasArguments[slot] = chain.hasArguments[i];
        if (hasArguments[slot]) {
            if (arguments == null) {
                arguments = new SendArguments(wrIds.length, maxSge());
            }
            arguments.copy(chain.arguments, i, slot);
            arguments.hold(slot, remoteAddresses[slot]);
        }
    }

    /** Gives back what a request held. */
    void release(final int slot) {
        if (hasArguments[slot]) {
            arguments.release(slot);
        }
    }
}
