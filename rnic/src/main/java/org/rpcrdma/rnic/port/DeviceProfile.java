// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

import java.util.Map;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Gid;

/**
 * Describes a device: its name and address, its limits and capabilities, and its behaviour where the specification
 * permits a choice.
 *
 * @param name        the device's name.
 * @param gid         the address of the device's port in the network.
 * @param personality determines device-specific behaviour.
 * @param environment the environment variables that the device's driver reads.
 * @param attributes  the device's limits and capabilities.
 * @param numbering   the source of keys and queue pair numbers, which peers can see.
 * @param times       the durations of the device's work.
 * @param protocol    the timers of the device's connections.
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
