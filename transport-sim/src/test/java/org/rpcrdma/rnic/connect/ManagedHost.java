// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.network.Port;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** A host on a simulated fabric that uses datagrams to manage its connections. Its packets use the fabric's link. */
final class ManagedHost {
    final SimulatedDevice device;
    final EventLoop loop;
    final Gid gid;
    final MadWires wires;
    final ConnectionManager connections;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;

    /** A queue pair and the events that its connection received. */
    final class Side implements ConnectionHandler {
        final QueuePair queuePair = connections.createQueuePair(domain, new QueuePairAttributes(queue, queue, 8, 8, 1));
        final List<String> told = new ArrayList<>();
        Connection connection;
        byte[] privateData;

        @Override
        public void onEstablished(final Connection which, final byte[] data) {
            connection = which;
            privateData = data;
            told.add("established");
        }

        @Override
        public void onRejected(final Connection which, final String reason) {
            told.add(reason);
        }

        @Override
        public void onDisconnected(final Connection which) {
            told.add("disconnected");
        }

        Connection connect(final InetSocketAddress remote, final ConnectionParameters parameters) {
            return connections.connect(remote, queuePair, parameters, loop, this);
        }

        Connection accept(final ConnectionRequest request, final ConnectionParameters parameters) {
            return request.accept(queuePair, parameters, loop, this);
        }

        void postReceive() {
            final ReceiveRequests receives = device.newReceiveRequests(1);
            receives.receive(1);
            queuePair.postReceive(receives);
        }

        void postSend() {
            final SendRequests sends = device.newSendRequests(1, 1);
            sends.send(2, SendRequests.SIGNALED);
            queuePair.postSend(sends);
        }
    }

    ManagedHost(final Fabric fabric, final LossyDatagrams network, final String name, final String address) {
        device = fabric.attach(name, address);
        loop = device.newEventLoop();
        final Simulation simulation = Inside.of(device, Simulation.class);
        final Port port = Inside.of(device, Port.class);
        gid = port.gid();
        final DeviceProfile profile = Inside.of(device, DeviceProfile.class);
        final SeededRandom random = simulation.randomOf("management of " + name);
        wires = new MadWires(simulation, profile.protocol(), port, network.from(gid), () -> (int) random.nextLong());
        connections = new RnicConnectionManager(
                profile, address, simulation, Inside.of(device, HostLoops.class), new Meter() {}, port, wires);
        network.attach(gid, wires);
        domain = device.allocateProtectionDomain();
        queue = device.createCompletionQueue(4096, loop, ready -> {});
    }

    /** Polls the available completions, and returns each as {@code wrId:STATUS}. */
    List<String> completions() {
        final Completions batch = new Completions(64);
        final List<String> all = new ArrayList<>();
        queue.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            all.add(batch.wrId(i) + ":" + CompletionStatus.name(batch.status(i)));
        }
        return all;
    }
}
