// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/**
 * Sends one message at a time. Few messages are signalled, because the answer already shows that a message has arrived.
 */
final class PingSender implements Sender {
    /** The number of messages per signalled completion; the send queue holds twice as many. */
    static final int SIGNAL_EVERY = 64;

    private final VerbsEnd end;
    private final boolean signalsAll;
    private int sent;

    PingSender(final VerbsEnd end, final PerfTest test) {
        this.end = end;
        signalsAll = test.isRead();
    }

    @Override
    public void send(final int messages, final int completing) {
        end.send(1, signalsAll || ++sent % SIGNAL_EVERY == 0 ? 1 : 0);
    }
}
