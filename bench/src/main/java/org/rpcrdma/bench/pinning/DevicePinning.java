// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.perf.WarmUp;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Measures registrations on a device of the host, with the clock of its event loop. All pages are resident before
 * memory is registered. Not thread-safe.
 */
public final class DevicePinning implements PinningRunner {
    private final String name;
    private final Function<String, Device> opener;
    /** The duration of the warm-up before the first row, or {@link #UNTIL_COMPILED}. It becomes 0 after the warm-up. */
    private long warmUpNanos;

    /** The value that requests a warm-up until the JVM has compiled the code. */
    public static final long UNTIL_COMPILED = -1;

    /**
     * Prepares measurements.
     *
     * @param name        the device's name.
     * @param opener      opens the device, once per row.
     * @param warmUpNanos the duration of the warm-up before the first row, or {@link #UNTIL_COMPILED}.
     */
    public DevicePinning(final String name, final Function<String, Device> opener, final long warmUpNanos) {
        this.name = name;
        this.opener = opener;
        this.warmUpNanos = warmUpNanos;
    }

    @Override
    public String device() {
        return name;
    }

    @Override
    public String machine() {
        return null;
    }

    @Override
    public boolean isVirtual() {
        return false;
    }

    @Override
    public PinningRow measure(final PinningPlan plan) {
        warmUp(plan);
        try (Device device = opener.apply(name)) {
            if (device instanceof RnicDevice && plan.threads() > 1) {
                throw new InputException("--threads must be 1 for " + name + ": a software device belongs to one"
                        + " thread: --threads=" + plan.threads());
            }
            final List<EventLoop> clocks = Collections.nCopies(plan.threads(), device.newEventLoop());
            try (PinningLanes lanes = new PinningLanes(device, plan, () -> memory(device, plan), clocks)) {
                run(lanes.all());
                return PinningRow.of(
                        plan,
                        lanes.registered().count(),
                        lanes.pairsPerSecond(),
                        lanes.registered().micros(),
                        lanes.deregistered().micros());
            }
        }
    }

    private void warmUp(final PinningPlan plan) {
        final long nanos = warmUpNanos;
        warmUpNanos = 0;
        if (nanos == UNTIL_COMPILED) {
            WarmUp.ofThisJvm().repeat(() -> warmUp(plan, WarmUp.SLICE_NANOS));
        } else if (nanos > 0) {
            warmUp(plan, nanos);
        }
    }

    private void warmUp(final PinningPlan plan, final long nanos) {
        final PinningPlan calls =
                new PinningPlan(plan.bytes(), plan.pageSize(), 1, PinningPool.WARM, PinningPlan.MAX_PAIRS);
        try (Device device = opener.apply(name)) {
            final EventLoop clock = device.newEventLoop();
            try (PinningLanes lanes = new PinningLanes(device, calls, () -> memory(device, calls), List.of(clock))) {
                final PinningLane lane = lanes.all().get(0);
                final long end = clock.nanoTime() + nanos;
                while (clock.nanoTime() - end < 0 && lane.step()) {
                    // step() makes the calls
                }
            }
        }
    }

    /** Allocates memory and touches its pages, so that a registration does not have to fault them in. */
    private static MemoryBlock memory(final Device device, final PinningPlan plan) {
        final MemoryBlock memory = pages(device, plan);
        final ByteBuffer bytes = memory.buffer();
        for (int i = 0; i < bytes.capacity(); i += MemoryAllocator.BASE_PAGE) {
            bytes.put(i, (byte) 1);
        }
        return memory;
    }

    private static MemoryBlock pages(final Device device, final PinningPlan plan) {
        try {
            return device.memory().allocatePages(plan.bytes(), plan.pageSize());
        } catch (final VerbsException e) {
            if (e.errno() == Errno.EOPNOTSUPP) {
                throw new InputException("--page-size " + plan.pageSize() + ": " + e.getMessage());
            }
            throw e;
        }
    }

    /**
     * Runs the lanes. Several lanes start together, each on its own thread; a single lane runs on the current thread.
     */
    private static void run(final List<PinningLane> lanes) {
        if (lanes.size() == 1) {
            finish(lanes.get(0));
            return;
        }
        final ExecutorService threads = Executors.newFixedThreadPool(lanes.size());
        final CyclicBarrier begin = new CyclicBarrier(lanes.size());
        try {
            for (final Future<Void> ended : threads.invokeAll(
                    lanes.stream().map(lane -> task(lane, begin)).toList())) {
                ended.get();
            }
        } catch (final ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while registering memory", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Void> task(final PinningLane lane, final CyclicBarrier begin) {
        return () -> {
            begin.await();
            finish(lane);
            return null;
        };
    }

    private static void finish(final PinningLane lane) {
        while (lane.step()) {
            // step() makes the calls
        }
    }
}
