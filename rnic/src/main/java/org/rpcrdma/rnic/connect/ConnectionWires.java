// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** Carries the messages of one connection manager: in memory of a timeline, or in datagrams. */
public interface ConnectionWires {
    /** Brings peers' requests to a manager, once and before anything else. */
    void attach(RnicConnectionManager manager);

    /** Returns the wire of a connection that is asked for. */
    ConnectionWire newWire();

    /** Returns the first PSN that a side of a new connection takes, 24 bits. */
    int newStartingPsn();

    /** Returns the nanoseconds from a message to its handling by the peer, beside what it waits for. */
    long oneWay();
}
