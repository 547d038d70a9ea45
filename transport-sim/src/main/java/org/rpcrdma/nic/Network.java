// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.function.IntFunction;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.Numbering;
import org.rpcrdma.nic.link.DisturbedLink;
import org.rpcrdma.nic.link.PacketSink;

/** The network that one device is on: a fabric's switch, or a real one. */
interface Network {
    /** Returns the source of the numbers that peers know. */
    Numbering numbering();

    /** Makes the device's link. */
    DisturbedLink newLink(DeviceProfile profile, AsyncEvents asyncEvents);

    /** Lets the link lead to the device's queue pairs, which are found by number. */
    void attach(IntFunction<PacketSink> queuePairs);

    /** Makes the device's connection manager, or none. */
    SimulatedConnectionManager newConnections(DeviceProfile profile, HostProcessors processors);
}
