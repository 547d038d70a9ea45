// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** A base class for regions. It implements the domain, closing, and the key, which is both lkey and rkey. */
public abstract class OpenRegion implements ExtendedMemoryRegion {
    private DomainUse domain;
    private long iova;
    private int access;
    private boolean isClosed;

    /**
     * Creates a region in a domain.
     *
     * @param domain counts the region, and cannot be closed while the region is open.
     * @param iova   the region's first address as the device sees it.
     * @param access the rights, from {@link org.rpcrdma.verbs.Access}.
     */
    protected OpenRegion(final DomainUse domain, final long iova, final int access) {
        this.domain = domain;
        this.iova = iova;
        this.access = access;
        domain.addRegion();
    }

    /** Moves the region to a domain, which may be the current one, and sets its iova and rights. */
    protected final void moveTo(final DomainUse owner, final long newIova, final int newAccess) {
        if (owner != domain) {
            owner.addRegion();
            domain.removeRegion();
            domain = owner;
        }
        iova = newIova;
        access = newAccess;
    }

    @Override
    public final ProtectionDomain domain() {
        return domain.domain();
    }

    /** Returns the internal record of the domain. */
    protected final DomainUse use() {
        return domain;
    }

    /** Returns true if the region belongs to the domain with the given number. */
    public final boolean isOf(final int number) {
        return number == domain.number();
    }

    @Override
    public final long iova() {
        return iova;
    }

    @Override
    public final int access() {
        return access;
    }

    @Override
    public int rkey() {
        return lkey();
    }

    /** Rejects the change, because only regions of registered memory can be changed. */
    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        throw refusal("region cannot be changed: it was not registered from memory");
    }

    /** Returns an exception that rejects a change. */
    protected final ReregisterException refusal(final String reason) {
        return new ReregisterException(
                ReregisterError.INPUT, Errno.EINVAL, reason + ": key=0x" + Integer.toHexString(lkey()));
    }

    @Override
    public final void close() {
        checkOpen();
        endAccess();
        isClosed = true;
        domain.removeRegion();
    }

    /**
     * Revokes access to the region.
     *
     * @throws VerbsException if the device rejects the command; the region then stays open.
     */
    protected abstract void endAccess();

    /** Returns true if the region is closed. */
    protected final boolean isClosed() {
        return isClosed;
    }

    /** Throws an exception if the region is closed. */
    protected final void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(lkey()));
        }
    }
}
