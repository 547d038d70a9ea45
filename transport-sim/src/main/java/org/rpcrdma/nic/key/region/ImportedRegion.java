// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Another process's region, here only by its keys: its memory is not in this process's address space. */
public final class ImportedRegion extends OpenRegion {
    private final ExtendedMemoryRegion original;

    /**
     * Imports a region.
     *
     * @param domain   the original's.
     * @param original stays open when the import is closed.
     */
    public ImportedRegion(final DomainUse domain, final ExtendedMemoryRegion original) {
        super(domain, false); // it is another process's
        this.original = original;
    }

    @Override
    public int lkey() {
        return original.lkey();
    }

    @Override
    public int rkey() {
        return original.rkey();
    }

    @Override
    public long address() {
        return 0;
    }

    @Override
    public long length() {
        return original.length();
    }

    @Override
    public long iova() {
        return original.iova();
    }

    @Override
    public int access() {
        return original.access();
    }

    @Override
    public int handle() {
        checkOpen();
        return original.handle();
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        throw refusal("region is imported");
    }

    @Override
    protected void endAccess() {
        // the original keeps it
    }
}
