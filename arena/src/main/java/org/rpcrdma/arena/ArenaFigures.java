// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * A snapshot of an arena's memory and its use. If other threads acquire and release buffers while the snapshot is
 * taken, its figures may be inconsistent by these buffers. A closed arena has no shards, buffers or mappings;
 * {@code buffersHighWater}, {@code shardsFreed} and {@code mappingNanos} keep their values. All figures are 0 or
 * more. Immutable.
 *
 * @param shards           the number of shards.
 * @param buffers          the number of buffers in the shards, free or in use.
 * @param buffersInUse     the number of buffers that are acquired, or in the reserve of an endpoint.
 * @param buffersHighWater the peak number of buffers outside the shards: acquired, or free on a stack. It is derived
 *                         from the highest buffer ever taken, because searches take the lowest free buffer. It is only
 *                         an upper bound, which may exceed {@code buffers}, if threads without an endpoint begin their
 *                         searches at different shards, or if shards have been freed since.
 * @param mappings         the number of device mappings or registrations of the shards.
 * @param iovaPages        the number of pages of I/O virtual address space; a page in several mappings is counted once
 *                         per mapping.
 * @param mappedBytes      the number of mapped bytes: the sum of the lengths passed to mapping calls.
 * @param wastedBytes      the number of mapped bytes that were never needed: {@code mappedBytes} less
 *                         {@code buffersHighWater} buffers. For 135 buffers of 4096 bytes that is 36,864 with nine
 *                         shards of 65,536 bytes, and 0 with a mapping per buffer.
 * @param shardsFreed      the number of idle shards that were unmapped and freed since the arena was opened, by ageing
 *                         or {@link ReceiveArena#trim()}; includes stuck shards.
 * @param shardsStuck      the number of shards that could not be unmapped, which {@code shards} excludes: their buffers
 *                         are never acquired again, and their memory is kept. {@link ReceiveArena#trim()} and
 *                         {@link ReceiveArena#close()} retry.
 * @param buffersCached    the number of free buffers on the stacks of the arena and its endpoints, except the
 *                         endpoints' reserves.
 * @param allocatedBytes   the number of bytes of native memory allocated for the shards, including memory allocated in
 *                         advance for further shards.
 * @param mappingNanos     the time, in ns, spent allocating and mapping shards; 0 if the arena has no clock.
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
    /** The figures without an arena: all are 0. */
    public static final ArenaFigures NONE = new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns the counters {@code shardsFreed} and {@code mappingNanos}, which never decrease, with all other
     * figures 0. These are the figures of a closed arena.
     *
     * @return the counters.
     */
    public ArenaFigures countersOnly() {
        return new ArenaFigures(0, 0, 0, 0, 0, 0, 0, 0, shardsFreed, 0, 0, 0, mappingNanos, 0, 0);
    }

    /**
     * Returns the sums of these figures and another arena's; high-water marks are also summed.
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
