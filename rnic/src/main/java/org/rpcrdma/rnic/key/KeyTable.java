// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key;

import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A device's memory keys. A key consists of a 24-bit index and a low byte, which changes with each registration.
 *
 * <pre>
 *  31                      8 7        0
 * | index                   | low byte |     index 1: every DMA mapping of the device, local use only
 * </pre>
 */
public final class KeyTable {
    /**
     * The key that covers all DMA mappings of the device. Only local work requests can use it, and each mapping's own
     * rights apply.
     */
    public static final int LOCAL_DMA_LKEY = 1 << 8;

    static final int FIRST_INDEX = 2;
    static final int INDEX_SHIFT = 8;
    static final int INDEX_LIMIT = 1 << 24;

    private final NicCaches contexts;
    private final InPlacePayloads payloads;
    private final KeyDirectory directory;

    /**
     * Creates an empty table.
     *
     * @param contexts  the NIC's caches, which discard removed keys.
     * @param payloads  the payloads that must be copied before a key's memory or rights change.
     * @param numbering determines the keys.
     */
    public KeyTable(final NicCaches contexts, final InPlacePayloads payloads, final Numbering numbering) {
        this.contexts = contexts;
        this.payloads = payloads;
        directory = numbering.isRandom() ? new RandomKeys(numbering) : new KeysInOrder();
    }

    /** Returns the index of a key. */
    public static int index(final int key) {
        return key >>> INDEX_SHIFT;
    }

    /** Returns the entry at a key's index, or null. The key's low byte is ignored. */
    public MemoryKey at(final int key) {
        return directory.at(index(key));
    }

    /** Returns the valid entry for exactly this key, or null. */
    public MemoryKey find(final int key) {
        final MemoryKey found = at(key);
        return found != null && found.key() == key && found.isValid() ? found : null;
    }

    /**
     * Returns true if a key grants a local access, or a remote access that is not bound to a queue pair.
     *
     * @param rights the {@link org.rpcrdma.verbs.Access} bits that the access requires; 0 for a local read.
     */
    public boolean allows(
            final int domain,
            final int key,
            final long address,
            final long length,
            final int rights,
            final boolean isRemote) {
        if (isRemote) {
            return allowsPeer(domain, MemoryKey.NO_QUEUE_PAIR, key, address, length, rights);
        }
        if (key == LOCAL_DMA_LKEY) {
            return address >= 0 && address <= Long.MAX_VALUE - length;
        }
        final MemoryKey found = find(key);
        return found != null && found.allows(domain, address, length, rights);
    }

    /** Returns true if a key grants a peer the given access through a queue pair. */
    public boolean allowsPeer(
            final int domain,
            final int through,
            final int key,
            final long address,
            final long length,
            final int rights) {
        final MemoryKey found = find(key);
        return found != null && found.allowsPeer(domain, through, address, length, rights);
    }

    /** Invalidates a key for a work request on a queue pair. Returns false if the key's rules do not permit it. */
    public boolean invalidate(final int user, final int through, final int key) {
        final MemoryKey found = find(key);
        return found != null && found.invalidateBy(user, through);
    }

    /**
     * Invalidates a key because a queue pair has received a SEND_WITH_INV. Returns false if the key's rules do not
     * permit it.
     */
    public boolean invalidateForPeer(final int user, final int through, final int key) {
        final MemoryKey found = find(key);
        return found != null && found.isPeerInvalidatable() && found.invalidateBy(user, through);
    }

    /** Copies the payloads on the link. Call this before a key's memory or rights change. */
    public void detachPayloads() {
        payloads.detachPayloads();
    }

    /**
     * Assigns a key. The caller must then {@link #put} an entry with this key.
     *
     * @throws VerbsException ENOMEM if all keys are in use.
     */
    public int takeKey() {
        return directory.take();
    }

    static VerbsException noneLeft() {
        return new VerbsException(Errno.ENOMEM, "all memory keys are in use");
    }

    public void put(final MemoryKey entry) {
        directory.put(entry);
    }

    public void remove(final MemoryKey entry) {
        directory.remove(entry);
        contexts.forget(entry.key());
    }
}
