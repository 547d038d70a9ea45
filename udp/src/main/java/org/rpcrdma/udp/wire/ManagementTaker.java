// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import org.agrona.DirectBuffer;
import org.rpcrdma.verbs.Gid;

/** Receives the management datagrams for queue pair 1 of a port. */
@FunctionalInterface
public interface ManagementTaker {
    /**
     * Takes a management datagram.
     *
     * @param source   the sender's port.
     * @param datagram all of its 256 bytes, during the call.
     */
    void take(Gid source, DirectBuffer datagram);
}
