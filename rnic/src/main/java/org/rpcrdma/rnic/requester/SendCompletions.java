// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.queue.CompletionEntry;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostedSend;
import org.rpcrdma.rnic.queue.RnicCompletionQueue;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.SendRequests;

/**
 * Completes a send queue's requests in order: first the requests before a failed request, then the failed request, and
 * finally the later requests.
 */
final class SendCompletions {
    private final SendQueue queue;
    private final SendSequence sequence;
    private final int queuePair;
    private final RnicCompletionQueue completions;
    private final boolean signalsAll;
    /** True if a send's completion contains a length and flags like a Receive's completion, as on soft-RoCE. */
    private final boolean tellsOfMessages;

    SendCompletions(
            final QueuePairContext context,
            final SendQueue queue,
            final SendSequence sequence,
            final RnicCompletionQueue completions,
            final boolean signalsAll) {
        this.queue = queue;
        this.sequence = sequence;
        queuePair = context.self().number;
        this.completions = completions;
        this.signalsAll = signalsAll;
        tellsOfMessages = context.personality() == Personality.RXE;
    }

    /**
     * Records the status of a request that fails once all earlier requests are finished. Only the first failure is
     * recorded.
     */
    void fail(final long position, final int status) {
        final PostedSend request = queue.at(queue.slot(position));
        if (request.status == CompletionStatus.SUCCESS) {
            request.status = status;
        }
    }

    /** Completes finished requests. Returns false if this includes a failed request. */
    boolean completeInOrder() {
        while (queue.completed < queue.tail) {
            final int slot = queue.slot(queue.completed);
            final int status = queue.at(slot).status;
            if (status != CompletionStatus.SUCCESS) {
                complete(slot, status);
                return false;
            }
            if (queue.completed >= queue.next || !sequence.isDone(slot)) {
                break;
            }
            complete(slot, CompletionStatus.SUCCESS);
        }
        return true;
    }

    /** Completes all requests with WR_FLUSH_ERR. */
    void flush() {
        while (queue.completed < queue.tail) {
            complete(queue.slot(queue.completed), CompletionStatus.WR_FLUSH_ERR);
        }
        queue.next = queue.tail;
    }

    /** Returns true if a successful request must be reported. */
    boolean isReported(final int slot) {
        return signalsAll || (queue.at(slot).flags & SendRequests.SIGNALED) != 0;
    }

    private void complete(final int slot, final int status) {
        final long position = queue.completed++;
        queue.release(slot);
        if (status != CompletionStatus.SUCCESS || isReported(slot)) {
            add(position, slot, status);
        }
    }

    private void add(final long position, final int slot, final int status) {
        final byte operation = queue.at(slot).operation;
        final CompletionEntry entry = completions.entry();
        entry.fill(queuePair, queue, position, status, Operation.completionOpcode(operation));
        entry.byteLength = Operation.isRead(operation) || tellsOfMessages ? queue.totals.get(slot) : 0;
        entry.flags = tellsOfMessages && Operation.hasImmediate(operation) ? Completions.WITH_IMMEDIATE : 0;
        final boolean isInline = queue.answers != null && queue.answers.remove(slot);
        final boolean isAdded = completions.add(entry);
        if (isInline && isAdded && status == CompletionStatus.SUCCESS) {
            completions.attach(queue.answers.address(slot), entry.byteLength);
        }
    }
}
