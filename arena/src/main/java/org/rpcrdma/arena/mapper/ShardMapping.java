// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.VerbsException;

/**
 * A mapping that makes a shard usable by the device. Offsets are in bytes, from the start of the shard. The arena
 * passes only offsets and lengths within one buffer. Thread-safe, except for {@link #close()}.
 */
public interface ShardMapping extends AutoCloseable {
    /**
     * Returns the iova for an offset in the shard.
     *
     * @param offset the offset from the start of the shard, in bytes.
     * @return the iova, contiguous to the end of the buffer at the offset.
     */
    long iova(int offset);

    /**
     * Returns the key for an offset in the shard, for local work requests.
     *
     * @param offset the offset from the start of the shard, in bytes.
     * @return the lkey.
     */
    int lkey(int offset);

    /**
     * Makes the device's writes visible to the processor.
     *
     * @param offset the offset from the start of the shard, in bytes.
     * @param length the number of bytes that the device wrote, at least 1, within one buffer.
     */
    void syncForCpu(int offset, int length);

    /**
     * Returns the number of mappings or registrations of this shard.
     *
     * @return the number, at least 1.
     */
    int mappings();

    /**
     * Returns the number of device pages that the mappings cover. A page in several mappings is counted once per
     * mapping.
     *
     * @return the number, at least 1.
     */
    long pages();

    /**
     * Returns the number of mapped bytes: the sum of the lengths passed to mapping calls.
     *
     * @return the number, at least 1.
     */
    long bytes();

    /**
     * Ends every mapping, even if some of them fail. A repeated call retries the failed mappings; otherwise idempotent.
     *
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    @Override
    void close();
}
