// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.MessageSizes;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Timer;

/** Tests the program's computation per call, measured with a clock that the test controls. */
class ProgramProbeTest {
    private static final int CONNECTIONS = 2;

    /**
     * The durations of three runs with 200 calls per connection, then of three with 100, and then four durations of the
     * raw messages.
     */
    private static final List<Integer> MILLIS = List.of(41, 48, 30, 21, 9, 20, 80, 40, 12, 4);

    @Test
    void shouldSubtractFromMoreCallsFewerAndTheirSimulation() {
        final int call = (41 - 20) * 1_000_000 / (100 * CONNECTIONS);
        final int simulatedMessage = 4 * 1_000_000 / 1024;
        assertEquals(call - 2 * simulatedMessage, run(Strategy.SHARD_REGISTERED));
    }

    @Test
    void shouldFindNothingIfNoStrategyRuns() {
        assertEquals(0, run(Strategy.ON_DEMAND));
    }

    private static long run(final Strategy strategy) {
        final CostModel costs = CostModel.preset("ideal");
        final ComparisonSettings settings = new ComparisonSettings.Builder()
                .echo(5, 64)
                .connections(CONNECTIONS)
                .credits(8)
                .bufferSize(4096)
                .machine("ideal")
                .seeds(1, 1)
                .strategies(strategy)
                .build();
        final DeviceCounterpart twin =
                new DeviceCounterpart("rxe0", DeviceConfiguration.DEFAULT.without(DeviceCapability.ON_DEMAND), 1);
        final EchoLoad load = new EchoLoad(5, MessageSizes.of(64), 4096, MemoryMode.BACKED, 1);
        return new ProgramProbe(new ReadClock(), twin, costs, load, settings).run();
    }

    /** A clock that advances by one of the durations at every second reading. */
    private static final class ReadClock implements Clock {
        private int looks;
        private long nanos;

        @Override
        public long nanoTime() {
            if (looks % 2 == 1) {
                nanos += MILLIS.get(looks / 2) * 1_000_000L;
            }
            looks++;
            return nanos;
        }

        @Override
        public Timer newTimer(final Runnable task) {
            throw new AssertionError("no timer is needed");
        }
    }
}
