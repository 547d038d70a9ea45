// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * The figures of an arena: its memory and how much of that is used. Every call reads the present value; the figures of
 * one moment agree with each other only while nobody acquires or releases. A closed arena has no shards, buffers and
 * mappings; {@link #highWater()}, {@link #shardsGivenBack()} and {@link #mappingNanos()} keep their values.
 * Thread-safe.
 */
public interface ArenaMetrics {
    /**
     * Returns shards that the arena has.
     *
     * @return 0 to the arena's limit.
     */
    int shards();

    /**
     * Returns shards that came in pieces ({@link ReceiveArena.Context#shardsInPieces(boolean)}).
     *
     * @return 0 to {@link #shards()}, which they count to.
     */
    int shardsInPieces();

    /**
     * Returns pieces of one size, which shards are made of that came in pieces.
     *
     * @param bytes the size; pieces have powers of two, from a page to half a shard.
     * @return how many, 0 or more.
     */
    int pieces(int bytes);

    /**
     * Returns shards that were given back because they were idle, by ageing or {@link ReceiveArena#trim()}; the stuck
     * ones count too.
     *
     * @return how many since the arena was made, 0 or more.
     */
    long shardsGivenBack();

    /**
     * Returns shards that were to be given back but whose mapping could not be ended: nobody gets their buffers any
     * more, and their memory is kept. {@link ReceiveArena#trim()} and {@link ReceiveArena#close()} try again.
     *
     * @return 0 or more; not part of {@link #shards()}.
     */
    int shardsStuck();

    /**
     * Returns buffers that the shards hold, free or out.
     *
     * @return 0 or more.
     */
    long buffers();

    /**
     * Returns buffers that are out now.
     *
     * @return 0 to {@link #buffers()}.
     */
    long buffersInUse();

    /**
     * Returns buffers that are free now: in the shards, or kept by threads and endpoints for themselves ({@link
     * #buffersCached()}).
     *
     * @return 0 to {@link #buffers()}.
     */
    default long buffersFree() {
        return Math.max(0, buffers() - buffersInUse());
    }

    /**
     * Returns the highest number of buffers that were ever out of the shards at once: held, or kept by threads and
     * endpoints for themselves. Without the latter ({@link ReceiveArena.Context#threadCacheSize(int)} 0) that is the
     * highest number that were held. It follows from the highest buffer ever taken, since the lowest free one is taken
     * first; shards that were given back in between count as if they had stayed.
     *
     * @return 0 or more: more than {@link #buffers()} if shards were given back since.
     */
    long highWater();

    /**
     * Returns mappings or registrations that the shards were made usable with.
     *
     * @return 0 or more.
     */
    long mappings();

    /**
     * Returns device pages that are mapped. One that holds parts of several mappings counts once for each.
     *
     * @return 0 or more.
     */
    long iovaPages();

    /**
     * Returns bytes that are mapped: the lengths that were passed to the mapping calls.
     *
     * @return 0 or more.
     */
    long bytesMapped();

    /**
     * Returns bytes that are mapped but were never needed: {@link #bytesMapped()} less {@link #highWater()} buffers.
     * For 135 buffers of 4096 bytes that is 36,864 with nine shards of 65,536 bytes, and 0 with a mapping per buffer.
     *
     * @return 0 or more.
     */
    long bytesWasted();

    /**
     * Returns free buffers that threads and endpoints keep for themselves.
     *
     * @return 0 to {@link #buffers()}.
     */
    long buffersCached();

    /**
     * Returns native memory of the shards, with the memory allocated ahead for the next ones.
     *
     * @return bytes, 0 or more.
     */
    long bytesAllocated();

    /**
     * Returns time that adding the shards took: memory and mapping.
     *
     * @return nanoseconds; 0 if the arena has no clock.
     */
    long mappingNanos();
}
