// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests that an arena survives a full heap at its n-th allocation, for every n. No lock may remain held, no buffer may
 * be lost, and it must be possible to close the arena.
 */
class FullHeapTest {
    /** More buffers than are free in the existing shards. */
    private static final int MANY = 40;

    @Test
    void shouldLoseNothingIfTheNthAllocationFails() throws Exception {
        final List<String> flags = List.of(
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:-UseTLAB",
                "-Xint",
                "-XX:ObjectAlignmentInBytes=" + Program.ALIGNMENT);
        final String printed = JavaPrograms.run(JavaPrograms.of(Program.class, flags));
        assertEquals(Step.values().length, printed.lines().count(), printed);
        printed.lines().forEach(line -> assertTrue(line.endsWith(" wrong=0"), printed));
    }

    /** The calls to make while the heap is full. */
    enum Step {
        ACQUIRE(Use::acquireMany),
        ACQUIRE_IN_PIECES(Use::acquireMany, 16_384),
        ACQUIRE_BATCH(use -> use.hold(use.arena.tryAcquire(use.batch, 0, MANY))),
        ENDPOINT_ACQUIRE(use -> {
            for (int i = 0; i < MANY; i++) {
                use.hold(use.endpoint.acquire());
            }
        }),
        ENDPOINT_BATCH(use -> use.hold(use.endpoint.tryAcquire(use.batch, 0, MANY))),
        ENDPOINT_RESERVE(use -> use.endpoint.reserve(MANY)),
        ENDPOINT_PREFETCH(use -> use.endpoint.prefetch(MANY)),
        ENDPOINT_RELEASE(use -> {
            for (int i = 0; i < Use.BEFORE; i++) {
                use.release(use.endpointHeld, i);
            }
        }),
        RELEASE(use -> {
            for (int i = 0; i < Use.BEFORE; i++) {
                use.release(use.held, i);
            }
        }),
        NEW_ENDPOINT(use -> use.arena.newEndpoint(4, 10).close()),
        LEASE(use -> use.arena.lease().close()),
        RETAIN(use -> {
            use.arena.retain();
            use.arena.close();
        }),
        BUFFERS_OUT(use -> use.arena.buffersOut(3)),
        REFUSED_CLOSE(use -> {
            try {
                use.arena.close();
                use.wrong = "closed while buffers are out";
            } catch (final IllegalStateException e) {
                // The buffers are in use.
            }
        }),
        AGE(use -> use.clock.expire()),
        TRIM(use -> use.arena.trim());

        private final Doing doing;
        private final int mostBytes;

        Step(final Doing doing) {
            this(doing, Integer.MAX_VALUE);
        }

        Step(final Doing doing, final int mostBytes) {
            this.doing = doing;
            this.mostBytes = mostBytes;
        }
    }

    private interface Doing {
        void in(Use use);
    }

    /** Runs each step with increasing amounts of memory until it succeeds, each time on a new arena. */
    static final class Program {
        /** The number of consecutive successes after which memory is considered sufficient. */
        private static final int ENOUGH = 3;

        /**
         * The size of the smallest object. With this many additional bytes, at most one additional allocation succeeds.
         */
        private static final int ALIGNMENT = 64;

        private static final int LARGEST = 1 << 16;
        private static final Object[] BALLAST = new Object[1 << 16];
        private static int ballast;
        /**
         * The memory that is to be free during the call, reserved while the heap is filled. It is a field because a
         * compiled method would not keep a local variable alive.
         */
        private static byte[] kept;

        private Program() {}

        public static void main(final String[] arguments) throws Exception {
            // Load classes and link calls.
            for (final Step any : Step.values()) {
                final Use use = new Use(any.mostBytes);
                any.doing.in(use);
                use.end();
            }
            new OutOfMemoryError().addSuppressed(new OutOfMemoryError());
            fill(LARGEST, LARGEST);
            // Leave memory for a call.
            ballast -= 24;
            clear(ballast);
            final int large = ballast;
            for (final Step step : Step.values()) {
                System.out.println(step + repeat(step, large));
            }
            // A thread may be waiting for a lock.
            Runtime.getRuntime().halt(0);
        }

        /**
         * Returns the number of times that the step failed, and the number of times that the arena's state was wrong
         * afterwards.
         */
        private static String repeat(final Step step, final int large) throws InterruptedException {
            int failed = 0;
            int succeeded = 0;
            int wrong = 0;
            for (int room = -ALIGNMENT; succeeded < ENOUGH; room += ALIGNMENT) {
                final Use use = new Use(step.mostBytes);
                final boolean isFailed = doWith(step, use, room, large);
                failed += isFailed ? 1 : 0;
                succeeded = isFailed ? 0 : succeeded + 1;
                final String found = use.end();
                if (found != null) {
                    wrong++;
                    System.err.println(step + " room=" + room + ": " + found);
                }
            }
            return " failed=" + failed + " wrong=" + wrong;
        }

        private static boolean doWith(final Step step, final Use use, final int room, final int large) {
            // Even freeing an empty array would provide space for one object.
            kept = room < 0 ? null : new byte[room];
            // After an error, the heap has free memory again, in a survivor space.
            int before = -1;
            for (int size = LARGEST; ballast != before; size = 16) {
                before = ballast;
                fill(size, 16);
            }
            kept = null;
            boolean isFailed = false;
            try {
                step.doing.in(use);
            } catch (final OutOfMemoryError e) {
                isFailed = true;
            }
            clear(large);
            return isFailed;
        }

        private static void fill(final int largest, final int least) {
            int size = largest;
            while (size >= least) {
                try {
                    final byte[] filling = new byte[size];
                    BALLAST[ballast++] = filling;
                } catch (final OutOfMemoryError e) {
                    // The JVM collects garbage several times before it throws each of these errors, so use only a few
                    // sizes.
                    size /= 4096;
                }
            }
        }

        private static void clear(final int from) {
            for (int i = from; i < BALLAST.length && BALLAST[i] != null; i++) {
                BALLAST[i] = null;
            }
            ballast = from;
        }
    }

    /** Uses an arena whose collaborators allocate no objects. */
    private static final class Use implements GrowthListener {
        private static final int SHARDS = 6;
        private static final int BUFFERS = 16 * SHARDS;
        /** The number of buffers acquired before the step. The endpoint acquires the same number of buffers. */
        private static final int BEFORE = 10;

        private final Block[] blocks = new Block[100];
        private final Mapping[] mappings = new Mapping[100];
        private final HeldTimer clock = new HeldTimer();
        private final ReceiveArena arena;
        private final ArenaEndpoint endpoint;
        private final long[] batch = new long[BUFFERS];
        private final long[] held = new long[BUFFERS];
        private final long[] endpointHeld = new long[BUFFERS];
        private final int mostBytes;
        private int count;
        private int made;
        private int granted;
        private String wrong;

        Use(final int mostBytes) {
            this.mostBytes = mostBytes;
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = new Block(0x1_0000L * (i + 1));
                mappings[i] = new Mapping();
            }
            arena = new ReceiveArena(new ReceiveArena.Context()
                    .memory((length, alignment) -> allocate(length))
                    .mapper(shard -> map())
                    .maxShards(SHARDS)
                    .stripeSize(4)
                    .growthListener(this)
                    .clock(clock));
            endpoint = arena.newEndpoint(8, BUFFERS);
            for (int i = 0; i < BEFORE; i++) {
                held[count++] = arena.acquire();
            }
            endpoint.tryAcquire(endpointHeld, 0, BEFORE);
        }

        void acquireMany() {
            for (int i = 0; i < MANY; i++) {
                hold(arena.acquire());
            }
        }

        void hold(final long handle) {
            held[count++] = handle;
        }

        void hold(final int acquired) {
            for (int i = 0; i < acquired; i++) {
                held[count++] = batch[i];
            }
        }

        void release(final long[] handles, final int at) {
            if (handles == held) {
                arena.release(handles[at]);
            } else {
                endpoint.release(handles[at]);
            }
            handles[at] = ReceiveArena.NONE;
        }

        /** Releases the buffers in use. If a release fails, the buffer may or may not have been released. */
        private void releaseAll(final long[] handles, final int end) {
            for (int i = 0; i < end; i++) {
                if (handles[i] != ReceiveArena.NONE) {
                    try {
                        release(handles, i);
                    } catch (final IllegalStateException e) {
                        // The buffer was released.
                    }
                }
            }
        }

        /** Returns a description of the first error found, or null. */
        String end() throws InterruptedException {
            final Thread other = new Thread(this::useAgain);
            other.setDaemon(true);
            other.start();
            other.join(20_000);
            return other.isAlive() ? "a thread waits: " + List.of(other.getStackTrace()) : wrong;
        }

        private void useAgain() {
            try {
                releaseAll(held, count);
                releaseAll(endpointHeld, BEFORE);
                endpoint.reserve(0);
                check("in use", 0, arena.figures().buffersInUse());
                endpoint.close();
                arena.trim();
                final int acquired = arena.tryAcquire(batch, 0, BUFFERS);
                check("acquired", BUFFERS, acquired);
                check("different", BUFFERS, Arrays.stream(batch).distinct().count());
                arena.release(batch, 0, acquired);
                check("granted", SHARDS, granted);
                arena.close();
                check("granted at the end", 0, granted);
                check(
                        "blocks left",
                        0,
                        Stream.of(blocks).filter(block -> block.isOpen).count());
                check(
                        "mappings left",
                        0,
                        Stream.of(mappings).filter(mapping -> mapping.isOpen).count());
            } catch (final RuntimeException | Error e) {
                wrong = e.toString();
                e.printStackTrace();
            }
        }

        private void check(final String name, final long expected, final long found) {
            if (expected != found && wrong == null) {
                wrong = name + ": " + found + " instead of " + expected;
            }
        }

        private MemoryBlock allocate(final long length) {
            if (length > mostBytes) {
                throw new VerbsException(Errno.ENOMEM, "fragmented");
            }
            for (final Block block : blocks) {
                if (!block.isOpen) {
                    block.isOpen = true;
                    block.length = length;
                    return block;
                }
            }
            throw new IllegalStateException("no block left");
        }

        private ShardMapping map() {
            for (final Mapping mapping : mappings) {
                if (!mapping.isOpen) {
                    mapping.isOpen = true;
                    return mapping;
                }
            }
            throw new IllegalStateException("no mapping left");
        }

        @Override
        public boolean mayGrow(final int arenaId, final int shards, final int shardSize) {
            granted++;
            return true;
        }

        @Override
        public void gaveBack(final int arenaId, final int shardSize) {
            granted--;
        }
    }

    /** A memory block that is only counted. */
    private static final class Block implements AddressBlock {
        private final long address;
        private long length;
        private boolean isOpen;

        Block(final long address) {
            this.address = address;
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void close() {
            if (!isOpen) {
                throw new IllegalStateException("closed already: address=" + address);
            }
            isOpen = false;
        }
    }

    private static final class Mapping implements FakeMapping {
        private boolean isOpen;

        @Override
        public void close() {
            isOpen = false;
        }
    }

    /** A clock with a single timer that expires on demand. */
    private static final class HeldTimer implements Clock.Shared, Timer {
        private Runnable task;
        private boolean isArmed;

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer newTimer(final Runnable run) {
            task = run;
            return this;
        }

        @Override
        public void arm(final long delayNanos) {
            isArmed = true;
        }

        @Override
        public boolean cancel() {
            final boolean wasArmed = isArmed;
            isArmed = false;
            return wasArmed;
        }

        @Override
        public boolean isArmed() {
            return isArmed;
        }

        /** Makes the timer expire often enough for two passes. */
        void expire() {
            for (int i = 0; i < 16 && isArmed; i++) {
                isArmed = false;
                task.run();
            }
        }
    }
}
