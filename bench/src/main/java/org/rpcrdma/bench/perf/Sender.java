// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/** Sends the messages of one queue pair, or the calls of one connection. */
@FunctionalInterface
interface Sender {
    /**
     * Sends messages.
     *
     * @param messages   the number of messages.
     * @param completing the number of messages that the last message's completion covers; 0 if the last message is not
     *     signalled.
     */
    void send(int messages, int completing);
}
