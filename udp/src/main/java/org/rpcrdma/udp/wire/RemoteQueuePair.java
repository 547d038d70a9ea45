// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A queue pair on another host. Only the host's address and the queue pair's number are known, so reuse of the number
 * cannot be detected.
 */
final class RemoteQueuePair implements PacketSink {
    final RemoteHost host;
    private final UdpLink link;
    private final int number;
    private PacketOrigin origin;

    RemoteQueuePair(final UdpLink link, final RemoteHost host, final int number) {
        this.link = link;
        this.host = host;
        this.number = number;
    }

    /** Returns this queue pair as the origin of packets with the given transport. */
    PacketOrigin origin(final QueuePairType transport) {
        if (origin == null || origin.type != transport) {
            origin = new PacketOrigin(host.gid, number, transport, this);
        }
        return origin;
    }

    /** Returns the link to this queue pair. */
    @Override
    public Link link() {
        return link;
    }

    @Override
    public Gid gid() {
        return host.gid;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int epoch() {
        return 0;
    }

    @Override
    public void receive(final Packet packet) {
        throw new IllegalStateException(
                "queue pair belongs to another host: number=" + number + " host=" + host.address);
    }
}
