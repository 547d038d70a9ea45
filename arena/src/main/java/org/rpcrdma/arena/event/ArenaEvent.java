// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.event;

import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.rpcrdma.verbs.jvm.RecordedEvents;

/**
 * JDK Flight Recorder events of an arena. They correspond to the five trace points in "svcrdma: Introduce Receive
 * buffer arenas" (RFC v2, August 2025). One additional event reports a condition that the patch assumes never occurs.
 * Without a recording, committing an event has no effect. An event is used by one thread.
 */
@Category({"rpcrdma", "Receive arena"})
@StackTrace(false)
@Registered(false)
public abstract class ArenaEvent extends Event {
    @Label("Arena")
    final long arenaId;

    ArenaEvent(final long arenaId) {
        this.arenaId = arenaId;
        Registration.EVENTS.register();
    }

    /** Returns true if a recording includes buffer events. */
    public static boolean isBufferRecorded() {
        return Registration.EVENTS.register() && Frequent.BUFFER.isEnabled();
    }

    /** Registers all events together, because a recording includes only the events that are registered. */
    private static final class Registration {
        static final RecordedEvents EVENTS = new RecordedEvents(
                List.of(Create.class, Destroy.class, ShardNew.class, ShardFree.class, ShardStuck.class, Buffer.class));
    }

    /**
     * Contains an event with which the arena checks if a recording is active. The event is not in the enclosing class,
     * because JDK 17's recorder initializes an event's superclass while it loads the event.
     */
    private static final class Frequent {
        static final Buffer BUFFER = new Buffer(0, 0);
    }

    @Name("org.rpcrdma.ArenaCreate")
    @Label("Arena Create")
    @Description("An arena was created (rpcrdma_pool_create)")
    public static final class Create extends ArenaEvent {
        @Label("Buffer Size")
        @DataAmount
        final int bufferSize;

        @Label("Shard Size")
        @DataAmount
        final int shardSize;

        public Create(final long arenaId, final int bufferSize, final int shardSize) {
            super(arenaId);
            this.bufferSize = bufferSize;
            this.shardSize = shardSize;
        }
    }

    @Name("org.rpcrdma.ArenaDestroy")
    @Label("Arena Destroy")
    @Description("An arena was closed (rpcrdma_pool_destroy)")
    public static final class Destroy extends ArenaEvent {
        public Destroy(final long arenaId) {
            super(arenaId);
        }
    }

    /** An event of a shard. */
    public abstract static class OfShard extends ArenaEvent {
        @Label("Shard")
        final int shardId;

        OfShard(final long arenaId, final int shardId) {
            super(arenaId);
            this.shardId = shardId;
        }
    }

    @Name("org.rpcrdma.ArenaShardNew")
    @Label("Arena Shard New")
    @Description("A shard was added and mapped for the device (rpcrdma_pool_shard_new)")
    public static final class ShardNew extends OfShard {
        @Label("Address")
        @MemoryAddress
        final long address;

        @Label("Mapping Time")
        @Description("Time spent allocating and mapping the shard, according to the arena's clock")
        @Timespan(Timespan.NANOSECONDS)
        public long mapTime;

        public ShardNew(final long arenaId, final int shardId, final long address) {
            super(arenaId, shardId);
            this.address = address;
        }
    }

    @Name("org.rpcrdma.ArenaShardFree")
    @Label("Arena Shard Free")
    @Description("A shard was unmapped and released (rpcrdma_pool_shard_free)")
    public static final class ShardFree extends OfShard {
        public ShardFree(final long arenaId, final int shardId) {
            super(arenaId, shardId);
        }
    }

    @Name("org.rpcrdma.ArenaShardStuck")
    @Label("Arena Shard Stuck")
    @Description("A shard could not be unmapped; it is no longer used, and its memory is kept")
    public static final class ShardStuck extends OfShard {
        @Label("Reason")
        final String reason;

        public ShardStuck(final long arenaId, final int shardId, final Throwable reason) {
            super(arenaId, shardId);
            this.reason = reason.getMessage();
        }
    }

    @Name("org.rpcrdma.ArenaBuffer")
    @Label("Arena Buffer")
    @Description("A buffer was taken from a shard (rpcrdma_pool_buffer). Frequent, so disabled by default")
    @Enabled(false)
    public static final class Buffer extends ArenaEvent {
        @Label("Address")
        @MemoryAddress
        final long address;

        public Buffer(final long arenaId, final long address) {
            super(arenaId);
            this.address = address;
        }
    }
}
