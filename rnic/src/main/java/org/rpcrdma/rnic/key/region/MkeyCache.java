// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;

/** Supplies registrations with mkeys, and keeps mkeys that deregistrations return. */
interface MkeyCache {
    /** Returns an mkey with at least the requested capabilities, revoked or new. */
    int pop(FrmrKey key);

    /** Takes back an mkey that was taken for a key and is revoked. */
    void push(FrmrKey key, int handle);

    /** Forgets an mkey that was taken for a key and is destroyed. */
    void drop(FrmrKey key);

    /** Destroys the kept mkeys; none may be taken. */
    void close();
}
