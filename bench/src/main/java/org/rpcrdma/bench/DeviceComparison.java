/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rpcrdma.bench.DeviceResult.StrategyResult;
import org.rpcrdma.nic.DeviceConfiguration;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.Personality;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Device;

/**
 * A comparison on a device of the host, and the same in a simulation of its kind.
 *
 * @param name     the device's
 * @param open     opens it; once a strategy
 * @param load     what each connection does
 * @param options  what it runs with
 */
record DeviceComparison(String name, Supplier<Device> open, EchoLoad load, CompareOptions options) {
    private static final String SIMULATED_ADDRESS = "10.98.0.1";

    /** What a device of a name is like: the personality that the name begins with. */
    Personality personality() {
        return Personalities.ofDevice(name);
    }

    /**
     * Runs the strategies, one after the other, each on the device and in a simulation. The first one that the device has runs
     * once more ahead of all, and that is thrown away: else it alone would pay for what a JVM does the first time.
     *
     * @param progress is told of each strategy that begins.
     */
    DeviceResult run(final Consumer<Strategy> progress) {
        warmUp();
        final List<StrategyResult> results = new ArrayList<>();
        for (final Strategy strategy : options.strategies()) {
            progress.accept(strategy);
            results.add(StrategyResult.of(strategy, real(strategy), predicted(strategy)));
        }
        return DeviceResult.of(this, results);
    }

    private void warmUp() {
        for (final Strategy strategy : options.strategies()) {
            if (real(strategy).figures() != null) {
                return;
            }
        }
    }

    private DeviceAnswer real(final Strategy strategy) {
        try (Device device = open.get()) {
            return DeviceAnswer.of(device, load, options, strategy);
        }
    }

    private DeviceAnswer predicted(final Strategy strategy) {
        final Fabric fabric =
                new Fabric(new Simulation(options.seed()), options.hardware().costs());
        final DeviceConfiguration configuration =
                options.hardware().device().withPersonality(personality()).inUserSpace();
        try (SimulatedDevice device = fabric.attach(name, SIMULATED_ADDRESS, configuration)) {
            return DeviceAnswer.of(device, load, options, strategy);
        }
    }
}
