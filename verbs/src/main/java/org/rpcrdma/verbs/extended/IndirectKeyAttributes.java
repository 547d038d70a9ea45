// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The attributes for creating an indirect key ({@code struct mlx5dv_mkey_init_attr}).
 *
 * @param flags      {@link #INDIRECT}, optionally with {@link #REMOTE_INVALIDATE}.
 * @param maxEntries the maximum number of entries in a layout, at least 1.
 * @param entrySize  the number of bytes per entry, which must be a power of 2 and at least one page (KSM); 0 if the
 *                   entries' lengths differ (KLM).
 */
public record IndirectKeyAttributes(int flags, int maxEntries, long entrySize) {
    /** The key refers to other keys. Every indirect key needs this flag. */
    public static final int INDIRECT = 1;

    /** A peer may invalidate the key. */
    public static final int REMOTE_INVALIDATE = 1 << 4;

    /**
     * Creates the attributes of a key whose entries may have different lengths.
     *
     * @param flags      {@link #INDIRECT}, optionally with {@link #REMOTE_INVALIDATE}.
     * @param maxEntries the maximum number of entries in a layout.
     */
    public IndirectKeyAttributes(final int flags, final int maxEntries) {
        this(flags, maxEntries, 0);
    }
}
