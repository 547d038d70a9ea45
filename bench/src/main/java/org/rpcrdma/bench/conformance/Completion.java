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
package org.rpcrdma.bench.conformance;

import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/**
 * One completion, kept. But for wrId, status and qpNumber it means something on success only.
 *
 * @param wrId       the work request's id.
 * @param status     a {@link CompletionStatus}.
 * @param qpNumber   its queue pair.
 * @param opcode     a {@link org.rpcrdma.verbs.CompletionOpcode}.
 * @param byteLength bytes that arrived.
 * @param flags      of the completion.
 * @param data       the immediate data, or the invalidated key, by the flag.
 * @param sourceQp   the sender of a datagram.
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
