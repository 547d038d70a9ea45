// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Past the caches, acquiring, releasing and closing take effect at one moment each: every outcome of threads that use
 * an arena at once is one that the same calls give one after the other, and nothing is had only where nothing is free.
 * Which buffer it is, is left open: the lowest at the time of the search may have company when it is taken. A batch is
 * as many moments as it has buffers.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public abstract class ArenaLinearizability {
    /**
     * What Lincheck takes for a hang, in time. A busy host needs seconds to change a class on its first use, in the
     * middle of a run. Threads that wait for each other for ever are found by their repeated steps, in model checking.
     */
    private static final long NEVER_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final int THREADS = 4;
    private static final int BUFFERS = 3;

    /** Three shards of a buffer each. */
    private final ReceiveArena arena;

    private final Deque<Long>[] held = newHeld();

    /** Each thread keeps some free buffers. */
    public ArenaLinearizability(final int threadCache) {
        arena = new ReceiveArena(context(threadCache).shardSize(4096).maxShards(BUFFERS));
    }

    /** The buffers are those of one shard, that comes in a piece for each. */
    ArenaLinearizability() {
        arena = new ReceiveArena(context(0).bufferSize(5440).shardSize(16_384).maxShards(1));
    }

    private static ReceiveArena.Context context(final int threadCache) {
        final Nothing nothing = new Nothing();
        return new ReceiveArena.Context()
                .mapper(nothing)
                .memory((length, alignment) -> {
                    if (length > nothing.length()) {
                        throw new VerbsException(Errno.ENOMEM, "fragmented");
                    }
                    return nothing;
                })
                .bufferSize(4096)
                .leakDetection(LeakDetection.DISABLED)
                .threadCacheSize(threadCache);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Deque<Long>[] newHeld() {
        final Deque<Long>[] held = new Deque[THREADS];
        for (int i = 0; i < THREADS; i++) {
            held[i] = new ArrayDeque<>();
        }
        return held;
    }

    /** 1 with a buffer, 0 with none, -1 where it is closed. */
    @Operation
    public int acquire(@Param(name = "thread") final int thread) {
        try {
            final long handle = arena.tryAcquire();
            if (handle == ReceiveArena.NONE) {
                return 0;
            }
            held[thread].push(handle);
            return 1;
        } catch (final IllegalStateException e) {
            return -1;
        }
    }

    /** Releases what the thread took last, if it holds one. */
    @Operation
    public boolean release(@Param(name = "thread") final int thread) {
        if (held[thread].isEmpty()) {
            return false;
        }
        arena.release(held[thread].pop());
        return true;
    }

    /** Whether it is closed then. */
    @Operation
    public boolean close() {
        try {
            arena.close();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(4)
                .invocationTimeout$lincheck(NEVER_MILLIS)
                .sequentialSpecification(Counted.class)
                .check(getClass());
    }

    @Test
    void shouldBeLinearizableUnderModelChecking() {
        new ModelCheckingOptions()
                .iterations(Integer.getInteger("lincheck.iterations", 1))
                .invocationsPerIteration(20)
                .threads(2)
                .actorsPerThread(3)
                .invocationTimeout$lincheck(NEVER_MILLIS)
                .sequentialSpecification(Counted.class)
                .check(getClass());
    }

    /** What the calls do one after the other. */
    public static final class Counted {
        private final int[] holds = new int[THREADS];
        private int out;
        private boolean closed;

        /** Made by Lincheck. */
        public Counted() {}

        /** See the operation. */
        public int acquire(final int thread) {
            if (closed || out == BUFFERS) {
                return closed ? -1 : 0;
            }
            out++;
            holds[thread]++;
            return 1;
        }

        /** See the operation. */
        public boolean release(final int thread) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            out--;
            return true;
        }

        /** See the operation. */
        public boolean close() {
            closed |= out == 0;
            return closed;
        }
    }

    /** Memory that is an address, and a mapping that is nothing: Lincheck looks at every step that is taken. */
    static final class Nothing implements MemoryBlock, ShardMapper, ShardMapping {
        @Override
        public ShardMapping map(final MemoryBlock shard) {
            return this;
        }

        @Override
        public long address() {
            return 4096;
        }

        @Override
        public long length() {
            return 8192;
        }

        @Override
        public ByteBuffer buffer() {
            throw new UnsupportedOperationException("an address only");
        }

        @Override
        public long iova(final int offset) {
            return offset;
        }

        @Override
        public int lkey(final int offset) {
            return 0;
        }

        @Override
        public void syncForCpu(final int offset, final int length) {}

        @Override
        public int mappings() {
            return 1;
        }

        @Override
        public long pages() {
            return 1;
        }

        @Override
        public long bytes() {
            return 4096;
        }

        @Override
        public void close() {}
    }
}
