// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.rpcrdma.verbs.Gid;

/**
 * Sends datagrams from a port's queue pair 1 to queue pair 1 of other ports. Datagrams may be lost, duplicated or
 * reordered.
 */
@FunctionalInterface
public interface DatagramPipe {
    /**
     * Sends a management datagram immediately.
     *
     * @param destination the receiver's port.
     * @param datagram    the 256 bytes of the datagram; the caller may reuse the buffer when this method returns.
     */
    void send(Gid destination, DirectBuffer datagram);
}
