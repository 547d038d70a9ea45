// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.SendRequests;

/**
 * An indirect memory key, which combines pieces of memory that are covered by other keys. Work requests configure it
 * ({@code mlx5dv_create_mkey(3)}, user-mode memory registration).
 *
 * <pre>
 * key, from address 0    | piece 1 |   piece 2   |p3|  ...       a list: KLM, any lengths
 *                        | 8 | 8 | 8 | 8 | 8 | 8 |               interleaved: repeat x (8 of a, skip 2; 8 of b)
 *                        |   1 GiB   |   1 GiB   |               KSM: equal sizes, a power of 2
 *                             |             |
 *                         region a      region b, or another indirect key
 * </pre>
 *
 * <p>{@link ExtendedSendRequests#configureList}, {@link ExtendedSendRequests#configureInterleaved} or {@link
 * ExtendedSendRequests#configure} sets the key's layout. {@link SendRequests#localInvalidate} invalidates the key. A
 * peer can also invalidate the key if it was created with {@link IndirectKeyAttributes#REMOTE_INVALIDATE}.
 */
public interface IndirectKey extends AutoCloseable {
    /**
     * Returns the key for local work requests.
     *
     * @return the lkey.
     */
    int lkey();

    /**
     * Returns the key for peers.
     *
     * @return the rkey, which equals the lkey.
     */
    int rkey();

    /**
     * Returns the maximum number of entries in a layout.
     *
     * @return the requested number, rounded up to a multiple of 4. The header of an interleaved layout uses one entry.
     */
    int maxEntries();

    /** Destroys the key, which is invalid when the call returns. */
    @Override
    void close();
}
