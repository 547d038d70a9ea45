// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.registration.RegistrationResult.DesignResult;
import org.rpcrdma.bench.registration.RegistrationResult.Sample;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.replay.CapturedRegistration;
import org.rpcrdma.replay.RegistrationTrace;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.rnic.config.RegistrationStatistics;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Replays a trace's registrations on a simulated device, each from its start time to its end time. The device then
 * stays idle until aging is complete, and is closed. All registrations use the same memory, but each needs a separate
 * key.
 */
public final class RegistrationReplay {
    private static final int PAGE_SIZE = 4096;
    /** An unused handle lives for at most two aging periods. Destroying many handles takes several more seconds. */
    private static final long SPARE_SECONDS = 10;

    private final RegistrationTrace trace;
    private final RegistrationDesign design;
    private final ReplayPlan plan;
    private final Simulation simulation = new Simulation(1);
    private final List<Sample> samples = new ArrayList<>();
    private final PriorityQueue<Live> live =
            new PriorityQueue<>(Comparator.comparingLong(Live::endNanos).thenComparingInt(Live::place));
    private EventLoop loop;
    private RegistrationStatistics statistics;
    private long beginNanos;
    private long registerNanos;
    private long deregisterNanos;

    /** A live region, the time at which it ends in the trace, and its position in the trace. */
    private record Live(long endNanos, int place, MemoryRegion region) {}

    /** Prepares a replay. The plan's aging period and floors apply only to FRMR pools. */
    public RegistrationReplay(final RegistrationTrace trace, final RegistrationDesign design, final ReplayPlan plan) {
        this.trace = trace;
        this.design = design;
        this.plan = plan;
    }

    public DesignResult run() {
        final SimulatedDevice device = new Fabric(simulation, CostModel.defaults())
                .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.withDesign(design));
        loop = device.newEventLoop();
        statistics = device.registrationStatistics();
        if (design == RegistrationDesign.FRMR_POOLS) {
            set(device.frmrPools());
        }
        final long handlesAtStart = statistics.handlesHeld();
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock memory = device.memory().allocate((long) mostPages() * PAGE_SIZE, PAGE_SIZE);
        beginNanos = loop.nanoTime();
        sample();
        registerAll(domain, memory, 0);
        long end = trace.durationNanos();
        if (plan.restart() > 0) {
            final long again = end + TimeUnit.SECONDS.toNanos(plan.restart());
            registerAll(domain, memory, again);
            end += again;
        }
        goTo(end + TimeUnit.SECONDS.toNanos(2L * plan.aging() + SPARE_SECONDS));
        final long destroyed = statistics.handlesDestroyed();
        memory.close();
        domain.close();
        final long before = loop.nanoTime();
        device.close();
        return result(handlesAtStart, destroyed, loop.nanoTime() - before);
    }

    /** Pins the pool of each size, the largest first, because a pool also serves smaller sizes. */
    private void set(final FrmrPools pools) {
        pools.setAgingPeriod(plan.aging());
        if (plan.pinned() > 0) {
            trace.registrations().stream()
                    .map(CapturedRegistration::pages)
                    .distinct()
                    .sorted(Comparator.reverseOrder())
                    .forEach(pages -> pools.setPinned(FrmrKey.of(0, pages), plan.pinned()));
        }
    }

    private void registerAll(final ProtectionDomain domain, final MemoryBlock memory, final long from) {
        int place = 0;
        for (final CapturedRegistration registration : trace.registrations()) {
            endUpTo(from + registration.beginNanos());
            goTo(from + registration.beginNanos());
            final long address = memory.address() + registration.offsetInPage();
            final long before = loop.nanoTime();
            final MemoryRegion region =
                    domain.registerMemory(address, registration.length(), address, registration.access());
            registerNanos += loop.nanoTime() - before;
            sample();
            live.add(new Live(from + registration.endNanos(), place++, region));
        }
        endUpTo(Long.MAX_VALUE);
    }

    private void endUpTo(final long nanos) {
        while (!live.isEmpty() && live.peek().endNanos() <= nanos) {
            final Live ending = live.remove();
            goTo(ending.endNanos());
            final long before = loop.nanoTime();
            ending.region().close();
            deregisterNanos += loop.nanoTime() - before;
            sample();
        }
    }

    /** Advances the time to a time in the trace. */
    private void goTo(final long nanos) {
        while (simulation.nextEventTime() <= beginNanos + nanos) {
            simulation.step();
            sample();
        }
        simulation.runUntil(beginNanos + nanos);
    }

    /** Records the resources in use if they have changed. */
    private void sample() {
        final long handles = statistics.handlesHeld();
        final int last = samples.size() - 1;
        if (last < 0 || samples.get(last).handles() != handles) {
            final long nanos = Math.max(0, simulation.nanoTime() - beginNanos);
            samples.add(new Sample(nanos, handles, statistics.bytesHeld()));
        }
    }

    private DesignResult result(final long handlesAtStart, final long destroyed, final long closeNanos) {
        final long taken = statistics.handlesTaken();
        return new DesignResult(
                design.label(),
                statistics.startNanos(),
                handlesAtStart,
                samples.get(0).bytes(),
                taken,
                statistics.handlesReused(),
                (double) statistics.handlesReused() / taken,
                statistics.handlesCreated() - handlesAtStart,
                destroyed,
                samples.stream().mapToLong(Sample::bytes).max().orElse(0),
                registerNanos / taken,
                deregisterNanos / taken,
                closeNanos,
                samples);
    }

    private int mostPages() {
        return trace.registrations().stream()
                .mapToInt(CapturedRegistration::pages)
                .max()
                .orElse(1);
    }
}
