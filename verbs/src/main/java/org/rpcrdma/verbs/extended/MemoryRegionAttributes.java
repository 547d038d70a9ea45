// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rpcrdma.verbs.Access;

/**
 * The attributes that a region is registered with ({@code struct ibv_mr_init_attr}): memory by an
 * address, or a file descriptor of a DMA buffer with an offset in it.
 *
 * @param length         bytes.
 * @param access         {@link Access} rights.
 * @param address        start of the memory.
 * @param iova           start of the region; the address by default.
 * @param fileDescriptor of a DMA buffer.
 * @param offset         start of the region in the DMA buffer.
 */
public record MemoryRegionAttributes(
        long length,
        int access,
        OptionalLong address,
        OptionalLong iova,
        OptionalInt fileDescriptor,
        OptionalLong offset) {
    /**
     * Attributes of memory at an address.
     *
     * @param address its start.
     * @param length  bytes.
     * @param access  {@link Access} rights.
     */
    public MemoryRegionAttributes(final long address, final long length, final int access) {
        this(length, access, OptionalLong.of(address), OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty());
    }
}
