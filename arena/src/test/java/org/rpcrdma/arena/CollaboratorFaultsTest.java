// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Makes each collaborator of an arena (allocator, mapper, mapping, clock, timer, listener) throw at its n-th call, for
 * every n. After each failure, the program continues and retries if necessary. At the end, everything must have been
 * released.
 */
class CollaboratorFaultsTest {
    private static final int SHARDS = 3;
    /**
     * The number of calls up to which every call fails in one of the runs. Of the later calls, fewer and fewer are made
     * to fail.
     */
    private static final int STEADY = Effort.of(10, 30);

    private final FakeDevice device = new FakeDevice();
    private final HookedClock clock = new HookedClock().onAll(this::call);
    private final List<Long> held = new ArrayList<>();
    private Supplier<Throwable> fault;
    private int callsLeft;
    private boolean thrown;
    private int granted;
    private ReceiveArena arena;
    private ArenaEndpoint endpoint;

    /** The exception that a collaborator throws. */
    private enum Fault {
        OUT_OF_MEMORY(() -> new OutOfMemoryError("by the test")),
        STATE(() -> new IllegalStateException("by the test"));

        final Supplier<Throwable> made;

        Fault(final Supplier<Throwable> made) {
            this.made = made;
        }
    }

    private void call() {
        if (--callsLeft == 0) {
            thrown = true;
            final Throwable failure = fault.get();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingIfTheNthCallFails(final Fault kind) {
        fault = kind.made;
        for (final LeakDetection level : LeakDetection.values()) {
            for (final int stripeSize : new int[] {0, 3}) {
                useWithFaults(level, stripeSize);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingIfTheNthCallFailsAndShardsComeInPieces(final Fault kind) {
        fault = kind.made;
        device.mostBytes = 16_384;
        useWithFaults(LeakDetection.SIMPLE, 0);
        useWithFaults(LeakDetection.ADVANCED, 3);
    }

    private void useWithFaults(final LeakDetection level, final int stripeSize) {
        int n = 1;
        do {
            use(level, stripeSize, n);
            n += 1 + n / STEADY;
        } while (thrown);
        assertTrue(n > 50, "calls=" + n);
    }

    private void use(final LeakDetection level, final int stripeSize, final int n) {
        thrown = false;
        granted = 0;
        held.clear();
        callsLeft = Integer.MAX_VALUE;
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(this::map)
                .memory(this::allocate)
                .maxShards(SHARDS)
                .stripeSize(stripeSize)
                .leakDetection(level)
                .leakListener(leak -> call())
                .growthListener(growth())
                .clock(clock));
        endpoint = arena.newEndpoint(stripeSize, 20);
        callsLeft = n;
        final String name = "level=" + level + " stripeSize=" + stripeSize + " n=" + n;
        program();
        callsLeft = 0;
        for (final long handle : held) {
            arena.release(handle);
        }
        assertEquals(0, arena.figures().buffersInUse(), name);
        endpoint.close();
        arena.trim();
        assertEquals(0, arena.figures().shardsStuck(), name);
        final long[] all = new long[16 * SHARDS + 1];
        assertEquals(16 * SHARDS, arena.tryAcquire(all, 0, all.length), name);
        arena.release(all, 0, 16 * SHARDS);
        arena.close();
        assertEquals(0, granted, name);
        device.assertNothingLeft();
    }

    /** Uses every operation, without retrying operations that fail. */
    private void program() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 18; i++) {
                acquire(false);
            }
            acquire(true);
            batch();
            for (int i = 0; i < 3 && !held.isEmpty(); i++) {
                elsewhere(held.get(i));
            }
            check();
            while (held.size() > 3) {
                release(held.remove(held.size() - 1));
            }
            attempt(arena::trim);
            attempt(() -> clock.hand.advanceSeconds(200));
            check();
        }
    }

    private void check() {
        if (thrown && callsLeft < 0) {
            assertEquals(held.size(), arena.figures().buffersInUse(), "held");
            assertEquals(arena.figures().shards(), granted - arena.figures().shardsStuck());
        }
    }

    private void acquire(final boolean atEndpoint) {
        attempt(() -> {
            final long handle = atEndpoint ? endpoint.tryAcquire() : arena.tryAcquire();
            if (handle != ReceiveArena.NONE) {
                held.add(handle);
            }
        });
    }

    private void batch() {
        final long[] handles = new long[12];
        attempt(() -> {
            final int acquired = endpoint.tryAcquire(handles, 0, 12);
            for (int i = 0; i < acquired; i++) {
                held.add(handles[i]);
            }
        });
        final long[] more = new long[4];
        attempt(() -> {
            final int acquired = arena.tryAcquire(more, 0, 4);
            for (int i = 0; i < acquired; i++) {
                held.add(more[i]);
            }
        });
    }

    /**
     * Retains and releases a buffer, retrying each call until it succeeds. A call that fails must not change anything.
     */
    private void elsewhere(final long handle) {
        repeat(() -> arena.retain(handle));
        repeat(() -> arena.notePosted(handle));
        repeat(() -> arena.noteCompleted(handle));
        repeat(() -> arena.release(handle));
    }

    private void repeat(final Runnable what) {
        final boolean before = thrown;
        attempt(what);
        if (thrown != before) {
            what.run();
        }
    }

    /** Releases a buffer. If a failure leaves the buffer in use, retries. */
    private void release(final long handle) {
        final boolean before = thrown;
        attempt(() -> arena.release(handle));
        if (thrown != before && isOut(handle)) {
            arena.release(handle);
        }
    }

    private boolean isOut(final long handle) {
        try {
            return arena.address(handle) != 0;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    private void attempt(final Runnable what) {
        try {
            what.run();
        } catch (final RuntimeException | Error e) {
            if (!thrown) {
                throw e;
            }
        }
    }

    private MemoryBlock allocate(final long length, final long alignment) {
        call();
        return calling(MemoryBlock.class, device.allocate(length, alignment), "close");
    }

    private ShardMapping map(final MemoryBlock shard) {
        call();
        final ShardMapping mapping = new DmaShardMapper(device.domain()).map(shard);
        return calling(ShardMapping.class, mapping, "mappings", "pages", "bytes", "close");
    }

    /** Returns a proxy for an object that counts the calls to some methods before it executes them. */
    private <T> T calling(final Class<T> type, final T object, final String... methods) {
        final Set<String> counted = Set.of(methods);
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (counted.contains(method.getName())) {
                        call();
                    }
                    try {
                        return method.invoke(object, arguments);
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private GrowthListener growth() {
        return new GrowthListener() {
            @Override
            public boolean mayGrow(final int arenaId, final int shards, final int shardSize) {
                call();
                granted++;
                return true;
            }

            @Override
            public void gaveBack(final int arenaId, final int shardSize) {
                granted--;
                call();
            }
        };
    }
}
