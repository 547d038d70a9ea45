// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.key.region.PageList;
import org.rpcrdma.rnic.key.region.RnicFastRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.extended.AddressHandle;
import org.rpcrdma.verbs.extended.IndirectKey;

/**
 * The arguments that only less common send work requests need, in addition to the fields of a {@link SendChain} or a
 * {@link SendQueue}. This object is created when the first such request is staged or posted.
 */
public final class SendArguments {

    /** The flag in {@link #flushTypes} for a flush of the whole region. */
    public static final int WHOLE_REGION = 1 << 31;

    // For messages with immediate data, and for datagrams.
    public final int[] immediates;
    public final AddressHandle[] handles;
    /** The number of the peer's queue pair or shared receive queue. */
    public final int[] targets;

    public final int[] qkeys;

    // For atomics.
    /** The value to compare, add or write. */
    public final long[] operands;

    public final long[] swaps;

    // For flushes.
    /** The placement types of a flush, and {@link #WHOLE_REGION}. */
    public final int[] flushTypes;

    // For registrations, windows and indirect keys.
    public final int[] access;
    /** The length of a window or of a flush, in bytes. */
    public final long[] ranges;

    public final RnicFastRegion[] regions;
    /** The pages that a posted registration uses. */
    public final PageList[] pageLists;

    public final MemoryWindow[] windows;
    public final MemoryRegion[] memoryRegions;
    public final IndirectKey[] indirectKeys;
    /** The parts that a change of an indirect key sets; see {@link KeyParts}. */
    public final int[] keyParts;

    /** The number of repetitions of a strided key's pattern. */
    public final int[] repeats;
    /** The number of bytes to skip between repetitions, for each element of a strided key. */
    public final int[] skips;

    private final int maxSge;

    SendArguments(final int capacity, final int maxSge) {
        this.maxSge = maxSge;
        immediates = new int[capacity];
        handles = new AddressHandle[capacity];
        targets = new int[capacity];
        qkeys = new int[capacity];
        operands = new long[capacity];
        swaps = new long[capacity];
        flushTypes = new int[capacity];
        access = new int[capacity];
        ranges = new long[capacity];
        regions = new RnicFastRegion[capacity];
        pageLists = new PageList[capacity];
        windows = new MemoryWindow[capacity];
        memoryRegions = new MemoryRegion[capacity];
        indirectKeys = new IndirectKey[capacity];
        keyParts = new int[capacity];
        repeats = new int[capacity];
        skips = new int[capacity * maxSge];
    }

    /** Clears the arguments of the request previously staged at this index. */
    void clear(final int i) {
        targets[i] = 0;
        handles[i] = null;
        regions[i] = null;
        pageLists[i] = null;
        windows[i] = null;
        memoryRegions[i] = null;
        indirectKeys[i] = null;
    }

    /** Copies a staged request's arguments. */
    void copy(final SendArguments from, final int i, final int to) {
        immediates[to] = from.immediates[i];
        handles[to] = from.handles[i];
        targets[to] = from.targets[i];
        qkeys[to] = from.qkeys[i];
        operands[to] = from.operands[i];
        swaps[to] = from.swaps[i];
        flushTypes[to] = from.flushTypes[i];
        access[to] = from.access[i];
        ranges[to] = from.ranges[i];
        copyObjects(from, i, to);
    }

    /** Copies a posted request's arguments, including the references to objects that it holds. */
    void move(final SendArguments from, final int slot, final int to) {
        copy(from, slot, to);
        pageLists[to] = from.pageLists[slot];
    }

    private void copyObjects(final SendArguments from, final int i, final int to) {
        regions[to] = from.regions[i];
        windows[to] = from.windows[i];
        memoryRegions[to] = from.memoryRegions[i];
        indirectKeys[to] = from.indirectKeys[i];
        if (indirectKeys[to] != null) {
            copyKeyParts(from, i, to);
        }
    }

    private void copyKeyParts(final SendArguments from, final int i, final int to) {
        keyParts[to] = from.keyParts[i];
        repeats[to] = from.repeats[i];
        final int entries = Math.min(maxSge, from.maxSge);
        System.arraycopy(from.skips, i * from.maxSge, skips, to * maxSge, entries);
    }

    /** Holds the pages that a posted request needs until it completes. */
    void hold(final int slot) {
        if (regions[slot] != null) {
            pageLists[slot] = regions[slot].hold();
        }
    }

    /** Releases the objects that a posted request holds. */
    void release(final int slot) {
        if (regions[slot] != null) {
            regions[slot].drop(pageLists[slot]);
        }
        clear(slot);
    }
}
