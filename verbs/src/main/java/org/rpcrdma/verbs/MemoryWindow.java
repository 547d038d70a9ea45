// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A memory window: a key that opens a part of a memory region to peers, given and taken back without a registration
 * ({@code ibv_alloc_mw(3)}).
 *
 * <pre>
 *            region, registered with {@link Access#MW_BIND}
 *  +-------------------------------------------------+
 *  |          |########## window ##########|         |      own rkey, own rights
 *  +-------------------------------------------------+
 *
 * type    bound by                                       open to                        taken back by
 * 1       {@link QueuePair#bindMemoryWindow}             queue pairs of the domain      a bind of length 0
 * 2 (2B)  {@link SendRequests#bindMemoryWindow}          the queue pair that bound it   an invalidation, either side's
 * </pre>
 */
public interface MemoryWindow extends AutoCloseable {
    /** Type 1: bound and rebound by {@code ibv_bind_mw(3)}. */
    int TYPE_1 = 1;

    /** Type 2: bound by a send work request, under a key whose tag the caller chooses. */
    int TYPE_2 = 2;

    /**
     * Returns its type.
     *
     * @return {@link #TYPE_1} or {@link #TYPE_2}.
     */
    int type();

    /**
     * Returns the key for peers. Binding a window of type 1 steps it as soon as the call returns; a type 2 window keeps
     * the one it was allocated with, the one of a bind is in its work request.
     *
     * @return the rkey.
     */
    int rkey();

    /**
     * Puts back the key of a type 1 window whose bind failed.
     *
     * @param rkey the key from before the bind.
     */
    void restoreKey(int rkey);

    /** Deallocates the window, bound or not: its key opens nothing once the call returns. */
    @Override
    void close();
}
