// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Limits the connections of a server: their total number, their number per address, and the number of unconfirmed
 * connections. If a connection request would exceed a limit, the server rejects the request before it allocates any
 * memory for the connection.
 *
 * <p>Peers that forge addresses never confirm a connection. Therefore, unconfirmed connections can occupy at most half
 * of the slots. By default, the connections of a single address can also occupy at most half. If there are fewer than
 * {@link #FEW} slots, each of these groups can occupy all of them. Once an address has confirmed a connection, it can
 * use the other half, too. Requests that are forged with this address can evict only unconfirmed connections of the
 * same address, the oldest first ({@link #isCrowded}).
 */
final class ConnectionBounds {
    private static final int FEW = 64;

    /**
     * The maximum number of addresses that are remembered because they have confirmed a connection. The most recent
     * addresses are kept.
     */
    private static final int MOST_KNOWN = 1024;

    private final int most;
    private final int mostOfOne;
    private final int mostHalfOpen;
    private final long bytesEach;
    private final LongSupplier spareBytes;
    private final Map<InetAddress, Places> ofAddress = new HashMap<>();
    private final Set<InetAddress> known = new LinkedHashSet<>();
    private int count;
    private int halfOpen;

    /**
     * Creates limits for a server without connections.
     *
     * @param most       the maximum number of connections; 0 means the number that fits in the memory that is currently
     *                   available.
     * @param mostOfOne  the maximum number of connections per address; 0 means the default.
     * @param bytesEach  the number of bytes that each connection allocates.
     * @param spareBytes returns the number of bytes that connections may currently allocate.
     */
    ConnectionBounds(final int most, final int mostOfOne, final long bytesEach, final LongSupplier spareBytes) {
        this.bytesEach = bytesEach;
        this.spareBytes = spareBytes;
        this.most =
                most == 0 ? (int) Math.max(1, Math.min(Integer.MAX_VALUE, spareBytes.getAsLong() / bytesEach)) : most;
        this.mostOfOne = mostOfOne == 0 ? half(this.most) : mostOfOne;
        mostHalfOpen = half(this.most);
    }

    private static int half(final int places) {
        return Math.max(Math.min(FEW, places), places / 2);
    }

    /** Returns the maximum number of connections. */
    int most() {
        return most;
    }

    /** Returns the maximum number of connections per address. */
    int mostOfOne() {
        return mostOfOne;
    }

    /** Adds an unconfirmed connection. Throws ENOMEM if no slot is available for it. */
    void add(final InetAddress address) {
        check("connections", count, "maxConnections", most);
        final Places places = ofAddress.getOrDefault(address, Places.NONE);
        if (!known.contains(address)) {
            check("halfOpen", halfOpen, "limit", mostHalfOpen);
        }
        check("connectionsOfAddress", places.all(), "maxConnectionsPerAddress", mostOfOne);
        final long spare = spareBytes.getAsLong();
        if (spare < bytesEach) {
            throw new VerbsException(
                    Errno.ENOMEM, "no memory for another connection: bytes=" + bytesEach + " available=" + spare);
        }
        count++;
        halfOpen++;
        ofAddress.put(address, new Places(places.waiting + 1, places.confirmed));
    }

    private static void check(final String name, final int now, final String limitName, final int limit) {
        if (now >= limit) {
            throw new VerbsException(
                    Errno.ENOMEM, "too many connections: " + name + "=" + now + " " + limitName + "=" + limit);
        }
    }

    /** Returns true if an address has both confirmed and unconfirmed connections and has reached a limit. */
    boolean isCrowded(final InetAddress address) {
        final Places places = ofAddress.getOrDefault(address, Places.NONE);
        return known.contains(address)
                && places.waiting > 0
                && (places.all() >= mostOfOne || halfOpen >= mostHalfOpen || count >= most);
    }

    /** Records that the peer has confirmed a connection. */
    void confirm(final InetAddress address) {
        halfOpen--;
        known.remove(address);
        known.add(address);
        if (known.size() > MOST_KNOWN) {
            known.remove(known.iterator().next());
        }
        ofAddress.computeIfPresent(address, (same, now) -> new Places(now.waiting - 1, now.confirmed + 1));
    }

    /** Removes a connection. */
    void remove(final InetAddress address, final boolean wasConfirmed) {
        count--;
        halfOpen -= wasConfirmed ? 0 : 1;
        ofAddress.computeIfPresent(address, (same, now) -> now.without(wasConfirmed));
    }

    /** The numbers of unconfirmed and confirmed connections of an address. */
    private record Places(int waiting, int confirmed) {
        private static final Places NONE = new Places(0, 0);

        private int all() {
            return waiting + confirmed;
        }

        private Places without(final boolean wasConfirmed) {
            return all() == 1 ? null : new Places(waiting - (wasConfirmed ? 0 : 1), confirmed - (wasConfirmed ? 1 : 0));
        }
    }
}
