// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Gid;

/**
 * The name, address, configuration, limits and costs of a simulated device. Parts of the device get this in place of
 * the device.
 *
 * @param name          for example {@code sim0}.
 * @param gid           address of its port.
 * @param configuration chosen by the user.
 * @param attributes    limits and capabilities that follow from the configuration.
 * @param costs         the costs of this host, its NIC and its link.
 * @param numbering     decides the numbers that peers know.
 */
public record DeviceProfile(
        String name,
        Gid gid,
        DeviceConfiguration configuration,
        DeviceAttributes attributes,
        CostModel costs,
        Numbering numbering) {

    /** Returns which implementation the device imitates. */
    public Personality personality() {
        return configuration.personality();
    }

    /** Returns the value of an environment variable that the driver reads, or null. */
    public String environment(final String variable) {
        return configuration.environment().get(variable);
    }
}
