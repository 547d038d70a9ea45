// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.indirect;

/**
 * The layout of an indirect key: a list of entries that is repeated a number of times.
 *
 * <pre>
 * list     | entry 0 |  entry 1  | entry 2 |                           KLM: found by the ends of the entries
 * strides  | e 0 | e 1 | e 0 | e 1 | e 0 | e 1 |    each repetition is length + skip further
 * equal    | entry 0 | entry 1 | entry 2 |                             KSM: found by the upper bits of the address
 * </pre>
 *
 * <p>{@link #locate} finds the entry for an address of the key, and the corresponding address in that entry's range.
 * The result is valid until the next call.
 */
public final class KeyLayout {
    private final long entrySize;
    private final int[] keys;
    private final long[] addresses;
    private final long[] lengths;
    /** For each entry, the distance in bytes from its start in one repetition to its start in the next. */
    private final long[] strides;
    /** The end offset of each entry within a repetition. */
    private final long[] ends;

    private int count;
    private long pass;
    private long total;

    private int found;
    private int key;
    private long address;
    private long left;

    KeyLayout(final int maxEntries, final long entrySize) {
        this.entrySize = entrySize;
        keys = new int[maxEntries];
        addresses = new long[maxEntries];
        lengths = new long[maxEntries];
        strides = new long[maxEntries];
        ends = new long[maxEntries];
    }

    public int maxEntries() {
        return keys.length;
    }

    /** Returns true if all entries have equal lengths. */
    public boolean isEqual() {
        return entrySize != 0;
    }

    /** Returns the length, in bytes, of the key's range, which begins at address 0. */
    long length() {
        return total;
    }

    public void begin() {
        count = 0;
        pass = 0;
        total = 0;
    }

    public void add(final int lkey, final long iova, final int length, final int skip) {
        final int i = count++;
        keys[i] = lkey;
        addresses[i] = iova;
        lengths[i] = isEqual() ? entrySize : length;
        strides[i] = lengths[i] + skip;
        pass += lengths[i];
        ends[i] = pass;
    }

    public void end(final int repeat) {
        total = pass * repeat;
    }

    /** Finds the entry for an address, which must be less than {@link #length()}. */
    void locate(final long offset) {
        final long round = offset / pass;
        final long inPass = offset - round * pass;
        final int entry = isEqual() ? (int) (inPass / entrySize) : firstEndingBehind(inPass);
        final long inEntry = inPass - (ends[entry] - lengths[entry]);
        found = entry;
        key = keys[entry];
        address = addresses[entry] + round * strides[entry] + inEntry;
        left = lengths[entry] - inEntry;
    }

    /** Returns the index of the entry that was found. */
    int entry() {
        return found;
    }

    /** Returns the key of the entry that was found. */
    int key() {
        return key;
    }

    /** Returns the address within that key's range. */
    long address() {
        return address;
    }

    /** Returns the number of bytes until the end of the entry, at most the given limit. */
    long left(final long limit) {
        return Math.min(left, limit);
    }

    private int firstEndingBehind(final long inPass) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (ends[middle] > inPass) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
