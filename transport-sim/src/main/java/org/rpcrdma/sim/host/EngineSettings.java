// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.port.DeviceTimes;
import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/** Derives the settings of a device's protocol engine from its cost model. */
public final class EngineSettings {
    private EngineSettings() {}

    public static DeviceTimes times(final CostModel costs) {
        return new DeviceTimes(
                costs.nanos(CostParameter.EVENT_LATENCY),
                costs.nanos(CostParameter.PAGE_FAULT),
                costs.get(CostParameter.PREFETCH_PAGE),
                costs.nanos(CostParameter.REG_MR),
                costs.nanos(CostParameter.LOCAL_INV),
                costs.nanos(CostParameter.BIND_MW),
                costs.nanos(CostParameter.CONFIGURE_KEY),
                true);
    }

    public static ProtocolTimes protocol(final CostModel costs) {
        return new ProtocolTimes(
                costs.nanos(CostParameter.ACK_TIMEOUT),
                costs.nanos(CostParameter.RNR_TIMER),
                costs.nanos(CostParameter.CM_TIMEOUT),
                costs.count(CostParameter.CM_RETRIES));
    }

    public static RegistrationSettings registration(final DeviceConfiguration configuration, final CostModel costs) {
        return new RegistrationSettings(
                configuration.design(),
                configuration.memlock(),
                costs.count(CostParameter.MKEY_BYTES),
                costs.count(CostParameter.MKEY_BLOCK_BYTES),
                costs.count(CostParameter.LARGEST_PAGE));
    }
}
