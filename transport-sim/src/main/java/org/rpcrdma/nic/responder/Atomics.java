// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.host.HostBytes;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.queue.Operation;

/** Carries out atomics. */
final class Atomics {
    private Atomics() {}

    /** Carries out an atomic on native memory that is there. Returns the value before. */
    static long carryOut(final Packet packet, final long address) {
        final long before = HostBytes.getLong(address);
        if (packet.operation == Operation.FETCH_AND_ADD) {
            HostBytes.putLong(address, before + packet.operand);
        } else if (before == packet.operand) {
            HostBytes.putLong(address, packet.swap);
        }
        return before;
    }
}
