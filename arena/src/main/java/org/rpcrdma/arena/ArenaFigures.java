// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * A snapshot of an arena's memory and of how it is used. If other threads acquire and release buffers while the
 * snapshot is taken, the figures may differ by the number of these buffers. A closed arena has no shards, buffers or
 * mappings, but {@code buffersHighWater}, {@code shardsFreed} and {@code mappingNanos} keep their values. All figures
 * are 0 or more. Immutable.
 *
 * @param shards           the number of shards.
 * @param buffers          the number of buffers in the shards, free or in use.
 * @param buffersInUse     the number of buffers that are acquired or in an endpoint's reserve.
 * @param buffersHighWater the peak number of buffers outside the shards, either acquired or free on a stack. It is
 *                         derived from the highest buffer number ever taken, because a search returns the lowest free
 *                         buffer. If threads without an endpoint begin their searches at different shards, or if shards
 *                         have since been freed, it is only an upper bound and may exceed {@code buffers}.
 * @param mappings         the number of device mappings or registrations of the shards.
 * @param iovaPages        the number of pages of I/O virtual address space; a page in several mappings is counted once
 *                         per mapping.
 * @param mappedBytes      the number of mapped bytes: the sum of the lengths passed to mapping calls.
 * @param wastedBytes      the number of mapped bytes that were never needed: {@code mappedBytes} minus the size of
 *                         {@code buffersHighWater} buffers. For example, 135 buffers of 4096 bytes waste 36,864 bytes
 *                         in nine shards of 65,536 bytes, but 0 bytes if each buffer is mapped separately.
 * @param shardsFreed      the number of idle shards that were unmapped and freed by ageing or
 *                         {@link ReceiveArena#trim()} since the arena was opened; includes stuck shards.
 * @param shardsStuck      the number of shards that could not be unmapped. {@code shards} does not include them; their
 *                         buffers are never acquired again, and their memory is kept. {@link ReceiveArena#trim()} and
 *                         {@link ReceiveArena#close()} try again to unmap them.
 * @param buffersCached    the number of free buffers on the stacks of the arena and its endpoints, except the
 *                         endpoints' reserves.
 * @param allocatedBytes   the number of bytes of native memory allocated for the shards, including memory allocated in
 *                         advance for further shards.
 * @param mappingNanos     the time spent allocating and mapping shards, in ns; 0 if the arena has no clock.
 * @param buffersFree      the number of buffers that can be acquired, including {@code buffersCached}.
 * @param shardsInPieces   the number of shards that consist of pieces
 *                         ({@link ReceiveArena.Context#shardsInPieces(boolean)}).
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
        long shardsFreed,
        long shardsStuck,
        long buffersCached,
        long allocatedBytes,
        long mappingNanos,
        long buffersFree,
        long shardsInPieces) {
    /** Figures that are all 0, for use when there is no arena. */
    public static final ArenaFigures NONE = new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns the figures of a closed arena: the counters {@code shardsFreed} and {@code mappingNanos}, which never
     * decrease, and 0 for all other figures.
     *
     * @return the counters.
     */
    public ArenaFigures countersOnly() {
        return new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, shardsFreed, 0, 0, 0, mappingNanos, 0, 0);
    }

    /**
     * Returns the sums of these figures and another arena's figures. High-water marks are also added.
     *
     * @param other the other arena's figures.
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
                shardsFreed + other.shardsFreed,
                shardsStuck + other.shardsStuck,
                buffersCached + other.buffersCached,
                allocatedBytes + other.allocatedBytes,
                mappingNanos + other.mappingNanos,
                buffersFree + other.buffersFree,
                shardsInPieces + other.shardsInPieces);
    }
}
