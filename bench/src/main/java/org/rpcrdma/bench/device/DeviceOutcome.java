// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.compare.StrategyPlan;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The outcome of a strategy on a device.
 *
 * @param figures the figures; null if the device lacks a required feature.
 * @param errno   the errno with which the device rejected the strategy, or null.
 * @param reason  the reason as text, or null.
 */
record DeviceOutcome(DeviceFigures figures, String errno, String reason) {
    private static final int TRIED_BYTES = 4096;

    /**
     * Runs a strategy on a device. Does not run it if the device cannot map a page as the strategy requires.
     *
     * @param program wraps the load's service, so that its computation takes virtual time.
     */
    static DeviceOutcome of(
            final Device device,
            final EchoLoad load,
            final ComparisonSettings settings,
            final Strategy strategy,
            final UnaryOperator<RpcService> program) {
        final EventLoop loop = device.newEventLoop();
        final StrategyPlan plan = StrategyPlan.of(strategy);
        try {
            tryMapping(device, loop, plan);
        } catch (final VerbsException e) {
            return new DeviceOutcome(null, e.errno().name(), e.getMessage());
        }
        return new DeviceOutcome(new DeviceRun(device, loop, load, settings, plan, program).run(), null, null);
    }

    private static void tryMapping(final Device device, final EventLoop loop, final StrategyPlan plan) {
        for (final DeviceCapability needed : plan.capabilities()) {
            if (!device.attributes().has(needed)) {
                throw new VerbsException(
                        Errno.EOPNOTSUPP,
                        "not supported by the device: feature="
                                + needed.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            }
        }
        try (ProtectionDomain domain = device.allocateProtectionDomain();
                ShardMapper mapper = plan.mapper(domain, loop, TRIED_BYTES);
                MemoryBlock page = device.memory().allocate(TRIED_BYTES, TRIED_BYTES)) {
            mapper.map(page).close();
        }
    }
}
