// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.HostResource;
import org.rpcrdma.nic.cost.ProcessorWork;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Timer;

class HostLockTest {
    private static final HostResource RESOURCE = HostResource.ZONE_LOCK;
    private static final ProcessorWork WORK = ProcessorWork.ALLOCATION;

    private final Simulation simulation = new Simulation(1);
    private final HostProcessors processors =
            new HostProcessors("sim0", simulation, CostModel.defaults(), new RunningProcessor());
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
    void shouldWaitForAllThatAskedEarlier() {
        at(0, 100, () -> assertEquals(150, held(0, lock, 50)));
        at(1, 100, () -> assertEquals(200, held(1, lock, 50)));
        at(2, 110, () -> assertEquals(250, held(2, lock, 50)));
        simulation.run();
        assertEquals(50 + 90, processors.waitNanos(RESOURCE));
        assertEquals(150, processors.heldNanos(RESOURCE));
        assertEquals(150 + 140, processors.nanos(WORK), "a processor spins while it waits");
    }

    /** The first processor's clock runs ahead while its handler runs: what the second asks for is earlier. */
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
    void shouldNotFillAGapThatIsTooShort() {
        at(0, 100, () -> {
            held(0, lock, 50);
            loops.get(0).charge(ProcessorWork.SERVICE, 60);
            held(0, lock, 50);
        });
        at(1, 100, () -> assertEquals(321, held(1, lock, 61)));
        at(2, 120, () -> assertEquals(210, held(2, lock, 60), "a shorter one finds the gap"));
        simulation.run();
    }

    @Test
    void shouldHoldForNothingWhenItCostsNothing() {
        at(0, 100, () -> held(0, lock, 50));
        at(1, 100, () -> assertEquals(100, held(1, lock, 0)));
        simulation.run();
        assertEquals(0, processors.waitNanos(RESOURCE));
    }

    @Test
    void shouldTakeLongerFromAnotherProcessor() {
        final HostLock passed = new HostLock(RESOURCE, processors, 30, 0);
        at(0, 100, () -> assertEquals(150, held(0, passed, 50), "nobody had it"));
        at(0, 200, () -> assertEquals(250, held(0, passed, 50), "its own"));
        at(1, 300, () -> assertEquals(380, held(1, passed, 50)));
        at(1, 100_000, () -> assertEquals(100_050, held(1, passed, 50)));
        at(0, 200_000, () -> assertEquals(200_080, held(0, passed, 50), "however long ago"));
        simulation.run();
        assertEquals(5 * 50 + 2 * 30, processors.heldNanos(RESOURCE));
    }

    @Test
    void shouldAskTheHolderAheadOfAGap() {
        final HostLock passed = new HostLock(RESOURCE, processors, 30, 0);
        at(0, 100, () -> {
            held(0, passed, 50);
            loops.get(0).charge(ProcessorWork.SERVICE, 70);
            held(0, passed, 50);
        });
        at(1, 100, () -> assertEquals(350, held(1, passed, 50), "80 do not fit between 150 and 220"));
        simulation.run();
    }

    @Test
    void shouldTakeLongerForEachProcessorThatWaits() {
        final HostLock read = new HostLock(RESOURCE, processors, 0, 7);
        at(0, 100, () -> assertEquals(150, held(0, read, 50)));
        at(1, 100, () -> assertEquals(200, held(1, read, 50), "nobody else waits"));
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
        at(1, 100, () -> assertEquals(100 + 5 * 50 + 4 + 57, held(1, read, 50)));
        simulation.run();
    }

    @Test
    void shouldForgetHoldsThatAreOver() {
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

    /** Handlers run ahead at random: holds overlap in no case, and all add up. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldLetOneHoldAtATime(final long seed) {
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
                    final long before = processors.heldNanos(RESOURCE);
                    shared.hold(WORK, 1 + random.nextInt(40));
                    final long length = processors.heldNanos(RESOURCE) - before;
                    holds.add(new long[] {loop.nanoTime() - length, loop.nanoTime()});
                }
            });
        }
        simulation.run();
        holds.sort((one, other) -> Long.compare(one[0], other[0]));
        long sum = 0;
        for (int i = 0; i < holds.size(); i++) {
            sum += holds.get(i)[1] - holds.get(i)[0];
            assertTrue(i == 0 || holds.get(i)[0] >= holds.get(i - 1)[1], "hold " + i);
        }
        assertEquals(sum, processors.heldNanos(RESOURCE));
        assertEquals(sum + processors.waitNanos(RESOURCE), processors.nanos(WORK));
    }

    /** Holds the lock on a processor whose handler runs; returns the end. */
    private long held(final int number, final HostLock held, final long nanos) {
        held.hold(WORK, nanos);
        return loops.get(number).nanoTime();
    }

    private void at(final int number, final long time, final Runnable handler) {
        loops.get(number).newTimer(handler).arm(time);
    }
}
