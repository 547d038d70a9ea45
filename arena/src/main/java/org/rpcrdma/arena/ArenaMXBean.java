// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/** The figures of an arena, for JMX. {@link VisibleArena} registers it. */
public interface ArenaMXBean {
    /**
     * Returns shards of the arena.
     *
     * @return see {@link ArenaMetrics#shards}.
     */
    int getShards();

    /**
     * Returns idle shards that were unmapped and freed.
     *
     * @return see {@link ArenaMetrics#shardsGivenBack}.
     */
    long getShardsGivenBack();

    /**
     * Returns shards that could not be unmapped.
     *
     * @return see {@link ArenaMetrics#shardsStuck}.
     */
    int getShardsStuck();

    /**
     * Returns buffers in the shards.
     *
     * @return see {@link ArenaMetrics#buffers}.
     */
    long getBuffers();

    /**
     * Returns buffers that are out.
     *
     * @return see {@link ArenaMetrics#buffersInUse}.
     */
    long getBuffersInUse();

    /**
     * Returns buffers that can be acquired.
     *
     * @return see {@link ArenaMetrics#buffersFree}.
     */
    long getBuffersFree();

    /**
     * Returns free buffers that threads and endpoints keep.
     *
     * @return see {@link ArenaMetrics#buffersCached}.
     */
    long getBuffersCached();

    /**
     * Returns the most buffers out at once.
     *
     * @return see {@link ArenaMetrics#highWater}.
     */
    long getBuffersHighWater();

    /**
     * Returns device mappings or registrations.
     *
     * @return see {@link ArenaMetrics#mappings}.
     */
    long getMappings();

    /**
     * Returns pages of iova space.
     *
     * @return see {@link ArenaMetrics#iovaPages}.
     */
    long getIovaPages();

    /**
     * Returns bytes mapped.
     *
     * @return see {@link ArenaMetrics#bytesMapped}.
     */
    long getMappedBytes();

    /**
     * Returns bytes mapped beyond the high water.
     *
     * @return see {@link ArenaMetrics#bytesWasted}.
     */
    long getWastedBytes();

    /**
     * Returns bytes of native memory.
     *
     * @return see {@link ArenaMetrics#bytesAllocated}.
     */
    long getAllocatedBytes();

    /**
     * Returns nanoseconds that mapping took, on the arena's clock.
     *
     * @return see {@link ArenaMetrics#mappingNanos}.
     */
    long getMappingNanos();
}
