// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import java.net.InetSocketAddress;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.nic.link.SharedWindow;
import org.rpcrdma.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/** Another host on the network, by its address: its queue pairs, and the headers of datagrams to it and from it. */
final class RemoteHost {
    /** Bounds the memory for a peer that names many numbers. */
    private static final int MOST_QUEUE_PAIRS = 4096;

    final Gid gid;
    final InetSocketAddress address;
    final Destination destination;
    final InternetHeader inbound;
    final SharedWindow window;
    /** 0 while nobody has asked. */
    private int mtu;

    private final Int2ObjectHashMap<RemoteQueuePair> queuePairs = new Int2ObjectHashMap<>();

    RemoteHost(
            final Gid gid, final InetSocketAddress local, final InetSocketAddress address, final SharedWindow window) {
        this.gid = gid;
        this.address = address;
        final Gid own = Gid.of(local.getAddress());
        destination = Destination.of(local, gid, address);
        inbound = Destination.route(new InternetHeader(), gid, own).ports(address.getPort(), local.getPort());
        this.window = window;
    }

    /** Returns the longest payload of a packet that the interface towards it carries. */
    int mtu() {
        if (mtu == 0) {
            mtu = InterfaceMtu.towards(address);
        }
        return mtu;
    }

    /** Returns true if a queue pair of it was asked for, which may be connected since. */
    boolean hasQueuePairs() {
        return !queuePairs.isEmpty();
    }

    /** Returns its queue pair of a number. */
    RemoteQueuePair queuePair(final UdpLink link, final int number) {
        final RemoteQueuePair known = queuePairs.get(number);
        if (known != null) {
            return known;
        }
        if (queuePairs.size() == MOST_QUEUE_PAIRS) {
            queuePairs.clear();
        }
        final RemoteQueuePair made = new RemoteQueuePair(link, this, number);
        queuePairs.put(number, made);
        return made;
    }
}
