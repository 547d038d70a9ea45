// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** Counts the management datagrams of a port. Not thread-safe. */
public final class ManagementCounters {
    long sent;
    long received;
    long malformed;
    long strays;
    long refused;
    long repeats;

    ManagementCounters() {}

    /** Returns the number of datagrams sent. */
    public long sent() {
        return sent;
    }

    /** Returns the number of datagrams received, including invalid ones. */
    public long received() {
        return received;
    }

    /** Returns the number of received datagrams that were dropped because they were invalid. */
    public long malformed() {
        return malformed;
    }

    /** Returns the number of datagrams that belong to no known connection or do not match its state. */
    public long strays() {
        return strays;
    }

    /** Returns the number of requests that were dropped because too many connections were half-open. */
    public long refused() {
        return refused;
    }

    /** Returns the number of retransmitted datagrams. */
    public long repeats() {
        return repeats;
    }
}
