// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.dma.DeviceDma;
import org.rpcrdma.nic.endpoint.QueuePairTable;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.queue.CompletionQueues;
import org.rpcrdma.nic.queue.PostingCosts;
import org.rpcrdma.nic.queue.SharedReceiveQueues;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.nic.transmit.LandingPool;
import org.rpcrdma.nic.transmit.Transmitter;
import org.rpcrdma.sim.Simulation;

/**
 * The queues of a device.
 *
 * @param completionQueues    makes and finds completion queues.
 * @param sharedReceiveQueues makes and finds shared receive queues.
 * @param queuePairs          makes and finds queue pairs.
 */
record QueueParts(
        CompletionQueues completionQueues, SharedReceiveQueues sharedReceiveQueues, QueuePairTable queuePairs) {

    static QueueParts of(
            final DeviceProfile profile,
            final FabricParts fabric,
            final HostParts host,
            final MemoryParts memory,
            final Link link) {
        final PostingCosts doorbells = new PostingCosts(host.processors(), profile.costs());
        final CompletionQueues completionQueues = new CompletionQueues(
                profile, fabric.simulation(), host.processors(), host.asyncEvents(), host.memory(), fabric.taps());
        final SharedReceiveQueues sharedReceiveQueues =
                new SharedReceiveQueues(profile, memory.contexts(), doorbells, host.callFaults(), host.asyncEvents());
        final Hardware hardware = hardware(profile, fabric, host, memory, link, doorbells);
        return new QueueParts(
                completionQueues,
                sharedReceiveQueues,
                new QueuePairTable(hardware, completionQueues, sharedReceiveQueues));
    }

    private static Hardware hardware(
            final DeviceProfile profile,
            final FabricParts fabric,
            final HostParts host,
            final MemoryParts memory,
            final Link link,
            final PostingCosts doorbells) {
        final Simulation simulation = fabric.simulation();
        return new Hardware(
                profile,
                simulation,
                host.processors(),
                doorbells,
                host.callFaults(),
                host.asyncEvents(),
                host.memory(),
                memory.contexts(),
                memory.keys(),
                new DeviceDma(
                        simulation,
                        profile.costs(),
                        memory.keys(),
                        memory.iommu(),
                        memory.contexts(),
                        host.memory(),
                        fabric.heap().messages()),
                fabric.packets(),
                new LandingPool(fabric.packets()),
                link,
                new Transmitter(simulation, profile.costs(), link, memory.contexts()),
                fabric.taps());
    }
}
