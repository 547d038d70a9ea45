// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import org.agrona.DirectBuffer;
import org.rpcrdma.verbs.Gid;

/** Receives the management datagrams for queue pair 1 of a port. Called on the loop's thread. */
@FunctionalInterface
public interface ManagementTaker {
    /**
     * Handles a management datagram.
     *
     * @param source   the sender's port.
     * @param datagram the 256 bytes of the datagram, valid only during the call.
     */
    void take(Gid source, DirectBuffer datagram);
}
