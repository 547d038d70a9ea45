// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The events of JDK Flight Recorder for an arena: the five trace points of "svcrdma: Introduce Receive buffer arenas"
 * (RFC v2, August 2025), and one for what it assumes not to happen. {@link ArenaEvents} makes them.
 */
@Category({"rpcrdma", "Receive arena"})
@StackTrace(false)
abstract class ArenaEvent extends Event {
    @Label("Arena")
    long arenaId;

    @Name("org.rpcrdma.ArenaCreate")
    @Label("Arena Create")
    @Description("An arena was made (rpcrdma_pool_create)")
    static final class Create extends ArenaEvent {
        @Label("Buffer Size")
        @DataAmount
        int bufferSize;

        @Label("Shard Size")
        @DataAmount
        int shardSize;
    }

    @Name("org.rpcrdma.ArenaDestroy")
    @Label("Arena Destroy")
    @Description("An arena was closed (rpcrdma_pool_destroy)")
    static final class Destroy extends ArenaEvent {}

    @Name("org.rpcrdma.ArenaShardNew")
    @Label("Arena Shard New")
    @Description("A shard was added and mapped for the device (rpcrdma_pool_shard_new)")
    static final class ShardNew extends ArenaEvent {
        @Label("Shard")
        int shardId;

        @Label("Address")
        @MemoryAddress
        long address;

        @Label("Mapping Time")
        @Description("What it took to make the shard usable by the device, on the clock of the arena")
        @Timespan(Timespan.NANOSECONDS)
        long mapTime;
    }

    @Name("org.rpcrdma.ArenaShardFree")
    @Label("Arena Shard Free")
    @Description("A shard was unmapped and given back (rpcrdma_pool_shard_free)")
    static final class ShardFree extends ArenaEvent {
        @Label("Shard")
        int shardId;
    }

    @Name("org.rpcrdma.ArenaShardStuck")
    @Label("Arena Shard Stuck")
    @Description("A shard could not be unmapped; it is not used any more, and its memory is kept")
    static final class ShardStuck extends ArenaEvent {
        @Label("Shard")
        int shardId;

        @Label("Reason")
        String reason;
    }

    @Name("org.rpcrdma.ArenaBuffer")
    @Label("Arena Buffer")
    @Description("A buffer was taken out of a shard (rpcrdma_pool_buffer); off unless asked for, as it is frequent")
    @Enabled(false)
    static final class Buffer extends ArenaEvent {
        @Label("Address")
        @MemoryAddress
        long address;
    }
}
