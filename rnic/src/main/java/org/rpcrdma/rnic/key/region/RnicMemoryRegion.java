// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** A region that {@link Registrar} has registered. It consists of pinned memory and an mkey. */
public final class RnicMemoryRegion extends OpenRegion {
    private final Registrar registrar;

    /** The requested properties. The mkey may have a larger capacity. */
    private FrmrKey frmrKey;

    private int handle;
    private boolean hasHandle = true;
    private Umem memory;
    private int windows;
    private boolean isDisabled;

    RnicMemoryRegion(
            final Registrar registrar,
            final DomainUse domain,
            final FrmrKey frmrKey,
            final int handle,
            final Umem memory,
            final long iova,
            final int access) {
        super(domain, iova, access);
        this.registrar = registrar;
        this.frmrKey = frmrKey;
        this.handle = handle;
        this.memory = memory;
    }

    @Override
    public int lkey() {
        return handle;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long length() {
        return memory.length();
    }

    FrmrKey frmrKey() {
        return frmrKey;
    }

    int mkey() {
        return handle;
    }

    boolean hasHandle() {
        return hasHandle;
    }

    Umem memory() {
        return memory;
    }

    /** Returns true if the memory belongs to another device on the bus. */
    public boolean isOfPeerMemory() {
        return memory.kind() == BlockKind.PEER;
    }

    public boolean isZeroBased() {
        return iova() == 0;
    }

    /** Returns true if memory windows are bound to this region. */
    boolean isBound() {
        return windows != 0;
    }

    void windowBound() {
        windows++;
    }

    void windowUnbound() {
        windows--;
    }

    /** Returns true if the region's keys can be used. */
    boolean isUsable() {
        return !isClosed() && !isDisabled;
    }

    /** Records that the mkey has been returned or destroyed. */
    void released() {
        hasHandle = false;
    }

    /** Records that a change has failed, so that the region can only be closed. */
    void disabled() {
        isDisabled = true;
    }

    /** Records that the region uses another mkey. */
    void moved(final FrmrKey newKey, final int newHandle) {
        frmrKey = newKey;
        handle = newHandle;
        hasHandle = true;
    }

    /** Records that the mkey has been programmed with other memory, or for another domain or other rights. */
    void programmed(final DomainUse newDomain, final Umem newMemory, final long newIova, final int newAccess) {
        moveTo(newDomain, newIova, newAccess);
        memory = newMemory;
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        registrar.reregistration().run(this, changes, newDomain, newAddress, newLength, newAccess);
    }

    @Override
    protected void endAccess() {
        if (windows != 0) {
            throw new VerbsException(Errno.EINVAL, "memory windows are bound to the region: windows=" + windows);
        }
        registrar.deregister(this);
    }

    void checkUsable() {
        checkOpen();
        if (isDisabled) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "region became unusable in an earlier change and can only be closed: key=0x"
                            + Integer.toHexString(handle));
        }
    }
}
