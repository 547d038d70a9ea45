// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.VerbsException;

/**
 * Creates and destroys registration handles for the pools of a device. A driver chooses the handles' values; live
 * handles are distinct. Any thread may call a driver. The pools hold no lock during the call, so a driver may take
 * locks that callers of the pools hold.
 */
public interface FrmrDriver {
    /**
     * Makes handles, all of them or none.
     *
     * @param key     the pool's key: the capabilities of each handle.
     * @param handles receives the handles from its beginning.
     * @param count   the number of handles, at least 1.
     * @throws VerbsException if the device refuses; handles made by then are destroyed again, after any other exception
     *     or error too.
     */
    void create(FrmrKey key, int[] handles, int count);

    /**
     * Destroys unused handles. The pool keeps handles that the device refuses to destroy, and retries later.
     *
     * @param handles holds the handles from its beginning.
     * @param count   the number of handles, at least 1.
     * @throws FrmrDestroyException if some were not destroyed; they have been moved to the array's beginning.
     * @throws VerbsException after this and any other exception or error no handle was destroyed, and the array is
     *     unchanged.
     */
    void destroy(int[] handles, int count);

    /**
     * Converts a user's key to the key of a pool. A user's key may request attributes that the device lacks.
     *
     * @param requested the user's key; its kernel vendor key is 0.
     * @return the key of the pool.
     * @throws VerbsException EOPNOTSUPP if the device does not support the request.
     */
    default FrmrKey buildKey(final FrmrKey requested) {
        return requested;
    }
}
