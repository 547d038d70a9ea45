// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.function.IntFunction;
import org.rpcrdma.nic.connect.EventWires;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Numbering;
import org.rpcrdma.nic.link.DisturbedLink;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.nic.link.Port;

/** The switch of a fabric, for one device. */
final class SwitchedNetwork implements Network {
    /** The number of the only port. */
    private static final int PORT = 1;

    private final FabricParts fabric;
    private final String ipAddress;
    private Port port;

    SwitchedNetwork(final FabricParts fabric, final String ipAddress) {
        this.fabric = fabric;
        this.ipAddress = ipAddress;
    }

    @Override
    public Numbering numbering() {
        return Numbering.IN_ORDER;
    }

    @Override
    public DisturbedLink newLink(final DeviceProfile profile, final AsyncEvents asyncEvents) {
        port = new Port(
                profile.gid(),
                fabric.simulation(),
                profile.costs(),
                fabric.network(),
                fabric.packets(),
                fabric.simulation().randomOf("faults " + ipAddress),
                event -> asyncEvents.raisePort(event, PORT),
                fabric.taps());
        return port;
    }

    @Override
    public void attach(final IntFunction<PacketSink> queuePairs) {
        fabric.network().attach(port.gid(), queuePairs);
    }

    @Override
    public SimulatedConnectionManager newConnections(final DeviceProfile profile, final HostProcessors processors) {
        return new SimulatedConnectionManager(
                profile,
                ipAddress,
                fabric.simulation(),
                processors,
                port,
                new EventWires(
                        profile,
                        ipAddress,
                        fabric.simulation(),
                        processors,
                        port,
                        fabric.connectionWires(),
                        fabric.taps()));
    }
}
