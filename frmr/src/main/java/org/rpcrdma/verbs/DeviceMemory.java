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

/** Memory on the device itself ({@code ibv_alloc_dm(3)}). The processor reaches it by copies only. */
public interface DeviceMemory extends AutoCloseable {
    /**
     * How much it is.
     *
     * @return bytes.
     */
    long length();

    /**
     * Copies from the host's memory to the device's.
     *
     * @param offset  where it goes, a multiple of 4.
     * @param address where it comes from.
     * @param bytes   how much, a multiple of 4.
     * @throws VerbsException EINVAL where that leaves the memory or is no multiple of 4.
     */
    void copyFromHost(long offset, long address, long bytes);

    /**
     * Copies from the device's memory to the host's.
     *
     * @param address where it goes.
     * @param offset  where it comes from, a multiple of 4.
     * @param bytes   how much, a multiple of 4.
     * @throws VerbsException EINVAL where that leaves the memory or is no multiple of 4.
     */
    void copyToHost(long address, long offset, long bytes);

    /**
     * Registers a part of it. The region is zero-based.
     *
     * @param domain the region's domain.
     * @param offset where the region begins in this memory.
     * @param length bytes.
     * @param access {@link Access} rights, {@link Access#ZERO_BASED} among them.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL where that leaves the memory, or rights are not legal.
     */
    MemoryRegion register(ProtectionDomain domain, long offset, long length, int access);

    /**
     * Frees the memory.
     *
     * @throws VerbsException EBUSY while it is registered.
     */
    @Override
    void close();
}
