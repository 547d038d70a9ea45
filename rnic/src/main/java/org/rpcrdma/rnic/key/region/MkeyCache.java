// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/** Supplies registrations with mkeys, and keeps mkeys that deregistrations return. */
interface MkeyCache {
    /** Returns an mkey with at least the requested capabilities, revoked or new. */
    int pop(FrmrKey key);

    /** Returns a revoked mkey, which was taken for the given key, to the cache. */
    void push(FrmrKey key, int handle);

    /** Removes a destroyed mkey, which was taken for the given key, from the accounts. */
    void drop(FrmrKey key);

    /** Destroys the cached mkeys; no mkey may be in use. */
    void close();
}
