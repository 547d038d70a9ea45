// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** A testbed that consists of two simulated hosts on a fabric. */
public final class SimulatedTestbed extends Testbed {
    private static final String CLIENT_ADDRESS = "10.98.0.1";
    private static final String SERVER_ADDRESS = "10.98.0.2";

    private final Kind kind;

    /** Describes the devices of a testbed, and whether rows may choose the devices' options. */
    private record Kind(Personality personality, Personality ofServer, Set<DeviceCapability> missing, boolean hasChoice)
            implements TestbedFactory {
        @Override
        public Testbed open(final TestbedOptions options) {
            if (!hasChoice) {
                options.requireDefault();
            }
            final Fabric fabric = new Fabric(new Simulation(1), costs());
            return new SimulatedTestbed(
                    this,
                    fabric.attach("sim0", CLIENT_ADDRESS, configuration(personality, options)),
                    fabric.attach("sim1", SERVER_ADDRESS, configuration(ofServer, options)));
        }

        private DeviceConfiguration configuration(final Personality imitated, final TestbedOptions options) {
            return DeviceConfiguration.DEFAULT
                    .withPersonality(imitated)
                    .withEnvironment(options.environment())
                    .without(missing.toArray(DeviceCapability[]::new));
        }
    }

    private SimulatedTestbed(final Kind kind, final ExtendedDevice client, final ExtendedDevice server) {
        super(kind.personality, kind.ofServer, client, server);
        this.kind = kind;
    }

    /**
     * Returns a cost model without CPU time. A row's calls on both sides then take effect in the order in which the row
     * makes them, as on a single real host.
     */
    private static CostModel costs() {
        return CostModel.defaults()
                .with(CostParameter.CREATE_QP, 0)
                .with(CostParameter.CREATE_CQ, 0)
                .with(CostParameter.CONNECT, 0)
                .with(CostParameter.FIRMWARE_CREATE_QP, 0)
                .with(CostParameter.FIRMWARE_CREATE_CQ, 0)
                .with(CostParameter.CONNECT_WAIT, 0)
                .with(CostParameter.COMPLETION, 0)
                .with(CostParameter.EVENT, 0);
    }

    /**
     * Returns a factory for such testbeds.
     *
     * @param personality the implementation that the devices imitate.
     * @return the factory.
     */
    public static TestbedFactory factory(final Personality personality) {
        return new Kind(personality, personality, Set.of(), true);
    }

    /**
     * Returns a factory for testbeds with only the features and options of a host's devices.
     *
     * @param personality the implementation that the client imitates.
     * @param ofServer    the implementation that the server imitates.
     * @param has         returns true if the host's devices have a feature.
     * @return the factory.
     */
    public static TestbedFactory factoryLike(
            final Personality personality, final Personality ofServer, final Predicate<DeviceCapability> has) {
        final Set<DeviceCapability> missing = EnumSet.allOf(DeviceCapability.class);
        missing.removeIf(has);
        return new Kind(personality, ofServer, missing, false);
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return kind.open(options);
    }
}
