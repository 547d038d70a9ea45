// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Registered memory, pinned and mapped for DMA (the kernel's umem). */
public final class Umem {
    private final long address;
    private final long length;
    private final long dmaAddress;
    private final DmaDirection direction;
    private final BlockKind kind;
    private final long alignment;

    Umem(
            final long address,
            final long length,
            final long dmaAddress,
            final DmaDirection direction,
            final BlockKind kind,
            final long alignment) {
        this.address = address;
        this.length = length;
        this.dmaAddress = dmaAddress;
        this.direction = direction;
        this.kind = kind;
        this.alignment = alignment;
    }

    long address() {
        return address;
    }

    long length() {
        return length;
    }

    /** Returns the DMA address of the memory. */
    long dmaAddress() {
        return dmaAddress;
    }

    /** Returns the direction that the DMA mapping allows. */
    DmaDirection direction() {
        return direction;
    }

    BlockKind kind() {
        return kind;
    }

    /** Returns the alignment of the memory's block, within which its pages are physically contiguous. */
    long alignment() {
        return alignment;
    }

    long pages() {
        return Pages.count(address, length);
    }

    /** Rejects a range that can never be registered. */
    public static void check(final long address, final long length, final long iova) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        if (((address ^ iova) & ~Pages.MASK) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "iova must have the same offset within its page as the address: iova=0x" + Long.toHexString(iova)
                            + " address=0x" + Long.toHexString(address));
        }
        if (Long.compareUnsigned(iova, -length) > 0 || Long.compareUnsigned(address, -length) > 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range exceeds the address space: iova=0x" + Long.toHexString(iova) + " length=" + length);
        }
    }
}
