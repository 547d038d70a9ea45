// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Calls the system for the datagrams of one socket, and never waits. For one thread. */
interface DatagramCalls {
    /** The socket has no room now. */
    int NO_ROOM = 0;
    /** The system does not send the run. */
    int REFUSED = -1;
    /** The system does not cut the run: its datagrams are to be sent one by one. */
    int SEPARATE = -2;

    /** Returns how many datagrams a run has at most. */
    int mostTogether();

    /** Returns how many datagrams a run to a host has at most. */
    default int mostTogether(final Destination host) {
        return mostTogether();
    }

    /** Sends runs from one on. Returns how many were sent, or why the first one was not. */
    int send(Outgoing runs, int first);

    /** Fills in messages, the given number at most. Returns how many have come; 0 for none. */
    int receive(Incoming messages, int most);
}
