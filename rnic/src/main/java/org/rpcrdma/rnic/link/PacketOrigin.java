// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/** The queue pair that sends packets. Each queue pair has one origin for all its packets. */
public final class PacketOrigin {
    /** The address of the queue pair's port. */
    public final Gid gid;
    /** The 24-bit number of the queue pair. On the wire, only datagrams contain it. */
    public final int number;
    /** The transport. */
    public final QueuePairType type;
    /** The sink for answers. */
    public final PacketSink sink;
    /** The flow label of the connection's packets, or 0 if the sides did not agree on one. */
    public int flowLabel;

    public PacketOrigin(final Gid gid, final int number, final QueuePairType type, final PacketSink sink) {
        this.gid = gid;
        this.number = number;
        this.type = type;
        this.sink = sink;
    }
}
