// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Timer;

class HostLockTest {
    private static final HostResource RESOURCE = HostResource.ZONE_LOCK;
    private static final ProcessorWork WORK = ProcessorWork.ALLOCATION;

    private final Simulation simulation = new Simulation(1);
    private final HostProcessors processors =
            new HostProcessors("sim0", simulation, CostModel.defaults(), new RunningLoop());
    private final HostLock lock = new HostLock(RESOURCE, processors);
    private final List<Processor> loops = new ArrayList<>();

    HostLockTest() {
        for (int i = 0; i < 4; i++) {
            loops.add((Processor) processors.newEventLoop());
        }
    }

    @Test
    void shouldNotWaitWhenHoldsAreApart() {
        at(0, 100, () -> assertEquals(150, held(0, lock, 50)));
        at(1, 150, () -> assertEquals(200, held(1, lock, 50)));
        at(2, 300, () -> assertEquals(350, held(2, lock, 50)));
        simulation.run();
        assertEquals(0, processors.waitNanos(RESOURCE));
        assertEquals(150, processors.heldNanos(RESOURCE));
        assertEquals(150, processors.nanos(WORK));
    }

    @Test
    void shouldWaitForAllEarlierRequests() {
        at(0, 100, () -> assertEquals(150, held(0, lock, 50)));
        at(1, 100, () -> assertEquals(200, held(1, lock, 50)));
        at(2, 110, () -> assertEquals(250, held(2, lock, 50)));
        simulation.run();
        assertEquals(50 + 90, processors.waitNanos(RESOURCE));
        assertEquals(150, processors.heldNanos(RESOURCE));
        assertEquals(150 + 140, processors.nanos(WORK), "a processor spins while it waits");
    }

    /**
     * While the first processor's handler runs, that processor's clock is ahead of the simulation. The second processor
     * requests the lock for an earlier time.
     */
    @Test
    void shouldFillAGapThatIsLongEnough() {
        at(0, 100, () -> {
            held(0, lock, 50);
            loops.get(0).charge(ProcessorWork.SERVICE, 60);
            assertEquals(260, held(0, lock, 50), "210 to 260");
        });
        at(1, 100, () -> assertEquals(210, held(1, lock, 60), "fits exactly: 150 to 210"));
        at(2, 120, () -> assertEquals(270, held(2, lock, 10), "no gap is left"));
        simulation.run();
    }

    @Test
    void shouldContinueInTheNextGapWhenAGapIsTooShort() {
        at(0, 100, () -> {
            held(0, lock, 50);
            loops.get(0).charge(ProcessorWork.SERVICE, 60);
            held(0, lock, 50);
        });
        at(1, 100, () -> assertEquals(261, held(1, lock, 61), "150 to 210, and 1 behind 260"));
        at(2, 120, () -> assertEquals(321, held(2, lock, 60), "no gap is left"));
        simulation.run();
        assertEquals(50 + 50 + 141, processors.waitNanos(RESOURCE));
        assertEquals(50 + 50 + 61 + 60, processors.heldNanos(RESOURCE));
    }

    /** Each processor requests the lock again when its last hold has ended. Its handler runs to completion. */
    @ParameterizedTest
    @ValueSource(longs = {10, 170, 300})
    void shouldBeHeldAllTheTimeIfDemandExceedsCapacity(final long between) {
        final int holds = 200;
        final long nanos = 300;
        for (int i = 0; i < 4; i++) {
            final int number = i;
            for (int handler = 0; handler < 10; handler++) {
                at(i, 37L * i + handler, () -> {
                    for (int n = 0; n < holds; n++) {
                        lock.hold(WORK, nanos);
                        loops.get(number).charge(ProcessorWork.SERVICE, between);
                    }
                });
            }
        }
        simulation.run();
        final long end = loops.stream().mapToLong(Processor::nanoTime).max().orElseThrow();
        final double busy = (double) processors.heldNanos(RESOURCE) / end;
        assertTrue(busy > 0.97, "busy=" + busy);
    }

    @Test
    void shouldHoldForNoTimeIfItCostsNothing() {
        at(0, 100, () -> held(0, lock, 50));
        at(1, 100, () -> assertEquals(100, held(1, lock, 0)));
        simulation.run();
        assertEquals(0, processors.waitNanos(RESOURCE));
    }

    @Test
    void shouldTakeLongerIfAnotherProcessorHeldItLast() {
        final HostLock passed = new HostLock(RESOURCE, processors, 30, 0);
        at(0, 100, () -> assertEquals(150, held(0, passed, 50), "it was free"));
        at(0, 200, () -> assertEquals(250, held(0, passed, 50), "its own"));
        at(1, 300, () -> assertEquals(380, held(1, passed, 50)));
        at(1, 100_000, () -> assertEquals(100_050, held(1, passed, 50)));
        at(0, 200_000, () -> assertEquals(200_080, held(0, passed, 50), "however long ago"));
        simulation.run();
        assertEquals(5 * 50 + 2 * 30, processors.heldNanos(RESOURCE));
    }

    @Test
    void shouldCheckTheHolderBeforeAGap() {
        final HostLock passed = new HostLock(RESOURCE, processors, 30, 0);
        at(0, 100, () -> {
            held(0, passed, 50);
            loops.get(0).charge(ProcessorWork.SERVICE, 70);
            held(0, passed, 50);
        });
        at(1, 100, () -> assertEquals(280, held(1, passed, 50), "80: 70 between 150 and 220, and 10 behind 270"));
        simulation.run();
    }

    @Test
    void shouldTakeLongerForEachProcessorThatWaits() {
        final HostLock read = new HostLock(RESOURCE, processors, 0, 7);
        at(0, 100, () -> assertEquals(150, held(0, read, 50)));
        at(1, 100, () -> assertEquals(200, held(1, read, 50), "no other processor waits"));
        at(2, 100, () -> assertEquals(257, held(2, read, 50), "processor 1 waits"));
        at(3, 110, () -> assertEquals(257 + 64, held(3, read, 50), "processors 1 and 2 wait"));
        simulation.run();
    }

    @Test
    void shouldCountAProcessorThatWaitsOnce() {
        final HostLock read = new HostLock(RESOURCE, processors, 0, 7);
        at(0, 100, () -> {
            for (int i = 0; i < 5; i++) {
                held(0, read, 50);
                loops.get(0).charge(ProcessorWork.SERVICE, 1);
            }
        });
        at(1, 100, () -> assertEquals(100 + 5 * 50 + 57, held(1, read, 50), "4 of them in between"));
        simulation.run();
    }

    @Test
    void shouldMergeAdjacentHolds() {
        at(0, 100, () -> {
            for (int i = 0; i < 100; i++) {
                lock.hold(WORK, 50);
                loops.get(0).charge(ProcessorWork.SERVICE, 10);
            }
            assertEquals(100, lock.pending());
        });
        at(1, 110, () -> {
            lock.hold(WORK, 495);
            assertEquals(51, lock.pending(), "49.5 gaps are full");
            lock.hold(WORK, 10_000);
            assertEquals(1, lock.pending());
        });
        simulation.run();
    }

    @Test
    void shouldForgetExpiredHolds() {
        for (int i = 0; i < 10_000; i++) {
            at(i % 4, 100L * i, () -> lock.hold(WORK, 150));
        }
        simulation.run();
        assertTrue(lock.pending() < 10_000 * 150 / 400, "pending=" + lock.pending());
        processors.charge(ProcessorWork.SERVICE, 1_000_000);
        at(0, 3_000_000, () -> lock.hold(WORK, 150));
        simulation.run();
        assertEquals(1, lock.pending());
    }

    @Test
    void shouldAllocateNothingOnceItHasSeenTheMostPendingHolds() {
        final HostLock shared = new HostLock(RESOURCE, processors, 30, 5);
        final com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        final Timer[] timers = new Timer[4];
        for (int i = 0; i < 4; i++) {
            final int number = i;
            timers[i] = loops.get(i).newTimer(() -> {
                for (int n = 0; n < 20; n++) {
                    shared.hold(WORK, 50);
                }
                timers[number].arm(100);
            });
            timers[i].arm(i);
        }
        simulation.runUntil(1_000_000);
        final long before = threads.getCurrentThreadAllocatedBytes();
        simulation.runUntil(100_000_000);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 10_000, "bytes=" + allocated);
        assertTrue(shared.pending() <= 4 * 20, "pending=" + shared.pending());
    }

    /**
     * The clocks of the handlers run ahead by random times. In no interval may the lock be held for longer than the
     * interval, and the sum of all holds must be correct.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldAllowOneHolderAtATime(final long seed) {
        final SeededRandom random = new SeededRandom(seed);
        final HostLock shared = new HostLock(RESOURCE, processors, random.nextInt(20), random.nextInt(5));
        final List<long[]> holds = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < 500; i++) {
            time += random.nextInt(100);
            final int number = random.nextInt(4);
            at(number, time, () -> {
                final Processor loop = loops.get(number);
                for (int n = random.nextInt(10); n >= 0; n--) {
                    loop.charge(ProcessorWork.SERVICE, random.nextInt(60));
                    final long from = loop.nanoTime();
                    final long before = processors.heldNanos(RESOURCE);
                    shared.hold(WORK, 1 + random.nextInt(40));
                    final long length = processors.heldNanos(RESOURCE) - before;
                    holds.add(new long[] {from, loop.nanoTime(), length});
                }
            });
        }
        simulation.run();
        holds.sort(Comparator.comparingLong(hold -> hold[1]));
        final long sum = holds.stream().mapToLong(hold -> hold[2]).sum();
        for (final long[] first : holds) {
            long within = 0;
            for (final long[] hold : holds) {
                within += hold[0] >= first[0] ? hold[2] : 0;
                if (hold[0] >= first[0] && within > hold[1] - first[0]) {
                    fail("held " + within + " from " + first[0] + " to " + hold[1]);
                }
            }
        }
        assertEquals(sum, processors.heldNanos(RESOURCE));
        assertEquals(sum + processors.waitNanos(RESOURCE), processors.nanos(WORK));
    }

    /** Holds the lock on a processor whose handler is running, and returns the time at which the lock is released. */
    private long held(final int number, final HostLock held, final long nanos) {
        held.hold(WORK, nanos);
        return loops.get(number).nanoTime();
    }

    private void at(final int number, final long time, final Runnable handler) {
        loops.get(number).newTimer(handler).arm(time);
    }
}
