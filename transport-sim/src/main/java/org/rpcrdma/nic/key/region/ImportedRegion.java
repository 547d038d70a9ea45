// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Another process's region, here only by its keys: its memory is not in this process's address space. */
public final class ImportedRegion implements ExtendedMemoryRegion {
    private final DomainUse domain;
    private final ExtendedMemoryRegion original;
    private boolean isClosed;

    public ImportedRegion(final DomainUse domain, final ExtendedMemoryRegion original) {
        this.domain = domain;
        this.original = original;
        domain.deviceObjects().addRegions(1);
    }

    @Override
    public ProtectionDomain domain() {
        return domain.domain();
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
        throw Reregistration.input("region is imported: key=0x" + Integer.toHexString(lkey()));
    }

    @Override
    public void close() {
        checkOpen();
        isClosed = true;
        domain.deviceObjects().addRegions(-1);
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(lkey()));
        }
    }
}
