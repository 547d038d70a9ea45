// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * Send memory in one arena for all connections: shards that the device reads, so many at most. Buffers that nobody has
 * used for a period go back to their shards, and shards of which all have to the host.
 *
 * <pre>
 *   connection 1 --+
 *   connection 2 --+-- free buffers, last used first --- shard 0, shard 1, ...   mapped TO_DEVICE
 *   connection 3 --+
 * </pre>
 */
public final class SendArena implements SendMemory {
    private static final int SHARD_SIZE = 65_536;

    private final ReceiveArena arena;
    private final int limit;
    private final Users users = new Users();
    private final ArrayList<ArenaBuffer> free = new ArrayList<>();
    private final long idleNanos;
    private final Timer timer;
    private int buffersInUse;
    private long mostBytesMapped;

    /** The free buffers, from the one used longest ago on, that nobody has used since the last pass over them. */
    private int idle;

    /** True if a pass is to come. */
    private boolean isReleasing;

    /**
     * @param loop       where idle shards are looked for.
     * @param domain     of the queue pairs.
     * @param bufferSize bytes of a buffer.
     * @param bytes      of all shards at most; at least {@link #leastBytes}.
     * @param idleNanos  how long a buffer stays that nobody uses; 0 for ever.
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
                .clock(loop)
                .agingPeriod(0));
        this.idleNanos = idleNanos;
        timer = loop.newTimer(this::releaseIdle);
        limit = (int) Math.min((long) shards * (shardSize / bufferSize), Integer.MAX_VALUE);
    }

    /** Returns the bytes of a shard for buffers of a size. */
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

    private SendBuffer acquire() {
        final SendBuffer buffer = new ArenaBuffer(arena, arena.acquire());
        mostBytesMapped = Math.max(mostBytesMapped, bytesMapped());
        return buffer;
    }

    private void releaseIdle() {
        release(free.subList(0, idle));
        idle = free.size();
        isReleasing = idle > 0;
        if (isReleasing) {
            timer.arm(idleNanos);
        }
        try {
            arena.trim();
        } catch (final VerbsException e) {
            // A shard that the device keeps is tried again with the next ones, and at the end.
            return;
        }
    }

    private void release(final List<ArenaBuffer> buffers) {
        buffers.forEach(buffer -> arena.release(buffer.handle));
        buffers.clear();
    }

    @Override
    public void close() {
        timer.cancel();
        release(free);
        arena.close();
    }

    private static final class ArenaBuffer extends SendBuffer {
        final long handle;

        ArenaBuffer(final ReceiveArena arena, final long handle) {
            this.handle = handle;
            place(arena.address(handle), arena.bufferSize(), arena.iova(handle), arena.lkey(handle));
        }
    }

    /** All connections alike: whose a buffer is makes no difference. */
    private final class Users implements SendBuffers {
        @Override
        public SendBuffer take() {
            final SendBuffer buffer = free.isEmpty() ? acquire() : free.remove(free.size() - 1);
            idle = Math.min(idle, free.size());
            buffersInUse++;
            return buffer;
        }

        @Override
        public void give(final SendBuffer buffer) {
            buffersInUse--;
            free.add((ArenaBuffer) buffer);
            if (!isReleasing && idleNanos > 0) {
                isReleasing = true;
                timer.arm(idleNanos);
            }
        }

        @Override
        public void close() {
            // The buffers are the server's.
        }
    }
}
