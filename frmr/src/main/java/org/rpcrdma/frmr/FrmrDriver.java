// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.VerbsException;

/**
 * Creates and destroys registration handles for a device's pools. The driver chooses the handles' values, which must be
 * distinct while the handles exist. Any thread may call a driver. The pools hold no lock while they call a driver, so a
 * driver may take locks that callers of the pools hold.
 */
public interface FrmrDriver {
    /**
     * Creates either all requested handles or none.
     *
     * @param key     the pool's key, which determines the capabilities of each handle.
     * @param handles the array in which to store the handles, beginning at index 0.
     * @param count   the number of handles, at least 1.
     * @throws VerbsException if the device rejects the request. Before it throws this or any other exception or error,
     *                        the driver destroys all handles that it has created during the call.
     */
    void create(FrmrKey key, int[] handles, int count);

    /**
     * Destroys unused handles. If the device fails to destroy a handle, the pool keeps it and retries later.
     *
     * @param handles the handles, from the beginning of the array.
     * @param count   the number of handles, at least 1.
     * @throws FrmrDestroyException if some handles were not destroyed; the driver has moved them to the beginning of
     *                              the array.
     * @throws VerbsException       if no handle was destroyed; the array is unchanged. Any other exception or error has
     *                              the same meaning.
     */
    void destroy(int[] handles, int count);

    /**
     * Converts a user's key to the key of a pool. The user's key may request attributes that the device does not
     * support.
     *
     * @param requested the user's key; its kernel vendor key is 0.
     * @return the pool's key.
     * @throws VerbsException EOPNOTSUPP if the device does not support the request.
     */
    default FrmrKey buildKey(final FrmrKey requested) {
        return requested;
    }
}
