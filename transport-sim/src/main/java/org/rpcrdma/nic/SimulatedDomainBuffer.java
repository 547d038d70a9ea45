// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.key.DomainDirectory;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.DomainBuffer;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Memory for regions of one domain. */
final class SimulatedDomainBuffer implements DomainBuffer {
    private final DomainDirectory domains;
    private final DomainUse owner;
    private final MemoryVerbs verbs;
    private final MemoryBlock block;

    SimulatedDomainBuffer(
            final DomainDirectory domains, final DomainUse owner, final MemoryVerbs verbs, final MemoryBlock block) {
        this.domains = domains;
        this.verbs = verbs;
        this.owner = owner;
        this.block = block;
        owner.addBuffer();
    }

    @Override
    public MemoryBlock memory() {
        return block;
    }

    @Override
    public ExtendedMemoryRegion register(
            final ProtectionDomain domain, final long offset, final long length, final int access) {
        if (domains.of(domain) != owner) {
            throw new VerbsException(Errno.EINVAL, "buffer was allocated for another domain: length=" + length);
        }
        final long limit = block.length();
        if (offset < 0 || length < 1 || length > limit || offset > limit - length) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range leaves the buffer: offset=" + offset + " length=" + length + " limit=" + limit);
        }
        final long address = block.address() + offset;
        return verbs.register(owner, address, length, address, access);
    }

    @Override
    public int exportDmaBuf() {
        throw new VerbsException(Errno.ENODATA, "no DMA buffer is behind process memory: length=" + block.length());
    }

    @Override
    public void close() {
        block.close();
        owner.removeBuffer();
    }
}
