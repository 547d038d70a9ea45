// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.Gid;

/**
 * The connections of a port, indexed by the local and the peer's connection number. The number of half-open incoming
 * connections is bounded. Closed connections are kept for some time, so that late repeats of their requests have no
 * effect.
 *
 * <p>The bounds apply per network. A network is a single IPv4 address or an IPv6 /64 prefix, because one host can use
 * any number of addresses in a /64. A network is known if it has, or recently had, a connection. Requests from known
 * networks are always served. If an attacker forges requests from a known network, each new request evicts the
 * network's oldest request. A genuine request is answered before a flood of {@value #HALF_OPEN_OF_ONE} forged requests
 * can evict it.
 */
final class Dialogs {
    /** The maximum number of half-open incoming connections. */
    static final int HALF_OPEN = 1024;
    /**
     * The number of half-open connections above which requests from unknown networks are rejected. Each request
     * occupies about a megabyte of server memory, although its peer may never answer.
     */
    static final int HALF_OPEN_OF_STRANGERS = 256;
    /** The maximum number of half-open connections per network. */
    static final int HALF_OPEN_OF_ONE = 256;
    /** The maximum number of half-open connections per unknown network. */
    static final int HALF_OPEN_OF_ONE_STRANGER = 64;
    /** The maximum number of unsolicited repeats of replies to a network until the network proves its address again. */
    static final int REPEATS = 16;

    private static final int RETIRED = 4096;
    private static final int KNOWN = 1024;

    private final Int2ObjectHashMap<MadWire> byId = new Int2ObjectHashMap<>();
    private final Map<Key, AskedWire> byPeer = new HashMap<>();
    /** The half-open connections, oldest first. */
    private final Set<AskedWire> halfOpen = new LinkedHashSet<>();

    private final Map<Gid, Set<AskedWire>> halfOpenOf = new HashMap<>();
    private final Set<AskedWire> retired = new LinkedHashSet<>();
    /** The number of established connections per network. */
    private final Map<Gid, Integer> open = new HashMap<>();
    /**
     * The networks of the peers that proved their addresses most recently, with the number of unsolicited repeats left
     * for each.
     */
    private final Map<Gid, Integer> known = new LinkedHashMap<>();

    /** A peer's address and the number that the peer assigned to the connection. */
    private record Key(Gid gid, int number) {}

    private static Gid network(final Gid gid) {
        return GidAddress.isIpv4(gid) ? gid : new Gid(gid.subnetPrefix(), 0);
    }

    /** Returns the connection with the given local number, or null. */
    MadWire find(final int id) {
        return byId.get(id);
    }

    /** Returns the connection that a peer requested under the given number, or null. */
    AskedWire findRequest(final Gid peer, final int peerId) {
        return byPeer.get(new Key(peer, peerId));
    }

    /**
     * Reserves a slot for a peer's request, evicting an older request of the same network if the network is known.
     * Returns false if no slot is available.
     */
    boolean makeRoom(final Gid peer) {
        final Gid network = network(peer);
        final Set<AskedWire> own = halfOpenOf.getOrDefault(network, Set.of());
        if (!isKnown(peer)) {
            return halfOpen.size() < HALF_OPEN_OF_STRANGERS && own.size() < HALF_OPEN_OF_ONE_STRANGER;
        }
        if (own.size() >= HALF_OPEN_OF_ONE) {
            own.iterator().next().giveRoom();
        } else if (halfOpen.size() >= HALF_OPEN) {
            halfOpen.iterator().next().giveRoom();
        }
        return true;
    }

    /** Returns the number of half-open incoming connections. */
    int halfOpen() {
        return halfOpen.size();
    }

    int size() {
        return byId.size();
    }

    void add(final MadWire wire) {
        byId.put(wire.id(), wire);
    }

    /** Adds a connection that a peer has requested. */
    void addRequest(final AskedWire wire) {
        add(wire);
        byPeer.put(new Key(wire.peer(), wire.peerId()), wire);
        halfOpen.add(wire);
        halfOpenOf
                .computeIfAbsent(network(wire.peer()), network -> new LinkedHashSet<>())
                .add(wire);
    }

    /** Records that an incoming connection is no longer half-open. */
    void close(final AskedWire wire) {
        halfOpen.remove(wire);
        halfOpenOf.computeIfPresent(
                network(wire.peer()), (network, own) -> own.remove(wire) && own.isEmpty() ? null : own);
    }

    /** Records that a connection has been established, which proves the peer's address. */
    void opened(final Gid peer) {
        final Gid network = network(peer);
        open.merge(network, 1, Integer::sum);
        known.remove(network);
        known.put(network, REPEATS);
        if (known.size() > KNOWN) {
            final Iterator<Gid> oldest = known.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Records that a connection is no longer established. */
    void closed(final Gid peer) {
        open.computeIfPresent(network(peer), (network, count) -> count == 1 ? null : count - 1);
    }

    /** Returns true if a peer's network has, or recently had, a connection. */
    boolean isKnown(final Gid peer) {
        final Gid network = network(peer);
        return open.containsKey(network) || known.containsKey(network);
    }

    /** Counts an unsolicited repeat of a reply to a peer. Returns false if the limit is exceeded. */
    boolean mayRepeat(final Gid peer) {
        final Integer left = known.computeIfPresent(network(peer), (network, repeats) -> repeats - 1);
        return left != null && left >= 0;
    }

    /** Keeps an ended connection for some time. */
    void retire(final AskedWire wire) {
        retired.add(wire);
        if (retired.size() > RETIRED) {
            retired.iterator().next().forget();
        }
    }

    void remove(final MadWire wire) {
        byId.remove(wire.id());
        byPeer.remove(new Key(wire.peer(), wire.peerId()), wire);
        retired.remove(wire);
    }
}
