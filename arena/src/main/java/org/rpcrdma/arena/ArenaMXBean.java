// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/** The JMX view of an arena's figures. {@link VisibleArena} registers it. Thread-safe. */
public interface ArenaMXBean {
    /**
     * Returns the number of shards.
     *
     * @return the value of {@link ArenaFigures#shards}.
     */
    long getShards();

    /**
     * Returns the number of idle shards that were unmapped and freed.
     *
     * @return the value of {@link ArenaFigures#shardsFreed}.
     */
    long getShardsFreed();

    /**
     * Returns the number of shards that could not be unmapped.
     *
     * @return the value of {@link ArenaFigures#shardsStuck}.
     */
    long getShardsStuck();

    /**
     * Returns the number of buffers in the shards.
     *
     * @return the value of {@link ArenaFigures#buffers}.
     */
    long getBuffers();

    /**
     * Returns the number of buffers in use.
     *
     * @return the value of {@link ArenaFigures#buffersInUse}.
     */
    long getBuffersInUse();

    /**
     * Returns the number of buffers that can be acquired.
     *
     * @return the value of {@link ArenaFigures#buffersFree}.
     */
    long getBuffersFree();

    /**
     * Returns the number of free buffers on the stacks of the arena and its endpoints.
     *
     * @return the value of {@link ArenaFigures#buffersCached}.
     */
    long getBuffersCached();

    /**
     * Returns the peak number of buffers outside the shards.
     *
     * @return the value of {@link ArenaFigures#buffersHighWater}.
     */
    long getBuffersHighWater();

    /**
     * Returns the number of device mappings or registrations.
     *
     * @return the value of {@link ArenaFigures#mappings}.
     */
    long getMappings();

    /**
     * Returns the number of pages of I/O virtual address space.
     *
     * @return the value of {@link ArenaFigures#iovaPages}.
     */
    long getIovaPages();

    /**
     * Returns the number of mapped bytes.
     *
     * @return the value of {@link ArenaFigures#mappedBytes}.
     */
    long getMappedBytes();

    /**
     * Returns the number of mapped bytes that were never needed.
     *
     * @return the value of {@link ArenaFigures#wastedBytes}.
     */
    long getWastedBytes();

    /**
     * Returns the number of bytes of native memory allocated for the shards.
     *
     * @return the value of {@link ArenaFigures#allocatedBytes}.
     */
    long getAllocatedBytes();

    /**
     * Returns the time spent allocating and mapping shards, in nanoseconds of the arena's clock.
     *
     * @return the value of {@link ArenaFigures#mappingNanos}.
     */
    long getMappingNanos();

    /**
     * Returns the number of shards that consist of pieces.
     *
     * @return the value of {@link ArenaFigures#shardsInPieces}.
     */
    long getShardsInPieces();
}
