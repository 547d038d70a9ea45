// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.HandleBits;

/**
 * The free buffers that all of an arena's caches share: those of its shards. Takes and puts without a lock, and makes
 * buffers free with one.
 */
public interface FreeList {
    /** Takes the lowest free buffer, or makes one free; {@link HandleBits#NONE} at the arena's limit. */
    long take();

    /**
     * Takes free buffers of one shard, the lowest first, as many as it has of those wanted; returns how many: 0 while
     * the arena closes.
     *
     * @param owner owns them from now on; null for none.
     */
    int take(long[] handles, int offset, int count, BufferOwner owner);

    /** Gives a buffer back, whose state has stepped on; false if it is free already. */
    boolean put(int buffer);

    /**
     * Makes a buffer free when none was found: returns false if there is none and the arena may not grow.
     *
     * @throws IllegalStateException if the arena is closed.
     */
    boolean findMore();

    /** Gives the calling thread its cache back, which ageing took from it; returns false if it is unavailable now. */
    boolean returnThreadCache(ThreadCache cache);
}
