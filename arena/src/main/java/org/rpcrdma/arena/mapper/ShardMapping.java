// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.VerbsException;

/**
 * A shard that the device can use. Offsets are bytes from the shard's beginning, 0 to its length; the arena gives
 * only offsets and lengths that lie within one buffer. Thread-safe, but for {@link #close()}.
 */
public interface ShardMapping extends AutoCloseable {
    /**
     * Returns the iova of a byte of the shard.
     *
     * @param offset bytes from the shard's beginning.
     * @return the iova, contiguous to the end of the buffer that the offset lies in.
     */
    long iova(int offset);

    /**
     * Returns the key for local work requests that covers a byte of the shard.
     *
     * @param offset bytes from the shard's beginning.
     * @return the lkey.
     */
    int lkey(int offset);

    /**
     * Makes the device's writes visible to the processor.
     *
     * @param offset bytes from the shard's beginning.
     * @param length bytes that the device wrote, at least 1, within one buffer.
     */
    void syncForCpu(int offset, int length);

    /**
     * Returns mappings or registrations that make up this one.
     *
     * @return at least 1.
     */
    int mappings();

    /**
     * Returns device pages that the mappings cover; a page that two of them share counts twice.
     *
     * @return at least 1.
     */
    long pages();

    /**
     * Returns bytes that were mapped: the lengths that were passed to the mapping calls.
     *
     * @return at least 1.
     */
    long bytes();

    /**
     * Ends every mapping. If some cannot be ended, the others are. Calling it again tries those that are left; if none
     * is, it does nothing.
     *
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    @Override
    void close();
}
