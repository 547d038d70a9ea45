// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/** Sends the messages of one queue pair, or the calls of one connection. */
@FunctionalInterface
interface Sender {
    /**
     * Sends messages.
     *
     * @param messages   how many.
     * @param completing messages that the last one's completion stands for; 0 if it makes none.
     */
    void send(int messages, int completing);
}
