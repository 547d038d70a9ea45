// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The attributes that an indirect key is created with ({@code struct mlx5dv_mkey_init_attr}).
 *
 * @param flags      {@link #INDIRECT}, {@link #REMOTE_INVALIDATE}.
 * @param maxEntries entries that a layout may take, at least 1.
 * @param entrySize  bytes of each entry, a power of 2 from a page on (KSM); 0 if entries have any lengths (KLM).
 */
public record IndirectKeyAttributes(int flags, int maxEntries, long entrySize) {
    /** It names other keys; every indirect key has this flag. */
    public static final int INDIRECT = 1;

    /** A peer may invalidate it. */
    public static final int REMOTE_INVALIDATE = 1 << 4;

    /**
     * Attributes of a key with entries of any lengths.
     *
     * @param flags      as above.
     * @param maxEntries entries that a layout may take.
     */
    public IndirectKeyAttributes(final int flags, final int maxEntries) {
        this(flags, maxEntries, 0);
    }
}
