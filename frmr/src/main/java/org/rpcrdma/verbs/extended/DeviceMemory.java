// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/** Memory on the device itself ({@code ibv_alloc_dm(3)}). The processor reaches it by copies only. */
public interface DeviceMemory extends AutoCloseable {
    /**
     * Returns how much it is.
     *
     * @return bytes.
     */
    long length();

    /**
     * Copies from the host's memory to the device's.
     *
     * @param offset  destination, a multiple of 4.
     * @param address source.
     * @param bytes   how much, a multiple of 4.
     * @throws VerbsException EINVAL if that leaves the memory or is no multiple of 4.
     */
    void copyFromHost(long offset, long address, long bytes);

    /**
     * Copies from the device's memory to the host's.
     *
     * @param address destination.
     * @param offset  source, a multiple of 4.
     * @param bytes   how much, a multiple of 4.
     * @throws VerbsException EINVAL if that leaves the memory or is no multiple of 4.
     */
    void copyToHost(long address, long offset, long bytes);

    /**
     * Registers a part of it. The region is zero-based.
     *
     * @param domain the region's domain.
     * @param offset start of the region in this memory.
     * @param length bytes.
     * @param access {@link Access} rights, {@link Access#ZERO_BASED} among them.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL if that leaves the memory, or rights are not legal.
     */
    ExtendedMemoryRegion register(ProtectionDomain domain, long offset, long length, int access);

    /**
     * Frees the memory.
     *
     * @throws VerbsException EBUSY while it is registered.
     */
    @Override
    void close();
}
