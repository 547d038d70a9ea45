// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * The figures of an arena at one moment: its memory, and how much of it is used. While other threads acquire and
 * release, figures of one reading may differ by the buffers that change hands meanwhile. A closed arena has no shards,
 * buffers and mappings; {@code buffersHighWater}, {@code shardsGivenBack} and {@code mappingNanos} keep their values.
 * All are 0 or more.
 *
 * @param shards           shards of the arena.
 * @param buffers          buffers in the shards, free or in use.
 * @param buffersInUse     buffers that are acquired, or in the reserve of an endpoint.
 * @param buffersHighWater the most buffers that were ever out of the shards at once: acquired, or free on a stack. It
 *                         follows from the highest buffer ever taken, since searches take the lowest free one. Threads
 *                         without an endpoint begin their searches at different shards, and shards that were freed in
 *                         between count as if they had stayed: then it is an upper bound, which may exceed {@code
 *                         buffers}.
 * @param mappings         device mappings or registrations of the shards.
 * @param iovaPages        pages of I/O virtual address space; a page that holds parts of several mappings counts once
 *                         for each.
 * @param mappedBytes      bytes mapped: the lengths that were passed to the mapping calls.
 * @param wastedBytes      bytes mapped that were never needed: {@code mappedBytes} less {@code buffersHighWater}
 *                         buffers. For 135 buffers of 4096 bytes that is 36,864 with nine shards of 65,536 bytes, and 0
 *                         with a mapping per buffer.
 * @param shardsGivenBack  idle shards that were unmapped and freed since the arena was made, by ageing or {@link
 *                         ReceiveArena#trim()}; stuck ones included.
 * @param shardsStuck      shards that could not be unmapped, which {@code shards} excludes: their buffers are not
 *                         acquired again and their memory is kept. {@link ReceiveArena#trim()} and {@link
 *                         ReceiveArena#close()} try again.
 * @param buffersCached    free buffers on the stacks of the arena and its endpoints, except their reserves.
 * @param allocatedBytes   native memory of the shards, with the memory allocated ahead for the next ones.
 * @param mappingNanos     time spent on adding shards, memory and mapping; 0 if the arena has no clock.
 * @param buffersFree      buffers that can be acquired, {@code buffersCached} included.
 * @param shardsInPieces   shards that consist of pieces ({@link ReceiveArena.Context#shardsInPieces(boolean)}).
 */
public record ArenaFigures(
        long shards,
        long buffers,
        long buffersInUse,
        long buffersHighWater,
        long mappings,
        long iovaPages,
        long mappedBytes,
        long wastedBytes,
        long shardsGivenBack,
        long shardsStuck,
        long buffersCached,
        long allocatedBytes,
        long mappingNanos,
        long buffersFree,
        long shardsInPieces) {
    /** No arena: all figures are 0. */
    public static final ArenaFigures NONE = new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns these figures as they are once the arena is gone: {@code shardsGivenBack} and {@code mappingNanos}, which
     * only grow; the others are 0.
     *
     * @return the counters.
     */
    public ArenaFigures countersOnly() {
        return new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, shardsGivenBack, 0, 0, 0, mappingNanos, 0, 0);
    }

    /**
     * Returns the sums of these figures and those of another arena; high-water marks are summed up, too.
     *
     * @param other the other arena's.
     * @return the sums.
     */
    public ArenaFigures plus(final ArenaFigures other) {
        return new ArenaFigures(
                shards + other.shards,
                buffers + other.buffers,
                buffersInUse + other.buffersInUse,
                buffersHighWater + other.buffersHighWater,
                mappings + other.mappings,
                iovaPages + other.iovaPages,
                mappedBytes + other.mappedBytes,
                wastedBytes + other.wastedBytes,
                shardsGivenBack + other.shardsGivenBack,
                shardsStuck + other.shardsStuck,
                buffersCached + other.buffersCached,
                allocatedBytes + other.allocatedBytes,
                mappingNanos + other.mappingNanos,
                buffersFree + other.buffersFree,
                shardsInPieces + other.shardsInPieces);
    }
}
