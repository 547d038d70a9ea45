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

    /** Returns how many were sent. */
    public long sent() {
        return sent;
    }

    /** Returns how many came in, bad ones included. */
    public long received() {
        return received;
    }

    /** Returns how many of those were dropped as no valid datagrams of connection management. */
    public long malformed() {
        return malformed;
    }

    /** Returns how many belong to no connection that is known, or do not fit its state. */
    public long strays() {
        return strays;
    }

    /** Returns how many requests were dropped because too many wait for their connection. */
    public long refused() {
        return refused;
    }

    /** Returns how many came again. */
    public long repeats() {
        return repeats;
    }
}
