// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import java.net.InetSocketAddress;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.nic.link.SharedWindow;
import org.rpcrdma.roce.PseudoHeader;
import org.rpcrdma.verbs.Gid;

/** Another host on the network, by its address: its queue pairs, and the headers of datagrams to it and from it. */
final class RemoteHost {
    /** Bounds what a peer that names many numbers takes. */
    private static final int MOST_QUEUE_PAIRS = 4096;

    final Gid gid;
    final InetSocketAddress address;
    final PseudoHeader outbound;
    final PseudoHeader inbound;
    final SharedWindow window;
    private final Int2ObjectHashMap<RemoteQueuePair> queuePairs = new Int2ObjectHashMap<>();

    RemoteHost(final Gid gid, final InetSocketAddress local, final InetSocketAddress address, final int window) {
        this.gid = gid;
        this.address = address;
        outbound = PseudoHeader.of(local, address);
        inbound = PseudoHeader.of(address, local);
        this.window = new SharedWindow(window);
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
