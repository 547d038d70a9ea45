// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;

/**
 * The host that a device is in.
 *
 * @param processors  run handlers and pay for verbs calls.
 * @param memory      the host's memory.
 * @param asyncEvents hands asynchronous events to the program.
 * @param callFaults  lets calls fail on demand.
 */
record HostParts(HostProcessors processors, HostMemory memory, AsyncEvents asyncEvents, CallFaults callFaults) {
    static HostParts of(final DeviceProfile profile, final FabricParts fabric) {
        final CallFaults callFaults = new CallFaults();
        final HostProcessors processors =
                new HostProcessors(profile.name(), fabric.simulation(), profile.costs(), fabric.running());
        final HostMemory memory = new HostMemory(
                fabric.heap(), profile.configuration().memoryMode(), profile.costs(), processors, callFaults);
        return new HostParts(processors, memory, new AsyncEvents(fabric.simulation(), profile.costs()), callFaults);
    }
}
