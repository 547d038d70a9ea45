// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.MemoryKey;

/** A region of another kind than registered memory: it has a key of its own, and cannot be re-registered. */
abstract class KeyedRegion extends OpenRegion implements MemoryKey {
    private final KeyTable keys;
    private final int key;
    private final int access;

    KeyedRegion(final KeyTable keys, final DomainUse domain, final int access) {
        super(domain, true);
        this.keys = keys;
        this.access = access;
        key = keys.takeKey();
        keys.put(this);
    }

    @Override
    public final int key() {
        return key;
    }

    @Override
    public final int lkey() {
        return key;
    }

    @Override
    public final int access() {
        return access;
    }

    @Override
    public final boolean isValid() {
        return true;
    }

    @Override
    protected void endAccess() {
        keys.detachPayloads();
        keys.remove(this);
    }
}
