// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.Personalities;
import org.rpcrdma.bench.device.DeviceResult.StrategyResult;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.ConnectionCalls;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Device;

/**
 * A comparison on a device of the host and in a simulation of the device.
 *
 * @param name     the device's name.
 * @param load     the load of each connection.
 * @param settings the settings of the comparison.
 */
public record DeviceComparison(String name, EchoLoad load, ComparisonSettings settings) {
    /**
     * The number of warm-up runs. They absorb the JVM's class loading and compilation, and their results are discarded.
     */
    private static final int AHEAD = 3;

    /**
     * Creates a comparison.
     *
     * @param settings settings in which all connections echo.
     */
    public static DeviceComparison of(final String name, final ComparisonSettings settings) {
        final EchoLoad load = EchoLoad.of((ConnectionCalls.Echo) settings.calls(), settings);
        return new DeviceComparison(name, load, Comparison.of(settings, load).settings());
    }

    /** Returns the personality of the device's driver. */
    Personality personality() {
        return Personalities.ofDevice(name);
    }

    /**
     * Probes the device, fits the model, and runs the strategies one after the other, both on the device and in a
     * simulation. Before the probe, warm-up runs execute all strategies on the device.
     *
     * @param opener   opens the device, once per strategy.
     * @param progress receives the name of each step.
     */
    public DeviceResult run(final Function<String, Device> opener, final Consumer<String> progress) {
        for (int i = 0; i < AHEAD; i++) {
            for (final Strategy strategy : settings.strategies()) {
                progress.accept(strategy.label() + ", ahead");
                real(opener, strategy);
            }
        }
        progress.accept("probe");
        final DeviceModel model;
        try (Device device = opener.apply(name)) {
            model = DeviceModel.of(device, personality(), load, settings);
        }
        final List<StrategyResult> results = new ArrayList<>();
        for (final Strategy strategy : settings.strategies()) {
            progress.accept(strategy.label());
            results.add(StrategyResult.of(strategy, real(opener, strategy), model.predict(load, settings, strategy)));
        }
        return DeviceResult.of(this, model, results);
    }

    private DeviceOutcome real(final Function<String, Device> opener, final Strategy strategy) {
        try (Device device = opener.apply(name)) {
            return DeviceOutcome.of(device, load, settings, strategy, UnaryOperator.identity());
        }
    }
}
