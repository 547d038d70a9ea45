// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/** The figures of an arena, for JMX. {@link VisibleArena} registers it. */
public interface ArenaMXBean {
    /**
     * Returns shards of the arena.
     *
     * @return see {@link ArenaFigures#shards}.
     */
    long getShards();

    /**
     * Returns idle shards that were unmapped and freed.
     *
     * @return see {@link ArenaFigures#shardsGivenBack}.
     */
    long getShardsGivenBack();

    /**
     * Returns shards that could not be unmapped.
     *
     * @return see {@link ArenaFigures#shardsStuck}.
     */
    long getShardsStuck();

    /**
     * Returns buffers in the shards.
     *
     * @return see {@link ArenaFigures#buffers}.
     */
    long getBuffers();

    /**
     * Returns buffers that are out.
     *
     * @return see {@link ArenaFigures#buffersInUse}.
     */
    long getBuffersInUse();

    /**
     * Returns buffers that can be acquired.
     *
     * @return see {@link ArenaFigures#buffersFree}.
     */
    long getBuffersFree();

    /**
     * Returns free buffers that threads and endpoints keep.
     *
     * @return see {@link ArenaFigures#buffersCached}.
     */
    long getBuffersCached();

    /**
     * Returns the most buffers out at once.
     *
     * @return see {@link ArenaFigures#buffersHighWater}.
     */
    long getBuffersHighWater();

    /**
     * Returns device mappings or registrations.
     *
     * @return see {@link ArenaFigures#mappings}.
     */
    long getMappings();

    /**
     * Returns pages of iova space.
     *
     * @return see {@link ArenaFigures#iovaPages}.
     */
    long getIovaPages();

    /**
     * Returns bytes mapped.
     *
     * @return see {@link ArenaFigures#mappedBytes}.
     */
    long getMappedBytes();

    /**
     * Returns bytes mapped beyond the high water.
     *
     * @return see {@link ArenaFigures#wastedBytes}.
     */
    long getWastedBytes();

    /**
     * Returns bytes of native memory.
     *
     * @return see {@link ArenaFigures#allocatedBytes}.
     */
    long getAllocatedBytes();

    /**
     * Returns nanoseconds that mapping took, on the arena's clock.
     *
     * @return see {@link ArenaFigures#mappingNanos}.
     */
    long getMappingNanos();

    /**
     * Returns shards that consist of pieces.
     *
     * @return see {@link ArenaFigures#shardsInPieces}.
     */
    long getShardsInPieces();
}
