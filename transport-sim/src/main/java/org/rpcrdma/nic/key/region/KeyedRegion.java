// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.MemoryKey;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** A region of another kind than registered memory: it has a key of its own, and cannot be re-registered. */
abstract class KeyedRegion implements ExtendedMemoryRegion, MemoryKey {
    private final KeyTable keys;
    private final DomainUse domain;
    private final int key;
    private final int access;
    private boolean isClosed;

    KeyedRegion(final KeyTable keys, final DomainUse domain, final int access) {
        this.keys = keys;
        this.domain = domain;
        this.access = access;
        key = keys.takeKey();
        keys.put(this);
        domain.addRegion();
    }

    @Override
    public final ProtectionDomain domain() {
        return domain.domain();
    }

    /** Returns true if a domain is the region's. */
    final boolean isOf(final int user) {
        return user == domain.number();
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
    public final int handle() {
        checkOpen();
        return domain.deviceObjects().handleOf(this);
    }

    @Override
    public final void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        throw Reregistration.input("region is not of registered memory: key=0x" + Integer.toHexString(key));
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        keys.detachPayloads();
        keys.remove(this);
        domain.deviceObjects().forget(this);
        domain.removeRegion();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(key));
        }
    }
}
