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

    /** Returns the time, in ns, from when a message is sent until the peer handles it, not including any waits. */
    long oneWay();
}
