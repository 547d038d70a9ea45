// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.device.DeviceModel.CostFigure;
import org.rpcrdma.bench.device.DeviceModel.ProbeFigure;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.MessageSizes;
import org.rpcrdma.bench.settings.Strategy;

/**
 * The result of {@code compare --device} as JSON. {@code real} contains times measured on the host, and
 * {@code predicted} contains virtual times from the cost model in {@code costs}. Both are null if the device lacks a
 * feature that the strategy needs.
 */
public record DeviceResult(
        String version,
        @JsonUnwrapped Hardware hardware,
        @JsonUnwrapped Calls calls,
        @JsonUnwrapped Buffers receives,
        long seed,
        @JsonUnwrapped Model model,
        List<StrategyResult> strategies,
        List<String> notes) {
    /** The device, and the machine and IOMMU that model its costs. */
    record Hardware(String device, String personality, String machine, String iommu) {}

    /** The calls that each connection makes. */
    record Calls(String workload, int connections, int rpcs, List<MessageSizes.MessageSize> sizes) {}

    /** The Receive buffers of each connection. */
    record Buffers(int credits, int buffers, int bufferSize, int shardSize) {}

    /** The fitted model. */
    record Model(List<ProbeFigure> probe, List<CostFigure> costs) {}

    static DeviceResult of(
            final DeviceComparison comparison, final DeviceModel model, final List<StrategyResult> strategies) {
        final ComparisonSettings settings = comparison.settings();
        final EchoLoad load = comparison.load();
        final BufferSettings buffers = settings.buffers();
        return new DeviceResult(
                Version.CURRENT,
                new Hardware(
                        comparison.name(),
                        comparison.personality().label(),
                        settings.hardware().machine(),
                        settings.hardware().iommuLabel()),
                new Calls(
                        load.label(),
                        settings.traffic().connections(),
                        load.rpcs(),
                        load.sizes().list()),
                new Buffers(buffers.credits(), buffers.count(), buffers.size(), buffers.shardSize()),
                settings.seeds().first(),
                new Model(model.probe(), model.parameters()),
                strategies,
                DeviceNotes.of(model.twin()));
    }

    /**
     * The figures of a strategy.
     *
     * @param name      the strategy's label.
     * @param real      the figures on the device, or null.
     * @param errno     the errno with which the device rejected the strategy, or null.
     * @param reason    the reason as text, or null.
     * @param predicted the figures in the simulation, or null if the simulated device rejected the strategy.
     * @param ratio     {@code real} divided by {@code predicted}, or null if one of them is missing.
     */
    public record StrategyResult(
            String name, DeviceFigures real, String errno, String reason, DeviceFigures predicted, DeviceRatios ratio) {
        static StrategyResult of(final Strategy strategy, final DeviceOutcome real, final DeviceOutcome predicted) {
            return new StrategyResult(
                    strategy.label(),
                    real.figures(),
                    real.errno(),
                    real.reason(),
                    predicted.figures(),
                    DeviceRatios.of(real.figures(), predicted.figures()));
        }
    }
}
