// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.Timer;

/**
 * Send memory in a single arena for all connections. The arena has a limited number of shards, which the device can
 * only read. All connections run on one event loop and share one endpoint. The arena frees shards that have been unused
 * for a period. An endpoint's free buffers age only while the endpoint is in use. Therefore, a timer returns them to
 * the shards if no reply has been sent for some time.
 *
 * <pre>
 *   connection 1 --+
 *   connection 2 --+-- endpoint --- arena --- shard 0, shard 1, ...   mapped TO_DEVICE
 *   connection 3 --+
 * </pre>
 */
public final class SendArena implements SendMemory {
    private static final int SHARD_SIZE = 65_536;

    /** The maximum number of free buffers that the endpoint keeps. */
    private static final int KEPT = 64;

    private final ReceiveArena arena;
    private final ArenaEndpoint endpoint;
    private final long idleNanos;
    private final Timer idle;
    private final int limit;
    private final Users users = new Users();
    /** The buffers, indexed by their number in the arena. An element is null if the buffer has never been acquired. */
    private ArenaBuffer[] buffers = {};

    /** The number of shards added so far. A buffer's address can change only if its shard is added again. */
    private int growths;

    /** True while the timer is armed. */
    private boolean isTimed;

    /** True if a buffer has been acquired or released since the timer was armed. */
    private boolean isUsed;

    private int buffersInUse;
    private int mostInUse;
    private long mostBytesMapped;

    /**
     * Creates an arena without shards.
     *
     * @param loop       the event loop, whose clock drives the ageing of shards.
     * @param domain     the protection domain of the queue pairs.
     * @param bufferSize the size of a buffer, in bytes.
     * @param bytes      the maximum total size of all shards, in bytes; at least {@link #leastBytes}.
     * @param idleNanos  the time, in ns, for which an unused shard is kept, rounded up to whole seconds; 0 means no
     *                   limit.
     */
    public SendArena(
            final EventLoop loop,
            final ProtectionDomain domain,
            final int bufferSize,
            final long bytes,
            final long idleNanos) {
        final int shardSize = (int) leastBytes(bufferSize);
        final int shards = (int) Math.min(bytes / shardSize, 1 << 20);
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(ShardMapper.of(domain, DmaDirection.TO_DEVICE))
                .memory(domain.device().memory())
                .bufferSize(bufferSize)
                .shardSize(shardSize)
                .maxShards(shards)
                .growthListener((arenaId, before, bytesOfShard) -> {
                    growths++;
                    return true;
                })
                .clock(loop)
                .agingPeriod(seconds(idleNanos)));
        limit = (int) Math.min((long) shards * (shardSize / bufferSize), Integer.MAX_VALUE);
        endpoint = arena.newEndpoint(KEPT, limit);
        this.idleNanos = idleNanos;
        idle = loop.newTimer(this::flushIfIdle);
    }

    /** Returns the time in seconds, rounded up. */
    private static int seconds(final long nanos) {
        final long second = TimeUnit.SECONDS.toNanos(1);
        return (int) Math.min(nanos / second + (nanos % second > 0 ? 1 : 0), Integer.MAX_VALUE);
    }

    /** Returns the size of a shard for buffers of the given size. */
    public static long leastBytes(final int bufferSize) {
        return Math.max(SHARD_SIZE, BitUtil.findNextPositivePowerOfTwo(bufferSize));
    }

    @Override
    public SendBuffers open() {
        return users;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public int buffersInUse() {
        return buffersInUse;
    }

    @Override
    public long bytesMapped() {
        return arena.figures().mappedBytes();
    }

    @Override
    public long mostBytesMapped() {
        return mostBytesMapped;
    }

    private ArenaBuffer acquire() {
        final long handle = endpoint.acquire();
        try {
            final ArenaBuffer buffer = buffer(handle);
            buffer.handle = handle;
            return buffer;
        } catch (final Throwable e) {
            endpoint.release(handle);
            throw e;
        }
    }

    /** Returns the object that represents an acquired buffer, after setting the buffer's address in it. */
    private ArenaBuffer buffer(final long handle) {
        final int number = ReceiveArena.number(handle);
        final ArenaBuffer known = number < buffers.length ? buffers[number] : null;
        return known != null && known.growths == growths ? known : place(number, handle);
    }

    private ArenaBuffer place(final int number, final long handle) {
        if (number >= buffers.length) {
            buffers = Arrays.copyOf(buffers, Math.max(number + 1, 2 * buffers.length));
        }
        if (buffers[number] == null) {
            buffers[number] = new ArenaBuffer();
        }
        final ArenaBuffer buffer = buffers[number];
        buffer.place(arena.address(handle), arena.bufferSize(), arena.iova(handle), arena.lkey(handle));
        buffer.growths = growths;
        return buffer;
    }

    private void use() {
        isUsed = true;
        if (!isTimed && idleNanos > 0) {
            time();
        }
    }

    /**
     * Arms a timer that fires four times per period. It ensures that free buffers are back in their shards half a
     * period after the last use. The second ageing pass after that unmaps the shards, at most two and a half periods
     * after the last use.
     */
    private void time() {
        isTimed = true;
        isUsed = false;
        idle.arm((idleNanos + 3) / 4);
    }

    private void flushIfIdle() {
        isTimed = false;
        if (isUsed) {
            time();
        } else {
            endpoint.reserve(0);
        }
    }

    @Override
    public void close() {
        idle.cancel();
        endpoint.close();
        arena.close();
    }

    private static final class ArenaBuffer extends SendBuffer {
        /** The handle that is valid for the current use of the buffer. */
        private long handle;

        /** The value of {@link SendArena#growths} when the buffer's address was set. */
        private int growths;
    }

    /** The source of send buffers for connections. All connections share these buffers. */
    private final class Users implements SendBuffers {
        @Override
        public SendBuffer take() {
            final ArenaBuffer buffer = acquire();
            use();
            buffersInUse++;
            if (buffersInUse > mostInUse) {
                mostInUse = buffersInUse;
                mostBytesMapped = Math.max(mostBytesMapped, bytesMapped());
            }
            return buffer;
        }

        @Override
        public void give(final SendBuffer buffer) {
            buffersInUse--;
            endpoint.release(((ArenaBuffer) buffer).handle);
            use();
        }

        @Override
        public void close() {
            // The server owns the buffers, so a connection has nothing to release.
        }
    }
}
