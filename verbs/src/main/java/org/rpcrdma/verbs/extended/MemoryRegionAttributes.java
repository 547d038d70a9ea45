// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rpcrdma.verbs.Access;

/**
 * The attributes for registering a region ({@code struct ibv_mr_init_attr}): either the address of memory, or a DMA
 * buffer's file descriptor and an offset.
 *
 * @param length         the length in bytes.
 * @param access         {@link Access} rights.
 * @param address        the address of the memory.
 * @param iova           the region's start address; by default, the memory's address.
 * @param fileDescriptor the DMA buffer's file descriptor.
 * @param offset         the region's offset in the DMA buffer.
 */
public record MemoryRegionAttributes(
        long length,
        int access,
        OptionalLong address,
        OptionalLong iova,
        OptionalInt fileDescriptor,
        OptionalLong offset) {
    /**
     * Creates the attributes for memory at an address.
     *
     * @param address the memory's address.
     * @param length  the length in bytes.
     * @param access  {@link Access} rights.
     */
    public MemoryRegionAttributes(final long address, final long length, final int access) {
        this(length, access, OptionalLong.of(address), OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty());
    }
}
