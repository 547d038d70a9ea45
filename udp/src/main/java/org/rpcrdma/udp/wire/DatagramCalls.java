// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Non-blocking system calls for the datagrams of one socket. Confined to one thread. */
interface DatagramCalls {
    /** The result if the socket's buffer is full. */
    int NO_ROOM = 0;
    /** The result if the system rejects the run. */
    int REFUSED = -1;
    /** The result if the system does not segment the run, so that its datagrams must be sent one by one. */
    int SEPARATE = -2;

    /** Returns the maximum number of datagrams per run. */
    int mostTogether();

    /** Returns the maximum number of datagrams per run to the given host. */
    default int mostTogether(final Destination host) {
        return mostTogether();
    }

    /**
     * Sends runs, starting with the run at index {@code first}. Returns the number of runs sent or, if the first run
     * was not sent, one of the constants above.
     */
    int send(Outgoing runs, int first);

    /**
     * Receives at most {@code most} messages, without blocking. Returns the number of messages received, which may be
     * 0.
     */
    int receive(Incoming messages, int most);
}
