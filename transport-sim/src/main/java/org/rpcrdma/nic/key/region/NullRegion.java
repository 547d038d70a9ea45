// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryRegion;

/** A region over no memory, for local work requests only. */
public final class NullRegion extends KeyedRegion {
    public NullRegion(final KeyTable keys, final DomainUse domain) {
        super(keys, domain, Access.LOCAL_WRITE);
    }

    /** No key has the index 0. */
    @Override
    public int rkey() {
        return 0;
    }

    @Override
    public long address() {
        return 0;
    }

    @Override
    public long length() {
        return MemoryRegion.WHOLE_ADDRESS_SPACE;
    }

    @Override
    public long iova() {
        return 0;
    }

    @Override
    public boolean allows(final int user, final long address, final long length, final int rights) {
        return isOf(user) && (rights & ~Access.LOCAL_WRITE) == 0;
    }

    @Override
    public boolean allowsPeer(
            final int user, final int through, final long address, final long length, final int rights) {
        return false;
    }

    @Override
    public long dmaAddress(final long address) {
        return NOWHERE;
    }
}
