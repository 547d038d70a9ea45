// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.verbs.Gid;

/**
 * The connections of a port that datagrams belong to: found by the own number, by the peer's, and by the peer's queue
 * pair. Those that peers ask for are bounded until they are established, and those that have ended are kept for a
 * while, so that late repeats of their requests begin nothing.
 */
final class Dialogs {
    /** Connections of peers that are not established. */
    static final int HALF_OPEN = 1024;
    /**
     * The number at which addresses that have had no connection are turned away: each request holds about a megabyte of
     * a server's memory while its peer may be silent.
     */
    static final int HALF_OPEN_OF_STRANGERS = 256;
    /** Those of one address. */
    static final int HALF_OPEN_OF_ONE = 256;
    /** Those of one address that has had no connection. */
    static final int HALF_OPEN_OF_ONE_STRANGER = 64;

    private static final int RETIRED = 4096;
    private static final int KNOWN = 1024;

    private final Int2ObjectHashMap<MadWire> byId = new Int2ObjectHashMap<>();
    private final Map<Key, AskedWire> byPeer = new HashMap<>();
    private final Map<Key, MadWire> byQueuePair = new HashMap<>();
    private final Map<Gid, Integer> halfOpenOf = new HashMap<>();
    private final Set<AskedWire> retired = new LinkedHashSet<>();
    /** Addresses of peers that have shown that they are there; the ones heard from last. */
    private final Set<Gid> known = new LinkedHashSet<>();

    private int halfOpen;

    /** A number at a port. */
    private record Key(Gid gid, int number) {}

    /** Returns the one of an own number, or null. */
    MadWire find(final int id) {
        return byId.get(id);
    }

    /** Returns the connection that a peer asked for by its number, or null. */
    AskedWire findRequest(final Gid peer, final int peerId) {
        return byPeer.get(new Key(peer, peerId));
    }

    /** Returns true if a peer may ask. Addresses that have had a connection find room while others ask in masses. */
    boolean hasRoom(final Gid peer) {
        final int ofPeer = halfOpenOf.getOrDefault(peer, 0);
        return isKnown(peer)
                ? halfOpen < HALF_OPEN && ofPeer < HALF_OPEN_OF_ONE
                : halfOpen < HALF_OPEN_OF_STRANGERS && ofPeer < HALF_OPEN_OF_ONE_STRANGER;
    }

    /** Returns how many connections of peers are not established. */
    int halfOpen() {
        return halfOpen;
    }

    int size() {
        return byId.size();
    }

    void add(final MadWire wire) {
        byId.put(wire.id(), wire);
    }

    /** Adds a connection that a peer asks for. */
    void addRequest(final AskedWire wire) {
        add(wire);
        byPeer.put(new Key(wire.peer(), wire.peerId()), wire);
        halfOpen++;
        halfOpenOf.merge(wire.peer(), 1, Integer::sum);
    }

    /** Notes that a connection that a peer asked for is half-open no more. */
    void close(final AskedWire wire) {
        halfOpen--;
        halfOpenOf.computeIfPresent(wire.peer(), (peer, count) -> count == 1 ? null : count - 1);
    }

    /** Notes that a peer is where it says. */
    void know(final Gid peer) {
        known.remove(peer);
        known.add(peer);
        if (known.size() > KNOWN) {
            known.remove(known.iterator().next());
        }
    }

    /** Returns true if a peer is known to be where it says, by an earlier connection. */
    boolean isKnown(final Gid peer) {
        return known.contains(peer);
    }

    /**
     * Notes that a peer's queue pair has a connection.
     *
     * @return the connection that it had so far, or null.
     */
    MadWire connect(final MadWire wire) {
        return byQueuePair.put(new Key(wire.peer(), wire.peerQueuePair()), wire);
    }

    /** Notes that a peer's queue pair has a connection no more. */
    void disconnect(final MadWire wire) {
        byQueuePair.remove(new Key(wire.peer(), wire.peerQueuePair()), wire);
    }

    /** Keeps an ended connection for a while. */
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
