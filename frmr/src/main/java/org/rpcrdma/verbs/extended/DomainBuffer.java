// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Memory that was allocated for registrations in one protection domain ({@code ibv_alloc_buf(3)}); several regions may
 * cover parts of it.
 */
public interface DomainBuffer extends AutoCloseable {
    /**
     * Returns the memory.
     *
     * @return the block; it is the buffer's, and closed with it.
     */
    MemoryBlock memory();

    /**
     * Registers a part of it ({@code ibv_reg_buf_mr(3)}).
     *
     * @param domain the domain that it was allocated for.
     * @param offset start of the region in the buffer.
     * @param length bytes, at least 1.
     * @param access {@link Access} rights.
     * @return the region; its address is the buffer's plus the offset. The caller closes it.
     * @throws VerbsException EINVAL for another domain, or a range that leaves the buffer.
     */
    ExtendedMemoryRegion register(ProtectionDomain domain, long offset, long length, int access);

    /**
     * Hands the buffer out as a DMA buffer's file descriptor.
     *
     * @return the descriptor; the caller closes it.
     * @throws VerbsException ENODATA if there is none behind it.
     */
    int exportDmaBuf();

    /**
     * Frees the buffer.
     *
     * @throws VerbsException EBUSY while it is registered.
     */
    @Override
    void close();
}
