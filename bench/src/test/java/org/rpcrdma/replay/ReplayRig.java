// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.CloseHelper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Replays a workload concurrently on any number of connections between one client host and one server, and watches
 * every Send. Credits are the same as in the captures: the server grants 64, and clients request 128. Closing the rig
 * verifies that all resources were released.
 */
final class ReplayRig implements AutoCloseable {
    static final int SERVER_CREDITS = 64;
    static final int CLIENT_CREDITS = 128;
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.1", 20_049);
    private static final int LARGEST_PACKET = 4096;

    final SimulatedDevice serverDevice;
    final SimulatedDevice clientDevice;
    final List<ReplayClient> clients = new ArrayList<>();
    final ReplayWatch watch;
    final ReplayService service;
    private final Simulation simulation = new Simulation(1);
    private final MemoryBlock packetMemory;
    private final RpcRdmaServer server;
    private final Workload workload;

    /** The side that chooses chunks. */
    enum Marshalling {
        /** Messages and chunk lists are the same as in the capture. */
        AS_CAPTURED,
        /** The transport chooses chunks according to its inline thresholds. */
        BY_TRANSPORT
    }

    /** A client whose transport chooses the chunks. */
    private static final class ChosenClient extends ReplayClient {
        ChosenClient(
                final Workload workload,
                final SimulatedDevice device,
                final EventLoop loop,
                final RpcRdmaClient.Context context) {
            super(workload, device, loop, context, nanos -> {});
        }

        @Override
        ReplayCall newCall(final ChunkMemory chunks, final PayloadCheck payload) {
            return new ChosenMarshalling(this, chunks, payload);
        }
    }

    ReplayRig(
            final Workload workload,
            final Marshalling marshalling,
            final int connections,
            final int bufferSize,
            final boolean shortRepliesInline) {
        this.workload = workload;
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        serverDevice = fabric.attach("server0", "10.98.0.1");
        clientDevice = fabric.attach("client0", "10.98.0.2");
        packetMemory = serverDevice.memory().allocate(LARGEST_PACKET, LARGEST_PACKET);
        watch = new ReplayWatch(serverDevice.gid(1, 0), packetMemory);
        fabric.setTap(watch);
        service = marshalling == Marshalling.AS_CAPTURED ? new ReplayService(workload) : new ChosenService(workload);
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .credits(SERVER_CREDITS)
                .bufferSize(bufferSize)
                .shardSize(Math.max(65_536, bufferSize))
                .shortRepliesInline(shortRepliesInline)
                .service(service));
        for (int i = 0; i < connections; i++) {
            clients.add(newClient(marshalling, bufferSize));
        }
    }

    private ReplayClient newClient(final Marshalling marshalling, final int bufferSize) {
        final EventLoop loop = clientDevice.newEventLoop();
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .callTimeout(0)
                .device(clientDevice)
                .eventLoop(loop)
                .remote(SERVER)
                .credits(CLIENT_CREDITS)
                .bufferSize(bufferSize)
                .maxSegmentBytes(Math.max(1, workload.largestSegment()));
        final ReplayClient client = marshalling == Marshalling.AS_CAPTURED
                ? new ReplayClient(workload, clientDevice, loop, context, nanos -> {})
                : new ChosenClient(workload, clientDevice, loop, context);
        loop.newTimer(client::start).arm(0);
        return client;
    }

    static Workload workload(final String name) throws IOException {
        return Workload.read(WorkloadTest.CAPTURES.resolve(name + ".pcap.gz"));
    }

    /** Returns the same RPCs with different chunk lists. */
    static Workload marshalledAgain(final Workload workload, final UnaryOperator<Exchange> marshalling) {
        return new Workload(
                workload.exchanges().stream().map(marshalling).toList(),
                workload.counts(),
                workload.capturedMessages(),
                workload.leftOut(),
                workload.reverseCalls(),
                workload.otherSends(),
                workload.traffic(),
                workload.inFlight());
    }

    /** Replays the workload on every connection. */
    ReplayRig run() {
        simulation.run();
        return this;
    }

    /** Asserts that every RPC was made on every connection, and that every received byte equals the captured byte. */
    void assertNothingDiffers() {
        final int all = workload.rpcs() * clients.size();
        for (final ReplayClient client : clients) {
            assertNull(client.failure());
            assertEquals(workload.rpcs(), client.replies());
            assertEquals(0, client.corruptions());
        }
        assertEquals(all, service.calls());
        assertEquals(0, service.corruptions());
        assertEquals(all, watch.calls());
        assertEquals(all, watch.replies());
    }

    long payloadBytes() {
        return service.payloadBytes()
                + clients.stream().mapToLong(ReplayClient::payloadBytes).sum();
    }

    long corruptions() {
        return service.corruptions()
                + clients.stream().mapToLong(ReplayClient::corruptions).sum();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(clients);
        server.close();
        simulation.run();
        packetMemory.close();
        assertEquals("", serverDevice.resources().toString());
        assertEquals("", clientDevice.resources().toString());
        clientDevice.close();
        serverDevice.close();
    }
}
