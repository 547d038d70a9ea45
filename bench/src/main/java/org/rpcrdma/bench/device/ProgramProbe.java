// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.probe.DeviceProbe;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Device;

/**
 * Measures the CPU time that this program's endpoints and service use per call. This is the time that the host needs
 * for the comparison's calls on a simulated device, minus the time to simulate the messages. Only the clock belongs to
 * the real device.
 */
final class ProgramProbe {
    /**
     * The number of RPCs per connection. A second run with twice as many RPCs yields the cost of an additional call.
     */
    private static final int RPCS = 100;

    /** The maximum number of RPCs over all connections. */
    private static final int MOST_RPCS = 20_000;

    private static final int MESSAGES_A_CALL = 2;

    /** The number of samples. It is odd, so that there is a middle sample. */
    private static final int SAMPLES = 3;

    private final Clock clock;
    private final DeviceCounterpart twin;
    private final CostModel costs;
    private final EchoLoad load;
    private final ComparisonSettings settings;
    private final int rpcs;

    ProgramProbe(
            final Clock clock,
            final DeviceCounterpart twin,
            final CostModel costs,
            final EchoLoad load,
            final ComparisonSettings settings) {
        this.clock = clock;
        this.twin = twin;
        this.costs = costs;
        this.load = load;
        this.settings = settings;
        rpcs = Math.max(1, Math.min(RPCS, MOST_RPCS / settings.traffic().connections()));
    }

    /**
     * Returns the time of a call and its reply in nanoseconds, as the median over the strategies; 0 if the device
     * supports none of them.
     */
    long run() {
        final long[] calls = settings.strategies().stream()
                .filter(this::runs)
                .mapToLong(this::callNanos)
                .toArray();
        return calls.length == 0 ? 0 : Math.max(0, DeviceProbe.median(calls) - MESSAGES_A_CALL * simulationNanos());
    }

    private boolean runs(final Strategy strategy) {
        return answer(strategy, 1).figures() != null;
    }

    private long callNanos(final Strategy strategy) {
        final long more = median(strategy, 2 * rpcs) - median(strategy, rpcs);
        return Math.round(more / ((double) rpcs * settings.traffic().connections()));
    }

    private long median(final Strategy strategy, final int calls) {
        final long[] samples = new long[SAMPLES];
        Arrays.setAll(samples, i -> nanos(strategy, calls));
        return DeviceProbe.median(samples);
    }

    private long nanos(final Strategy strategy, final int calls) {
        final long begun = clock.nanoTime();
        answer(strategy, calls);
        return clock.nanoTime() - begun;
    }

    private DeviceOutcome answer(final Strategy strategy, final int calls) {
        try (Device device = twin.open(costs)) {
            return DeviceOutcome.of(device, load.ofRpcs(calls), settings, strategy, UnaryOperator.identity());
        }
    }

    /** Returns the time to simulate one message. */
    private long simulationNanos() {
        try (SimulatedDevice device = twin.open(costs)) {
            return DeviceProbe.messageNanos(device, clock, load.sizes().largest());
        }
    }
}
