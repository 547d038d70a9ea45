// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/** The base class for tests of two hosts that use datagrams to manage their connections. */
abstract class ManagedHostsTest {
    static final int PORT = 20049;
    static final List<String> ESTABLISHED = List.of("established");
    static final List<String> ENDED = List.of("established", "disconnected");

    final Simulation simulation = new Simulation(1);
    final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    final LossyDatagrams network = new LossyDatagrams(simulation);
    final ManagedHost client = new ManagedHost(fabric, network, "sim0", "10.98.0.1");
    final ManagedHost server = new ManagedHost(fabric, network, "sim1", "10.98.0.2");

    static UnsafeBuffer newDatagram() {
        return new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
    }
}
