// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/** The source queue pair of packets. A queue pair has one origin for all of its packets. */
public final class PacketOrigin {
    /** The address of its port. */
    public final Gid gid;
    /** The queue pair's number: 24 bits, in the packet if it is a datagram. */
    public final int number;
    /** The transport. */
    public final QueuePairType type;
    /** Takes the answers. */
    public final PacketSink sink;
    /** The label of the connection's packets; 0 unless one was agreed on. */
    public int flowLabel;

    public PacketOrigin(final Gid gid, final int number, final QueuePairType type, final PacketSink sink) {
        this.gid = gid;
        this.number = number;
        this.type = type;
        this.sink = sink;
    }
}
