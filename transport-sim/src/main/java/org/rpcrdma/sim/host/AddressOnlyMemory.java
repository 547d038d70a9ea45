// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Memory without bytes, which a fabric's hosts share. It consists of addresses, and of the messages received at those
 * addresses. Confined to the simulation's thread.
 */
public final class AddressOnlyMemory {
    private final IovaAllocator addresses = new IovaAllocator();
    private final LandedMessages messages = new LandedMessages();

    /** Creates address-only memory without blocks. */
    public AddressOnlyMemory() {}

    /** Returns the messages that this memory has received. */
    LandedMessages messages() {
        return messages;
    }

    /** Allocates a block of aligned addresses. */
    HostMemoryBlock allocate(final HostMemory owner, final BlockKind kind, final int length, final long alignment) {
        final long address = addresses.allocate(order(length, alignment));
        if (address == IovaAllocator.NONE) {
            throw new VerbsException(Errno.ENOMEM, "no free address range: length=" + length);
        }
        return new HostMemoryBlock(owner, kind, HostBytes.ADDRESS_ONLY | address, length, alignment);
    }

    void free(final HostMemoryBlock block) {
        addresses.free(block.address() ^ HostBytes.ADDRESS_ONLY, order(block.length(), block.alignment()));
    }

    private static int order(final long length, final long alignment) {
        final long size = Math.max(length, alignment);
        return IovaAllocator.orderOf((size + Pages.SIZE - 1) >>> Pages.SHIFT);
    }
}
