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
package org.rpcrdma.verbs;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a region is registered with, for calls that name what they give ({@code struct ibv_mr_init_attr}): memory by an
 * address, or a file descriptor of a DMA buffer with an offset in it.
 *
 * @param length         bytes.
 * @param access         {@link Access} rights.
 * @param address        where the memory begins.
 * @param iova           where the region begins; the address where it is not given.
 * @param fileDescriptor of a DMA buffer.
 * @param offset         where the region begins in the DMA buffer.
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
     * @param address where it begins.
     * @param length  bytes.
     * @param access  {@link Access} rights.
     */
    public MemoryRegionAttributes(final long address, final long length, final int access) {
        this(length, access, OptionalLong.of(address), OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty());
    }
}
