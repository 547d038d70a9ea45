// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/**
 * A copy of a completion. If it is unsuccessful, only wrId, status and qpNumber are meaningful.
 *
 * @param wrId       the work request's id.
 * @param status     a {@link CompletionStatus}.
 * @param qpNumber   the number of the queue pair.
 * @param opcode     a {@link org.rpcrdma.verbs.CompletionOpcode}.
 * @param byteLength the number of bytes received.
 * @param flags      the completion's flags.
 * @param data       the immediate data or the invalidated key, depending on the flags.
 * @param sourceQp   the number of the queue pair that sent a datagram.
 */
public record Completion(
        long wrId, int status, int qpNumber, int opcode, int byteLength, int flags, int data, int sourceQp) {
    static Completion of(final Completions batch, final int i) {
        return new Completion(
                batch.wrId(i),
                batch.status(i),
                batch.qpNumber(i),
                batch.opcode(i),
                batch.byteLength(i),
                batch.flags(i),
                batch.invalidatedKey(i),
                batch.sourceQueuePair(i));
    }
}
