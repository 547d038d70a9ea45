// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.VerbsException;

/**
 * Makes and destroys registration handles: a device driver's part of its pools. Handles are the driver's own
 * numbers; no two that exist at once are equal. Called from any thread, never under a lock of the pools: a driver may
 * take locks of its own that a thread holds while it calls the pools.
 */
public interface FrmrDriver {
    /**
     * Makes handles, all of them or none.
     *
     * @param key     the pool's key: the capabilities of each handle.
     * @param handles receives the handles from its beginning.
     * @param count   how many, at least 1.
     * @throws VerbsException if the device refuses; handles made by then are destroyed again, after any other exception
     *     or error too.
     */
    void create(FrmrKey key, int[] handles, int count);

    /**
     * Destroys handles that nobody uses. The pool keeps those that the device refuses to destroy, and tries again
     * later.
     *
     * @param handles holds the handles from its beginning.
     * @param count   how many, at least 1.
     * @throws FrmrDestroyException if some were not destroyed; they have been moved to the array's beginning.
     * @throws VerbsException any other, and any other exception or error: none was destroyed, and the array is as it
     *     was.
     */
    void destroy(int[] handles, int count);

    /**
     * Makes the key of a pool out of a user's key, which may ask for attributes that the device does not have.
     *
     * @param requested the user's key; its kernel vendor key is 0.
     * @return the key of the pool.
     * @throws VerbsException EOPNOTSUPP if the device cannot do it.
     */
    default FrmrKey buildKey(final FrmrKey requested) {
        return requested;
    }
}
