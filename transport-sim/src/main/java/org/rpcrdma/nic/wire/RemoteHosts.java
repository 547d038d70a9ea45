// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.rpcrdma.verbs.Gid;

/** The hosts that a link has to do with. A host that is forgotten, because there are too many, is made anew. */
final class RemoteHosts {
    private static final int MOST = 4096;

    private final InetSocketAddress local;
    private final int window;
    private final Map<Gid, RemoteHost> hosts = new HashMap<>();

    /**
     * Knows none.
     *
     * @param local  address and port of the link's socket; other hosts have the same port.
     * @param window packets that each host takes at once.
     */
    RemoteHosts(final InetSocketAddress local, final int window) {
        this.local = local;
        this.window = window;
    }

    /** Returns the host of an address, or null if the address is of another family than the link's. */
    RemoteHost find(final Gid gid) {
        final RemoteHost known = hosts.get(gid);
        if (known != null) {
            return known;
        }
        final InetAddress address = address(gid);
        if (address.getClass() != local.getAddress().getClass()) {
            return null;
        }
        if (hosts.size() == MOST) {
            hosts.clear();
        }
        final RemoteHost made = new RemoteHost(gid, local, new InetSocketAddress(address, local.getPort()), window);
        hosts.put(gid, made);
        return made;
    }

    private static InetAddress address(final Gid gid) {
        final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(gid.subnetPrefix()).putLong(gid.interfaceId());
        try {
            return InetAddress.getByAddress(bytes.array());
        } catch (final UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }
}
