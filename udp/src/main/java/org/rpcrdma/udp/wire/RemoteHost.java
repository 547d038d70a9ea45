// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.rnic.link.DelayControl;
import org.rpcrdma.rnic.link.LossControl;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/** Another host on the network, with its queue pairs and the headers of datagrams to and from it. */
final class RemoteHost {
    /** The property that disables delay-based congestion control if it is true. */
    private static final String UNCONTROLLED = "rpcrdma.udp.uncontrolled";
    /**
     * The maximum number of queue pairs. The number is limited because a peer can send arbitrary queue pair numbers.
     */
    private static final int MOST_QUEUE_PAIRS = 4096;

    final Gid gid;
    final InetSocketAddress address;
    final Destination destination;
    final InternetHeader inbound;
    private final int firstWindow;
    private final int mostWindow;
    /** The window for packets to the host; null until first use. */
    private SharedWindow window;
    /** The maximum payload of a packet to the host, in bytes; 0 until first use. */
    private int mtu;

    private final Int2ObjectHashMap<RemoteQueuePair> queuePairs = new Int2ObjectHashMap<>();

    RemoteHost(
            final Gid gid,
            final InetSocketAddress local,
            final InetSocketAddress address,
            final int firstWindow,
            final int mostWindow) {
        this.gid = gid;
        this.address = address;
        final Gid own = Gid.of(local.getAddress());
        destination = Destination.of(local, gid, address);
        inbound = Destination.route(new InternetHeader(), gid, own).ports(address.getPort(), local.getPort());
        this.firstWindow = firstWindow;
        this.mostWindow = mostWindow;
    }

    /**
     * Returns the window for packets to the host. If the remote host is this host itself, the only queue on the path is
     * the socket's queue.
     */
    SharedWindow window() {
        if (window == null) {
            final boolean isNear = InterfaceMtu.isOfThisHost(address.getAddress());
            window = new SharedWindow(
                    isNear || Boolean.getBoolean(UNCONTROLLED)
                            ? new LossControl(firstWindow, mostWindow)
                            : new DelayControl(firstWindow, mostWindow));
        }
        return window;
    }

    /** Returns the maximum payload of a packet, in bytes, on the interface towards the host. */
    int mtu() {
        if (mtu == 0) {
            mtu = InterfaceMtu.towards(address);
        }
        return mtu;
    }

    /** Returns true if one of the host's queue pairs has been looked up and may therefore be connected. */
    boolean hasQueuePairs() {
        return !queuePairs.isEmpty();
    }

    /** Returns the host's queue pair with the given number. */
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
