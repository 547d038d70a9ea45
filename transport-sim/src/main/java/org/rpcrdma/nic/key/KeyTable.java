// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key;

import java.util.Arrays;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.host.InPlacePayloads;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A device's memory keys: an index of 24 bits over a byte that steps with each registration.
 *
 * <pre>
 *  31                      8 7        0
 * | index                   | low byte |     index 1: every DMA mapping of the device, local use only
 * </pre>
 *
 * <p>An index that is used again goes on from the low byte it was left with, so that a key that somebody still knows
 * opens nothing until the byte has gone round.
 */
public final class KeyTable {
    /** Covers every DMA mapping of the device for local work requests; its rights are those of the mapping. */
    public static final int LOCAL_DMA_LKEY = 1 << 8;

    private static final int FIRST_INDEX = 2;
    private static final int INDEX_SHIFT = 8;
    private static final int INDEX_LIMIT = 1 << 24;

    private static final int FIRST_CAPACITY = 8;

    private final ContextMemory contexts;
    private final InPlacePayloads payloads;
    private MemoryKey[] entries = new MemoryKey[FIRST_CAPACITY];
    /** Of an index that is free: the low byte of its next key. */
    private byte[] nextLowBytes = new byte[FIRST_CAPACITY];

    private int[] free = new int[FIRST_CAPACITY];
    private int freeCount;
    private int next = FIRST_INDEX;

    /**
     * Makes an empty table.
     *
     * @param contexts forget keys that are removed.
     * @param payloads are copied before what a key opens changes.
     */
    public KeyTable(final ContextMemory contexts, final InPlacePayloads payloads) {
        this.contexts = contexts;
        this.payloads = payloads;
    }

    /** Returns the index of a key. */
    public static int index(final int key) {
        return key >>> INDEX_SHIFT;
    }

    /** Returns the entry at a key's index, whatever its low byte, or null. */
    public MemoryKey at(final int key) {
        final int index = key >>> INDEX_SHIFT;
        return index < next ? entries[index] : null;
    }

    /** Returns the valid entry that goes by exactly this key, or null. */
    public MemoryKey find(final int key) {
        final MemoryKey found = at(key);
        return found != null && found.key() == key && found.isValid() ? found : null;
    }

    /**
     * Returns true if a key gives a local or remote access; a remote one through no queue pair in particular.
     *
     * @param rights the {@link org.rpcrdma.verbs.Access} bits that the access needs; local read needs none.
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

    /** Returns true if a key gives a peer access, through a queue pair. */
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

    /** Invalidates a key by a work request of a domain and a queue pair. Returns false if the rules forbid it. */
    public boolean invalidate(final int user, final int through, final int key) {
        final MemoryKey found = find(key);
        return found != null && found.invalidateBy(user, through);
    }

    /** Invalidates a key by a message that came to a queue pair. Returns false if the rules forbid it. */
    public boolean invalidateForPeer(final int user, final int through, final int key) {
        final MemoryKey found = find(key);
        return found != null && found.isPeerInvalidatable() && found.invalidateBy(user, through);
    }

    /** Copies the payloads on the link that lie behind keys, because what a key opens changes from now on. */
    public void detachPayloads() {
        payloads.detachPayloads();
    }

    public int takeKey() {
        final int index = freeCount > 0 ? free[--freeCount] : next++;
        if (index == INDEX_LIMIT) {
            next--;
            throw new VerbsException(Errno.ENOMEM, "no memory key left: limit=" + INDEX_LIMIT);
        }
        if (index == entries.length) {
            entries = Arrays.copyOf(entries, index * 2);
            nextLowBytes = Arrays.copyOf(nextLowBytes, index * 2);
            free = Arrays.copyOf(free, index * 2);
        }
        return index << INDEX_SHIFT | Byte.toUnsignedInt(nextLowBytes[index]);
    }

    public void put(final MemoryKey entry) {
        entries[entry.key() >>> INDEX_SHIFT] = entry;
    }

    public void remove(final MemoryKey entry) {
        final int index = entry.key() >>> INDEX_SHIFT;
        entries[index] = null;
        contexts.forget(entry.key());
        nextLowBytes[index] = (byte) (entry.key() + 1);
        free[freeCount++] = index;
    }
}
