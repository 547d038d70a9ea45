// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.SendRequests;

/**
 * An indirect memory key: a list of pieces of other keys' memory behind one key, set by work requests
 * ({@code mlx5dv_create_mkey(3)}; user-mode memory registration).
 *
 * <pre>
 * key, from address 0    | piece 1 |   piece 2   |p3|  ...       a list: KLM, any lengths
 *                        | 8 | 8 | 8 | 8 | 8 | 8 |               interleaved: repeat x (8 of a, skip 2; 8 of b)
 *                        |   1 GiB   |   1 GiB   |               KSM: all of one size, a power of 2
 *                             |             |
 *                         region a      region b, or another indirect key
 * </pre>
 *
 * <p>It is set with {@link ExtendedSendRequests#configureList}, {@link ExtendedSendRequests#configureInterleaved} or
 * {@link ExtendedSendRequests#configure}, taken back with {@link SendRequests#localInvalidate}, and, if it was created
 * so, by a peer.
 */
public interface IndirectKey extends AutoCloseable {
    /**
     * Returns the key for the own work requests.
     *
     * @return the lkey.
     */
    int lkey();

    /**
     * Returns the key for peers.
     *
     * @return the rkey; it equals the lkey.
     */
    int rkey();

    /**
     * Returns the maximum number of entries in a layout.
     *
     * @return the number requested, rounded up to a multiple of 4. The header of an interleaved layout takes one entry.
     */
    int maxEntries();

    /** Destroys the key: it opens nothing once the call returns. */
    @Override
    void close();
}
