// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** Carries the messages of one connection manager: in memory of a timeline, or in datagrams. */
public interface ConnectionWires {
    /** Brings peers' requests to a manager, once and before anything else. */
    void attach(RnicConnectionManager manager);

    /** Returns the wire of a connection to request. */
    ConnectionWire newWire();

    /** Returns the first PSN that a side of a new connection takes, 24 bits. */
    int newStartingPsn();

    /** Returns the time from sending a message to its handling by the peer, in nanoseconds, without waits. */
    long oneWay();
}
