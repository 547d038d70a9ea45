// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Non-blocking system calls for the datagrams of one socket. Confined to one thread. */
interface DatagramCalls {
    /** The socket's buffer is full. */
    int NO_ROOM = 0;
    /** The system rejects the run. */
    int REFUSED = -1;
    /** The system does not segment the run; send its datagrams one by one. */
    int SEPARATE = -2;

    /** Returns the maximum number of datagrams per run. */
    int mostTogether();

    /** Returns the maximum number of datagrams per run to a host. */
    default int mostTogether(final Destination host) {
        return mostTogether();
    }

    /** Sends runs starting at an index. Returns the number sent, or why the first run was not sent. */
    int send(Outgoing runs, int first);

    /** Receives at most a number of messages. Returns the number received; 0 for none. */
    int receive(Incoming messages, int most);
}
