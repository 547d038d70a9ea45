// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/** Supplies mkeys for registrations, and keeps the mkeys that deregistrations return. */
interface MkeyCache {
    /** Returns an mkey with at least the requested capabilities. The mkey is either revoked or new. */
    int pop(FrmrKey key);

    /** Returns a revoked mkey, which was acquired for the given key, to the cache. */
    void push(FrmrKey key, int handle);

    /** Stops counting an mkey that was acquired for the given key and has been destroyed. */
    void drop(FrmrKey key);

    /** Destroys the cached mkeys. No mkey may be in use. */
    void close();
}
