// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.arena.ArenaModel.CLOSED;
import static org.rpcrdma.arena.ArenaModel.FAILURE;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaModel.Growth;
import org.rpcrdma.arena.ArenaModel.Out;
import org.rpcrdma.arena.ArenaModel.Stack;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

/**
 * Executes random operations one after another, on several threads, both on an arena and on an {@link ArenaModel}. The
 * model predicts each outcome: the acquired buffer, rejections, and figures.
 */
class ArenaModelTest {
    private static final int ARENAS = Effort.of(60, 250);
    private static final int OPERATIONS = 400;
    private static final int WORKERS = 3;

    private final List<Worker> workers = new ArrayList<>();
    private FakeDevice device;
    private ReceiveArena arena;
    private ShardGeometry geometry;
    private ArenaModel model;
    private final Map<Integer, Long> handles = new HashMap<>();
    private final List<Long> stale = new ArrayList<>();
    private final Map<Stack, ArenaEndpoint> endpoints = new HashMap<>();
    private Random random;
    private Worker worker;

    /** A thread that runs one task at a time. */
    private static final class Worker {
        private final ExecutorService executor;
        private Thread thread;

        Worker() {
            executor = Executors.newSingleThreadExecutor(task -> thread = new Thread(task));
            executor.submit(() -> {});
        }

        <T> T call(final Callable<T> task) {
            try {
                return executor.submit(task).get();
            } catch (final ExecutionException e) {
                if (e.getCause() instanceof RuntimeException) {
                    throw (RuntimeException) e.getCause();
                }
                throw new AssertionError(e.getCause());
            } catch (final InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Returns the number that maps the thread to its stripe. */
        int stripe() {
            return (int) thread.getId() & OtherStripe.STRIPES - 1;
        }

        void end() throws InterruptedException {
            executor.shutdown();
            thread.join();
        }
    }

    @AfterEach
    void endWorkers() throws Exception {
        for (final Worker each : workers) {
            each.end();
        }
    }

    @Test
    void shouldAgreeWithAModel() throws Exception {
        Seed.run(seed -> {
            random = new Random(seed);
            for (int i = 0; i < WORKERS; i++) {
                workers.add(new Worker());
            }
            for (int i = 0; i < ARENAS; i++) {
                begin();
                for (int operation = 0; operation < OPERATIONS && !model.closed; operation++) {
                    operate(operation / 80 % 2 == 0 ? 50 : 20);
                    checkFigures();
                }
                end();
            }
        });
    }

    private void begin() {
        final int[] caches = {0, 1, 2, 3, 8, 40};
        final int stripeSize = caches[random.nextInt(caches.length)];
        final int shardSize = 4096 << random.nextInt(6);
        final int bufferSize = random.nextBoolean() ? 4096 : 64 * (1 + random.nextInt(shardSize / 64));
        geometry = new ShardGeometry(Math.max(bufferSize, shardSize / 20 / 64 * 64), shardSize, 1 + random.nextInt(6));
        device = new FakeDevice();
        model = new ArenaModel(geometry.slots, geometry.maxShards, (int) Math.min(stripeSize, geometry.maxBuffers()));
        arena = new ReceiveArena(device.context()
                .stripeSize(stripeSize)
                .bufferSize(geometry.bufferSize)
                .shardSize(shardSize)
                .maxShards(geometry.maxShards)
                .leakDetection(LeakDetection.values()[random.nextInt(4)])
                .growthListener((id, shards, bytes) -> model.growth != Growth.VETOED));
        handles.clear();
        stale.clear();
        endpoints.clear();
    }

    private void operate(final int acquiring) throws Exception {
        worker = workers.get(random.nextInt(WORKERS));
        setGrowth();
        final int choice = random.nextInt(100);
        if (choice < acquiring) {
            acquire();
        } else if (choice < 78) {
            release();
        } else if (choice < 90) {
            mark();
        } else if (choice < 94) {
            refuse();
        } else if (choice < 97) {
            changeEndpoints();
        } else {
            changeArena();
        }
    }

    private void setGrowth() {
        final int choice = random.nextInt(6);
        model.growth = choice == 0 ? Growth.VETOED : choice < 3 ? Growth.FAILING : Growth.GRANTED;
        final boolean failing = model.growth == Growth.FAILING;
        device.allocationsLeft = failing && choice == 1 ? 0 : Integer.MAX_VALUE;
        device.mappingsLeft = failing && choice == 2 ? 0 : Integer.MAX_VALUE;
    }

    private void acquire() {
        final Stack endpoint = pick(model.endpoints);
        final int count = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : 1;
        if (count > 1) {
            acquire(endpoint, count);
            return;
        }
        final int expected = endpoint == null ? model.acquire(worker.stripe()) : model.acquire(endpoint);
        final Callable<Long> task = () ->
                endpoint == null ? arena.tryAcquire() : endpoints.get(endpoint).tryAcquire();
        if (!isRefused(expected, task)) {
            final long handle = worker.call(task);
            assertEquals(expected, handle == ReceiveArena.NONE ? ArenaModel.NONE : rank(handle));
            keep(expected, handle, endpoint);
        }
    }

    private void acquire(final Stack endpoint, final int count) {
        final List<Integer> expected = endpoint == null
                ? model.acquire(worker.stripe(), count)
                : model.acquire(endpoint, worker.stripe(), count);
        final long[] acquired = new long[count];
        final Callable<Integer> task = () -> endpoint == null
                ? arena.tryAcquire(acquired, 0, count)
                : endpoints.get(endpoint).tryAcquire(acquired, 0, count);
        if (expected.isEmpty() || !isRefused(expected.get(0), task)) {
            assertEquals(expected.size(), worker.call(task));
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), rank(acquired[i]));
                keep(expected.get(i), acquired[i], endpoint);
            }
        }
    }

    private boolean isRefused(final int expected, final Callable<?> task) {
        if (expected == FAILURE) {
            assertThrows(VerbsException.class, () -> worker.call(task));
        } else if (expected == CLOSED) {
            assertEquals(
                    "arena is closed",
                    assertThrows(IllegalStateException.class, () -> worker.call(task))
                            .getMessage());
        }
        return expected < ArenaModel.NONE;
    }

    private void keep(final int buffer, final long handle, final Stack endpoint) {
        if (buffer >= 0) {
            model.out.get(buffer).endpoint = endpoint;
            assertTrue(!handles.containsValue(handle) && !stale.contains(handle));
            assertTrue(device.isMapped(arena.address(handle)));
            assertEquals(arena.address(handle), device.addressOf(arena.iova(handle)));
            handles.put(buffer, handle);
        }
    }

    private void release() {
        final Integer buffer = pick(new ArrayList<>(model.out.keySet()));
        if (buffer == null) {
            return;
        }
        release(buffer, wayBack(buffer));
    }

    /**
     * Returns the stack through which to release a buffer: the stack of the endpoint whose quota includes the buffer,
     * or the stack of another endpoint, which must reject the release.
     */
    private Stack wayBack(final int buffer) {
        final Out state = model.out.get(buffer);
        if (state.endpoint != null) {
            return state.holds == 1 || random.nextBoolean() ? state.endpoint : null;
        }
        final Stack other = pick(model.endpoints);
        return other == null || other.inUse() > 0 ? null : other;
    }

    private void release(final int buffer, final Stack endpoint) {
        final long handle = handles.get(buffer);
        final boolean may = endpoint == null
                ? model.release(buffer, worker.stripe())
                : model.release(buffer, endpoint, worker.stripe());
        final Callable<Void> task = () -> {
            if (endpoint == null) {
                arena.release(handle);
            } else {
                endpoints.get(endpoint).release(handle);
            }
            return null;
        };
        if (may) {
            worker.call(task);
        } else {
            assertThrows(IllegalStateException.class, () -> worker.call(task));
        }
        if (!model.out.containsKey(buffer)) {
            stale.add(handles.remove(buffer));
        }
    }

    /** Retains a buffer, or marks it as posted or completed, even if this is not permitted. */
    private void mark() {
        final Integer buffer = pick(new ArrayList<>(model.out.keySet()));
        if (buffer == null) {
            return;
        }
        final Out state = model.out.get(buffer);
        final long handle = handles.get(buffer);
        final int choice = random.nextInt(5);
        if (choice == 0) {
            arena.retain(handle);
            state.holds++;
        } else if (choice == 1 == state.posted) {
            assertThrows(IllegalStateException.class, () -> post(handle, choice == 1), "posted already, or not posted");
        } else {
            post(handle, choice == 1);
            state.posted = choice == 1;
        }
    }

    private void post(final long handle, final boolean posted) {
        if (posted) {
            arena.notePosted(handle);
        } else {
            arena.noteCompleted(handle);
        }
    }

    private void refuse() {
        final Long handle = pick(stale);
        if (handle != null) {
            assertThrows(IllegalStateException.class, () -> arena.release(handle));
            assertThrows(IllegalStateException.class, () -> arena.retain(handle));
            assertThrows(IllegalStateException.class, () -> arena.notePosted(handle));
            assertThrows(IllegalStateException.class, () -> arena.address(handle));
            endpoints.values().forEach(each -> assertThrows(IllegalStateException.class, () -> each.release(handle)));
        }
    }

    private void changeEndpoints() {
        final Stack endpoint = pick(model.endpoints);
        if (endpoint == null && model.endpoints.size() < 3) {
            final Stack made = new ArenaModel.Stack(random.nextInt(10), 1 + random.nextInt(20));
            if (model.isEnded()) {
                assertThrows(IllegalStateException.class, () -> arena.newEndpoint(1, 1));
            } else {
                model.endpoints.add(made);
                endpoints.put(made, arena.newEndpoint(made.capacity, made.quota));
            }
        } else if (endpoint != null) {
            final ArenaEndpoint closed = endpoints.get(endpoint);
            if (model.close(endpoint)) {
                closed.close();
                closed.close();
                endpoints.remove(endpoint);
            } else {
                assertThrows(IllegalStateException.class, closed::close);
            }
        }
    }

    private void changeArena() throws Exception {
        final int choice = random.nextInt(12);
        if (choice < 3) {
            workers.remove(worker);
            worker.end();
            workers.add(new Worker());
        } else if (choice < 6 && !model.isEnded()) {
            arena.retain();
            model.references++;
        } else if (choice < 11 && (model.references > 1 || !model.out.isEmpty())) {
            close();
        } else if (choice == 11 && !model.isEnded()) {
            model.closeWhenReturned();
            arena.closeWhenReturned();
        }
    }

    private void close() {
        if (model.close()) {
            arena.close();
        } else {
            assertSays(IllegalStateException.class, "buffersInUse=" + model.out.size(), arena::close);
        }
    }

    private void checkFigures() {
        final ArenaFigures figures = arena.figures();
        final int shards = model.closed ? 0 : model.shards;
        assertEquals(shards, figures.shards());
        assertEquals(shards * model.slots, figures.buffers());
        assertEquals(model.out.size(), figures.buffersInUse());
        assertEquals(model.cached(), figures.buffersCached());
        assertEquals(model.highest + 1, figures.buffersHighWater());
        assertTrue(model.most <= figures.buffersHighWater(), "never less than were out");
        endpoints.forEach((stack, endpoint) -> assertEquals(stack.inUse(), endpoint.inUse()));
        assertEquals(device.mappings.size(), figures.mappings());
        assertEquals((long) shards * geometry.shardSize, figures.mappedBytes());
        assertEquals((long) shards * geometry.shardSize, figures.allocatedBytes());
    }

    private void end() {
        worker = workers.get(0);
        for (final int buffer : new ArrayList<>(handles.keySet())) {
            final Out state = model.out.get(buffer);
            if (state.posted) {
                arena.noteCompleted(handles.get(buffer));
                state.posted = false;
            }
            while (model.out.containsKey(buffer)) {
                release(buffer, state.endpoint);
            }
        }
        endpoints.values().forEach(ArenaEndpoint::close);
        if (model.references > 0 && !model.closed) {
            arena.close();
        }
        for (int i = model.references; i > 1; i--) {
            arena.close();
        }
        device.assertNothingLeft();
    }

    private int rank(final long handle) {
        return (int) geometry.rank(HandleBits.buffer(handle));
    }

    private <T> T pick(final List<T> from) {
        final int choice = random.nextInt(from.size() + 1);
        return choice == from.size() ? null : from.get(choice);
    }
}
