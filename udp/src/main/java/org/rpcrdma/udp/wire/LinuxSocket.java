// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** The calls of 64-bit Linux for a socket's descriptor. */
interface LinuxSocket {
    /** setsockopt(2) with an int. Returns false if the system refuses it. */
    boolean set(int level, int option, int value);

    /** sendmmsg(2), without waiting. Returns how many messages were sent, or the error of the first one, negative. */
    int send(long messages, int count);

    /** recvmmsg(2), without waiting. Returns how many messages have come, or less than 1 for none. */
    int receive(long messages, int count);

    /** clock_gettime(2) of the clock that messages are stamped by: fills in 16 bytes. */
    void realTime(long timespec);
}
