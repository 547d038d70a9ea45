/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** A region that {@link Registrar} registered: an mkey, taken for a key, over pinned memory. */
final class SimulatedMemoryRegion implements MemoryRegion {
    private static final int ALL_CHANGES = CHANGE_TRANSLATION | CHANGE_PD | CHANGE_ACCESS;

    private final Registrar registrar;
    private SimulatedProtectionDomain domain;
    /** What was asked for; the mkey may have room for more. */
    private FrmrKey frmrKey;

    private int handle;
    private boolean hasHandle = true;
    private PinnedMemory memory;
    private int access;
    private boolean isClosed;

    SimulatedMemoryRegion(
            final Registrar registrar,
            final SimulatedProtectionDomain domain,
            final FrmrKey frmrKey,
            final int handle,
            final PinnedMemory memory,
            final int access) {
        this.registrar = registrar;
        this.domain = domain;
        this.frmrKey = frmrKey;
        this.handle = handle;
        this.memory = memory;
        this.access = access;
    }

    @Override
    public ProtectionDomain domain() {
        return domain;
    }

    @Override
    public int lkey() {
        return handle;
    }

    @Override
    public int rkey() {
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

    @Override
    public long iova() {
        return memory.iova();
    }

    @Override
    public int access() {
        return access;
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

    PinnedMemory memory() {
        return memory;
    }

    /** Its mkey was given back or destroyed. */
    void released() {
        hasHandle = false;
    }

    /** It has another mkey. */
    void moved(final FrmrKey newKey, final int newHandle) {
        frmrKey = newKey;
        handle = newHandle;
        hasHandle = true;
    }

    /** Its mkey covers other memory, or the same for another domain or with other rights. */
    void programmed(final SimulatedProtectionDomain newDomain, final PinnedMemory newMemory, final int newAccess) {
        if (newDomain != domain) {
            newDomain.addMemoryRegion();
            domain.removeMemoryRegion();
        }
        domain = newDomain;
        memory = newMemory;
        access = newAccess;
    }

    @Override
    public void reregister(
            final int changes,
            final ProtectionDomain newDomain,
            final long newAddress,
            final long newLength,
            final int newAccess) {
        checkOpen();
        if (changes == 0 || (changes & ~ALL_CHANGES) != 0) {
            throw new VerbsException(Errno.EINVAL, "unknown changes: changes=0x" + Integer.toHexString(changes));
        }
        final boolean translates = (changes & CHANGE_TRANSLATION) != 0;
        final int rights = rightsAfter(changes, newAccess);
        final SimulatedProtectionDomain owner = (changes & CHANGE_PD) != 0 ? domain.sibling(newDomain) : domain;
        if (!hasHandle) {
            throw new VerbsException(Errno.EINVAL, "region lost its key in an earlier change and can only be closed");
        }
        if (translates) {
            registrar.translate(this, owner, newAddress, newLength, rights);
        } else {
            registrar.change(this, owner, rights);
        }
    }

    private int rightsAfter(final int changes, final int newAccess) {
        if ((changes & CHANGE_ACCESS) == 0) {
            if (newAccess != 0) {
                throw new VerbsException(
                        Errno.EINVAL, "access without its change: access=0x" + Integer.toHexString(newAccess));
            }
            return access;
        }
        Registrar.checkAccess(newAccess);
        final boolean staysReadOnly =
                (changes & CHANGE_TRANSLATION) == 0 && memory.direction() == DmaDirection.TO_DEVICE;
        if (staysReadOnly && (newAccess & Access.LOCAL_WRITE) != 0) {
            throw new VerbsException(
                    Errno.EINVAL, "memory is pinned for reading only: access=0x" + Integer.toHexString(newAccess));
        }
        return newAccess;
    }

    @Override
    public void close() {
        checkOpen();
        registrar.deregister(this);
        isClosed = true;
        domain.removeMemoryRegion();
    }

    private void checkOpen() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "region is closed: key=0x" + Integer.toHexString(handle));
        }
    }
}
