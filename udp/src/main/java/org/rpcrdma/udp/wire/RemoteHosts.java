// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/**
 * The remote hosts of a link. The set contains the hosts to which the link has sent packets, and the hosts from which
 * it has received intact packets. It is limited to the {@value #MOST} most recently used hosts. While a local queue
 * pair is connected to an evicted host, looking up the host returns the same object as before. This is necessary
 * because all queue pairs of a host share one window.
 */
final class RemoteHosts {
    static final int MOST = 4096;

    private static final float LOAD = 0.75f;

    private final InetSocketAddress local;
    private final Gid own;
    private final int firstWindow;
    private final int window;
    /** The hosts in order of use. The most recently used host is last. */
    private final Map<Gid, RemoteHost> hosts = new LinkedHashMap<>(16, LOAD, true);

    private final Map<Gid, Forgotten> forgotten = new HashMap<>();
    private final ReferenceQueue<RemoteHost> unused = new ReferenceQueue<>();
    private final InternetHeader fromStranger = new InternetHeader();

    /** A reference to an evicted host, which stays valid while the host's queue pairs are in use. */
    private static final class Forgotten extends WeakReference<RemoteHost> {
        private final Gid gid;

        Forgotten(final RemoteHost host, final ReferenceQueue<RemoteHost> unused) {
            super(host, unused);
            gid = host.gid;
        }
    }

    /**
     * Creates an empty set.
     *
     * @param local       the address and port of the link's socket; other hosts use the same port.
     * @param firstWindow the initial window per host, in packets.
     * @param window      the maximum window per host, in packets.
     */
    RemoteHosts(final InetSocketAddress local, final int firstWindow, final int window) {
        this.local = local;
        own = Gid.of(local.getAddress());
        this.firstWindow = firstWindow;
        this.window = window;
    }

    int size() {
        return hosts.size() + forgotten.size();
    }

    /**
     * Returns the header of a datagram from a host, for computing its CRC. The host is neither looked up nor added.
     *
     * @return a header that is valid until the next call.
     */
    InternetHeader from(final Gid gid) {
        final RemoteHost known = hosts.get(gid);
        return known != null ? known.inbound : Destination.route(fromStranger, gid, own);
    }

    /** Returns the host with the given address, or null if its address family differs from the link's. */
    RemoteHost find(final Gid gid) {
        final RemoteHost known = hosts.get(gid);
        if (known != null) {
            return known;
        }
        final InetAddress address = address(gid);
        if (address.getClass() != local.getAddress().getClass()) {
            return null;
        }
        final Forgotten before = forgotten.remove(gid);
        RemoteHost host = before == null ? null : before.get();
        if (host == null) {
            host = new RemoteHost(gid, local, new InetSocketAddress(address, local.getPort()), firstWindow, window);
        }
        forgetOldest();
        hosts.put(gid, host);
        return host;
    }

    private void forgetOldest() {
        if (hosts.size() == MOST) {
            final Iterator<RemoteHost> oldest = hosts.values().iterator();
            final RemoteHost host = oldest.next();
            oldest.remove();
            if (host.hasQueuePairs()) {
                forgotten.put(host.gid, new Forgotten(host, unused));
            }
        }
        Forgotten cleared = (Forgotten) unused.poll();
        while (cleared != null) {
            forgotten.remove(cleared.gid, cleared);
            cleared = (Forgotten) unused.poll();
        }
    }

    private static InetAddress address(final Gid gid) {
        final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(gid.subnetPrefix()).putLong(gid.interfaceId());
        try {
            return InetAddress.getByAddress(bytes.array());
        } catch (final UnknownHostException e) {
            throw new AssertionError("16 bytes are always an address", e);
        }
    }
}
