// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.transmit;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.dma.DeviceDma;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.queue.PostingCosts;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The parts of a device that all of its queue pairs share.
 *
 * @param profile      the device's identity, limits and costs.
 * @param simulation   the clock.
 * @param processors   the host's, which pay for verbs calls.
 * @param doorbells    charges the posting of work requests.
 * @param callFaults   lets calls fail on demand.
 * @param asyncEvents  takes the device's asynchronous events.
 * @param memory       the host's memory.
 * @param contexts     the NIC's caches of contexts.
 * @param keys         the memory keys.
 * @param dma          reads and writes the host's memory.
 * @param packets      the packets that are not on their way.
 * @param landings     the landings that are not waited for.
 * @param link         carries packets.
 * @param transmitter  gives queue pairs their turns on the link.
 * @param postListener is notified of posted work requests.
 */
public record Hardware(
        DeviceProfile profile,
        Simulation simulation,
        HostProcessors processors,
        PostingCosts doorbells,
        CallFaults callFaults,
        AsyncEvents asyncEvents,
        HostMemory memory,
        ContextMemory contexts,
        KeyTable keys,
        DeviceDma dma,
        PacketPool packets,
        LandingPool landings,
        Link link,
        Transmitter transmitter,
        PostListener postListener) {

    public CostModel costs() {
        return profile.costs();
    }

    public DeviceAttributes attributes() {
        return profile.attributes();
    }

    public Personality personality() {
        return profile.personality();
    }
}
