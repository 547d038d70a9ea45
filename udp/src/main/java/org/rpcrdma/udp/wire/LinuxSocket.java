// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** System calls of 64-bit Linux for a socket's descriptor. */
interface LinuxSocket {
    /** setsockopt(2) with an int. Returns false if the system rejects it. */
    boolean set(int level, int option, int value);

    /** sendmmsg(2), non-blocking. Returns the number of messages sent, or the negative error of the first one. */
    int send(long messages, int count);

    /** recvmmsg(2), non-blocking. Returns the number of messages received, or less than 1 for none. */
    int receive(long messages, int count);

    /** clock_gettime(2) of the clock that timestamps messages; writes 16 bytes. */
    void realTime(long timespec);
}
