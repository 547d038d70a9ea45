// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** Carries the messages of one connection manager, either as events of a timeline or as datagrams. */
public interface ConnectionWires {
    /** Sets the manager that receives peers' requests; call it once, before any other method. */
    void attach(RnicConnectionManager manager);

    /** Creates the wire for a connection to request. */
    ConnectionWire newWire();

    /** Returns the first PSN, 24 bits, that a side of a new connection accepts. */
    int newStartingPsn();

    /** Returns the time, in ns, from sending a message to its handling by the peer, without waits. */
    long oneWay();
}
