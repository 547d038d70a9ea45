// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Makes local memory available to work requests through memory regions without remote access. In user space, there is
 * no other way to do so.
 */
final class RegisteredBufferMapper extends BufferMapper {
    private final ProtectionDomain domain;

    RegisteredBufferMapper(final Device device, final ProtectionDomain domain) {
        super(device.memory(), device.attributes().pageSize());
        this.domain = domain;
    }

    @Override
    public void map(final MappedRange range, final long address, final int length, final DmaDirection direction) {
        if (!range.isKept) {
            final int access = direction == DmaDirection.TO_DEVICE ? 0 : Access.LOCAL_WRITE;
            range.region = domain.registerMemory(address, length, address, access);
        }
        range.iova = address;
        range.lkey = range.region.lkey();
        range.length = length;
        range.direction = direction;
    }

    @Override
    public void unmap(final MappedRange range) {
        if (range.isMapped()) {
            range.direction = null;
            if (!range.isKept) {
                close(range);
            }
        }
    }

    @Override
    public void keep(final MappedRange range, final MemoryBlock block) {
        range.region = domain.registerMemory(block.address(), block.length(), block.address(), Access.LOCAL_WRITE);
        range.isKept = true;
    }

    @Override
    public void forget(final MappedRange range) {
        if (range.isKept) {
            range.isKept = false;
            close(range);
        }
    }

    private static void close(final MappedRange range) {
        range.region.close();
        range.region = null;
    }
}
