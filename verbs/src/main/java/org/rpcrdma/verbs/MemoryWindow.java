// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A memory window: a key that grants peers access to part of a memory region. Granting and revoking access requires no
 * registration ({@code ibv_alloc_mw(3)}).
 *
 * <pre>
 *            region, registered with {@link Access#MW_BIND}
 *  +-------------------------------------------------+
 *  |          |########## window ##########|         |      with its own rkey and rights
 *  +-------------------------------------------------+
 *
 * type    bound by                                       usable on                      revoked by
 * 1       {@link QueuePair#bindMemoryWindow}             queue pairs of the domain      a bind of length 0
 * 2 (2B)  {@link SendRequests#bindMemoryWindow}          the queue pair that bound it   either side's invalidation
 * </pre>
 */
public interface MemoryWindow extends AutoCloseable {
    /** Type 1: {@code ibv_bind_mw(3)} binds and rebinds it. */
    int TYPE_1 = 1;

    /** Type 2: a send work request binds the window to a key whose tag the caller chooses. */
    int TYPE_2 = 2;

    /**
     * Returns the window's type.
     *
     * @return {@link #TYPE_1} or {@link #TYPE_2}.
     */
    int type();

    /**
     * Returns the key for peers. Binding a type 1 window changes the key before the call returns. A type 2 window keeps
     * the key with which it was allocated; the work request that binds the window contains the new key.
     *
     * @return the rkey.
     */
    int rkey();

    /**
     * Restores the key of a type 1 window after a failed bind.
     *
     * @param rkey the key before the bind.
     */
    void restoreKey(int rkey);

    /** Deallocates the window, whether it is bound or not. Its key is invalid when the call returns. */
    @Override
    void close();
}
