// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import java.util.Map;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Gid;

/**
 * Identifies a device: its name and address, what it grants, and its choices where the rules leave one.
 *
 * @param name        name of the device.
 * @param gid         identifies its port in the network.
 * @param personality determines device-specific behaviour.
 * @param environment the environment variables that its driver reads.
 * @param attributes  what the device grants.
 * @param numbering   source of the numbers that peers know.
 * @param times       of its own work.
 * @param protocol    timers of its connections.
 */
public record DeviceProfile(
        String name,
        Gid gid,
        Personality personality,
        Map<String, String> environment,
        DeviceAttributes attributes,
        Numbering numbering,
        DeviceTimes times,
        ProtocolTimes protocol) {}
