// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Access rights and properties of a memory region, as bits of an {@code int} (the values of
 * {@code enum ibv_access_flags}).
 *
 * <p>Local read access is always granted. Remote write and remote atomic also require local write (InfiniBand
 * specification, 10.6.3.1).
 *
 * <pre>
 *  bit  31  30 29        20 19     10  9   8   7   6   5   4   3   2   1   0
 *      |   |  |  optional  |         | FP| FG| HT| OD| ZB| MB| RA| RR| RW| LW|
 * </pre>
 *
 * <p>Bits in the optional range are only requests: a device ignores any of these bits that it does not support.
 */
public final class Access {
    /** The device may write the memory on behalf of a local work request. */
    public static final int LOCAL_WRITE = 1;

    /** A peer may write the memory with RDMA WRITE. */
    public static final int REMOTE_WRITE = 1 << 1;

    /** A peer may read the memory with RDMA READ. */
    public static final int REMOTE_READ = 1 << 2;

    /** A peer may perform atomic operations on the memory. */
    public static final int REMOTE_ATOMIC = 1 << 3;

    /** Memory windows may be bound to the region. */
    public static final int MW_BIND = 1 << 4;

    /** The region or window begins at iova 0. */
    public static final int ZERO_BASED = 1 << 5;

    /** The region's pages are not pinned. Instead, the device faults them in (on-demand paging). */
    public static final int ON_DEMAND = 1 << 6;

    /**
     * The memory consists of huge pages. Valid only for an {@link #ON_DEMAND} region over an explicit address range.
     */
    public static final int HUGETLB = 1 << 7;

    /** A peer may flush its writes so that every observer sees them. */
    public static final int FLUSH_GLOBAL = 1 << 8;

    /** A peer may flush its writes so that they survive a power failure. */
    public static final int FLUSH_PERSISTENT = 1 << 9;

    /** The device may write memory out of order. Optional. */
    public static final int RELAXED_ORDERING = 1 << 20;

    /** The bits that a device may ignore ({@code IBV_ACCESS_OPTIONAL_RANGE}). */
    public static final int OPTIONAL_RANGE = 0x3ff0_0000;

    /** Remote write, read and atomic access. */
    public static final int REMOTE = REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

    private static final int DEFINED = (1 << 10) - 1;

    private Access() {}

    /**
     * Returns true if a combination of rights is valid.
     *
     * @param access the bits; bits in {@link #OPTIONAL_RANGE} are always valid.
     * @return false if an unknown bit is set, or if remote write or atomic is set without local write.
     */
    public static boolean isValid(final int access) {
        final boolean needsLocalWrite = (access & (REMOTE_WRITE | REMOTE_ATOMIC)) != 0;
        return (access & ~(DEFINED | OPTIONAL_RANGE)) == 0 && (!needsLocalWrite || (access & LOCAL_WRITE) != 0);
    }
}
