// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Makes a shard usable by the device. Thread-safe. Called, as its mappings are closed, under the lock of the arena
 * that the shard is of: it must not use that arena.
 */
@FunctionalInterface
public interface ShardMapper {
    /**
     * Maps a shard. If it fails, nothing of the shard is left mapped.
     *
     * @param shard the shard's memory, aligned to its own length; it stays the caller's, who closes it after the
     *     mapping.
     * @return the mapping; the caller closes it.
     * @throws VerbsException if the device refuses.
     */
    ShardMapping map(MemoryBlock shard);

    /**
     * Checks that the mapper suits an arena's buffers. Called when an arena is made; suits all unless this is
     * overridden.
     *
     * @param bytes the size of the arena's buffers.
     * @throws IllegalArgumentException if the mapper is for buffers of another size only.
     */
    default void expectBufferSize(final int bytes) {}
}
