// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** The system calls of 64-bit Linux for one socket descriptor. */
interface LinuxSocket {
    /** Calls setsockopt(2) with an int. Returns false if the system rejects it. */
    boolean set(int level, int option, int value);

    /**
     * Calls sendmmsg(2) without blocking. Returns the number of messages sent, or the negative errno of the first
     * message.
     */
    int send(long messages, int count);

    /**
     * Calls recvmmsg(2) without blocking. Returns the number of messages received, or a number less than 1 if no
     * message was received.
     */
    int receive(long messages, int count);

    /** Calls clock_gettime(2) for the clock that timestamps messages. Writes 16 bytes. */
    void realTime(long timespec);
}
