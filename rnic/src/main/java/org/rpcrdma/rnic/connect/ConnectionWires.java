// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** Carries a connection manager's messages, either as timeline events or as datagrams. */
public interface ConnectionWires {
    /** Sets the manager that receives peers' requests. Call this method once, before any other method. */
    void attach(RnicConnectionManager manager);

    /** Creates the wire for an outgoing connection request. */
    ConnectionWire newWire();

    /** Returns a 24-bit starting PSN for one side of a new connection. */
    int newStartingPsn();

    /** Returns the time, in ns, between sending a message and its handling by the peer, without waits. */
    long oneWay();
}
