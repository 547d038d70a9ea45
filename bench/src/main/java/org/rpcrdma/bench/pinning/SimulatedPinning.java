// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.bench.compare.Draws;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.pinning.PinningRow.Micros;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.Timer;

/**
 * Measures in the virtual time of a simulated host that has one processor per thread. The work is then priced with all
 * draws of the model's uncertain costs, so a row's spread shows the uncertainty of the costs. A row has the same
 * figures on every machine.
 */
public final class SimulatedPinning implements PinningRunner {
    private static final double MICRO = 1000;
    private static final double LOW = 0.05;
    private static final double MIDDLE = 0.5;
    /**
     * A device without an IOMMU. A registration takes the same time with one, but the IOMMU's page tables are slow to
     * simulate.
     */
    private static final DeviceConfiguration CONFIGURATION =
            DeviceConfiguration.DEFAULT.withMemoryMode(MemoryMode.ADDRESS_ONLY).withIommuMode(IommuMode.OFF);

    private final CostModel costs;
    private final Draws draws;

    /** Prepares measurements with the given cost model. */
    public SimulatedPinning(final CostModel costs) {
        this.costs = costs;
        draws = new Draws(costs);
    }

    @Override
    public String device() {
        return "sim0";
    }

    @Override
    public String machine() {
        return costs.machine();
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public PinningRow measure(final PinningPlan plan) {
        if (plan.pageSize() != MemoryAllocator.BASE_PAGE) {
            throw new InputException(
                    "--page-size must be 4096 without --device, because the model has no costs of other pages:"
                            + " --page-size="
                            + plan.pageSize());
        }
        final Simulation simulation = new Simulation(1);
        try (SimulatedDevice device = new Fabric(simulation, costs).attach(device(), "10.98.0.1", CONFIGURATION)) {
            final List<EventLoop> processors =
                    Stream.generate(device::newEventLoop).limit(plan.threads()).toList();
            try (PinningLanes lanes = new PinningLanes(
                    device, plan, () -> device.memory().allocate(plan.bytes(), plan.pageSize()), processors)) {
                return measure(plan, simulation, new Measurement(device, processors, lanes));
            }
        }
    }

    private PinningRow measure(final PinningPlan plan, final Simulation simulation, final Measurement measurement) {
        measurement.begin();
        simulation.run();
        return PinningRow.of(
                plan,
                Draws.COUNT,
                measurement.lanes.pairsPerSecond(),
                priced(measurement.registering, measurement.lanes.registered()),
                priced(measurement.deregistering, measurement.lanes.deregistered()));
    }

    /** Prices the work of calls and returns the time per call. */
    private Micros priced(final long[] executed, final PinningTimes calls) {
        final double[] nanos = new double[Draws.COUNT];
        for (final CostParameter cost : CostParameter.values()) {
            if (cost.ordinal() < executed.length && executed[cost.ordinal()] > 0) {
                final double[] values = draws.values(cost);
                for (int i = 0; i < nanos.length; i++) {
                    nanos[i] += values[i] * executed[cost.ordinal()] / calls.count();
                }
            }
        }
        Arrays.sort(nanos);
        return new Micros(at(nanos, LOW), at(nanos, MIDDLE), at(nanos, 1 - LOW));
    }

    private static double at(final double[] sorted, final double part) {
        return sorted[(int) Math.round(part * (sorted.length - 1))] / MICRO;
    }

    /** Runs each lane's steps on its processor, and counts the work of measured calls. */
    private static final class Measurement {
        final PinningLanes lanes;
        final long[] registering = new long[CostParameter.charged()];
        final long[] deregistering = new long[CostParameter.charged()];
        private final SimulatedDevice device;
        private final List<EventLoop> processors;

        Measurement(final SimulatedDevice device, final List<EventLoop> processors, final PinningLanes lanes) {
            this.device = device;
            this.processors = processors;
            this.lanes = lanes;
        }

        /**
         * Starts all lanes when the first processor becomes free, because that processor was charged for allocating the
         * memory.
         */
        void begin() {
            final long begin = processors.get(0).nanoTime();
            for (int i = 0; i < processors.size(); i++) {
                final EventLoop processor = processors.get(i);
                new Steps(this, processor, lanes.all().get(i)).timer.arm(begin - processor.nanoTime());
            }
        }

        /** Runs one step of a lane on the current processor; returns false if no step was left. */
        boolean step(final PinningLane lane) {
            final long registered = lane.registered().count();
            final long deregistered = lane.deregistered().count();
            final long[] before = executed();
            final boolean hasMade = lane.step();
            if (lane.registered().count() > registered) {
                addDifference(registering, before, executed());
            } else if (lane.deregistered().count() > deregistered) {
                addDifference(deregistering, before, executed());
            }
            return hasMade;
        }

        private long[] executed() {
            final long[] executed = new long[CostParameter.charged()];
            device.payingProcessorStatistics().addOther(executed);
            return executed;
        }

        private static void addDifference(final long[] sum, final long[] before, final long[] after) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += after[i] - before[i];
            }
        }
    }

    /** Runs one step per timer event, so that the processors' steps run in order of virtual time. */
    private static final class Steps {
        final Timer timer;
        private final Measurement measurement;
        private final PinningLane lane;

        Steps(final Measurement measurement, final EventLoop processor, final PinningLane lane) {
            this.measurement = measurement;
            this.lane = lane;
            timer = processor.newTimer(this::next);
        }

        private void next() {
            if (measurement.step(lane)) {
                timer.arm(0);
            }
        }
    }
}
