// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

/** Message counts that are summed over several connections. */
final class MessageTotals {
    long received;
    long replies;
    long errors;
    long dropped;
    int creditsGranted;

    void add(final ServerConnectionMetrics figures) {
        received += figures.messagesReceived;
        replies += figures.repliesSent;
        errors += figures.errorsSent;
        dropped += figures.messagesDropped;
    }

    void add(final MessageTotals others) {
        received += others.received;
        replies += others.replies;
        errors += others.errors;
        dropped += others.dropped;
    }
}
