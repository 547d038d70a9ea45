// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

/** A server and a client on two simulated hosts. Closing the fixture proves that both have released everything. */
public final class TransportFixture implements AutoCloseable, ClientListener {
    public static final String SERVER_IP = "10.98.0.2";
    public static final int PORT = 20049;
    static final int MEMORY = 4 * 1024 * 1024;

    public Simulation simulation;
    Fabric fabric;
    public SimulatedDevice serverDevice;
    public SimulatedDevice clientDevice;
    public RpcRdmaServer server;
    public RpcRdmaClient client;
    MemoryBlock block;
    public UnsafeBuffer memory;
    public List<String> disconnections;
    /** The metrics of the server's connections that have ended. */
    public List<ServerConnectionMetrics> ended;
    /** The reasons why the server rejected connections. */
    List<String> rejections;

    public int connected;
    private boolean isOpen;

    /** Creates two hosts with a server and an unconnected client. */
    public TransportFixture open(final RpcService service) {
        return open(service, context -> context);
    }

    public TransportFixture open(final RpcService service, final UnaryOperator<RpcRdmaServer.Context> serverSettings) {
        return open(service, serverSettings, context -> context);
    }

    public TransportFixture open(
            final RpcService service,
            final UnaryOperator<RpcRdmaServer.Context> serverSettings,
            final UnaryOperator<RpcRdmaClient.Context> clientSettings) {
        return open(service, serverSettings, clientSettings, DeviceConfiguration.DEFAULT);
    }

    TransportFixture open(
            final RpcService service,
            final UnaryOperator<RpcRdmaServer.Context> serverSettings,
            final UnaryOperator<RpcRdmaClient.Context> clientSettings,
            final DeviceConfiguration devices) {
        assertFalse(isOpen, "the hosts before are not closed");
        simulation = new Simulation(Long.getLong("seed", 1));
        // Devices on libibverbs and on UDP sockets use the same timer.
        fabric = new Fabric(simulation, CostModel.defaults().with("rc.rnr_timer", 640_000));
        disconnections = new ArrayList<>();
        ended = new ArrayList<>();
        rejections = new ArrayList<>();
        connected = 0;
        serverDevice = fabric.attach("sim0", SERVER_IP, devices);
        clientDevice = fabric.attach("sim1", "10.98.0.3", devices);
        server = new RpcRdmaServer(serverSettings.apply(serverOn(serverDevice)
                .connectionEnd(ended::add)
                .connectionRejected(metrics -> rejections.add(metrics.closeReason()))
                .service(service)));
        client = new RpcRdmaClient(clientSettings.apply(remote(clientDevice).listener(this)));
        block = clientDevice.memory().allocate(MEMORY, 4096);
        memory = new UnsafeBuffer(block.address(), MEMORY);
        isOpen = true;
        return this;
    }

    /** Returns the settings of a server on a device, with a new event loop. */
    public static RpcRdmaServer.Context serverOn(final Device device) {
        return new RpcRdmaServer.Context().device(device).eventLoop(device.newEventLoop());
    }

    /** Returns the settings of a client that runs on a device and connects to the server, with a new event loop. */
    static RpcRdmaClient.Context clientOn(final Device device) {
        return new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(new InetSocketAddress(SERVER_IP, PORT));
    }

    /** Returns the settings of a client that tries to connect only once and waits without a time limit. */
    static RpcRdmaClient.Context remote(final Device device) {
        return clientOn(device).tries(1).callTimeout(0);
    }

    /** Creates another unconnected client on the same host. */
    RpcRdmaClient newClient() {
        return new RpcRdmaClient(remote(clientDevice).listener(this));
    }

    public TransportFixture connect(final RpcService service) {
        return open(service).connect();
    }

    public TransportFixture connect(
            final RpcService service, final UnaryOperator<RpcRdmaServer.Context> serverSettings) {
        return open(service, serverSettings).connect();
    }

    public TransportFixture connect(
            final RpcService service,
            final UnaryOperator<RpcRdmaServer.Context> serverSettings,
            final UnaryOperator<RpcRdmaClient.Context> clientSettings) {
        return open(service, serverSettings, clientSettings).connect();
    }

    /** Connects, and processes all events. */
    public TransportFixture connect() {
        client.connect();
        simulation.run();
        assertEquals(1, connected, "connected");
        return this;
    }

    public long address(final int offset) {
        return block.address() + offset;
    }

    /** Stages a call with a transaction id, and with a pattern that depends on this id. */
    public static ClientCall stage(final RpcRdmaClient client, final int xid, final int length) {
        final ClientCall call = client.newCall();
        call.message().putInt(0, xid, BIG_ENDIAN);
        for (int i = 4; i < length; i++) {
            call.message().putByte(i, pattern(xid, i));
        }
        return call;
    }

    public ClientCall stage(final int xid, final int length) {
        return stage(client, xid, length);
    }

    public static byte pattern(final int xid, final int i) {
        return (byte) (31 * xid + i);
    }

    public void fill(final int offset, final int length, final int seed) {
        for (int i = 0; i < length; i++) {
            memory.putByte(offset + i, pattern(seed, i));
        }
    }

    /** Returns the metrics of the server's first connection, whether it is open or has ended. */
    public ServerConnectionMetrics metrics() {
        return ended.isEmpty() ? server.connectionMetrics().get(0) : ended.get(0);
    }

    public int regionsInUse() {
        return inUse(client.regions());
    }

    static int inUse(final FrmrPools regions) {
        return regions.pools().stream().mapToInt(FrmrPool::inUse).sum();
    }

    /** Answers with the call's message. */
    public static void echo(final RpcCall call) {
        final int length = call.messageLength();
        call.replyMessage().putBytes(0, call.message(), call.messageOffset(), length);
        call.reply(length);
    }

    @Override
    public void onConnected() {
        connected++;
    }

    @Override
    public void onDisconnected(final String reason) {
        disconnections.add(reason);
    }

    @Override
    public void close() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        client.close();
        server.close();
        assertEquals(0, server.connections(), "connections");
        simulation.run();
        block.close();
        clientDevice.close();
        serverDevice.close();
    }

    /** Returns the device of an endpoint so that a test can wrap it. */
    public static Device device(final EndpointContext<?> end) {
        return end.device;
    }

    /** Returns the event loop of an endpoint. */
    public static EventLoop eventLoop(final EndpointContext<?> end) {
        return end.eventLoop;
    }

    /** Returns a listener that forwards the events of a client's connection. */
    public static ClientListener listener(final Runnable onConnected, final Consumer<String> onDisconnected) {
        return new ClientListener() {
            @Override
            public void onConnected() {
                onConnected.run();
            }

            @Override
            public void onDisconnected(final String reason) {
                onDisconnected.accept(reason);
            }
        };
    }

    /** Adds a Write chunk that consists of one segment. */
    public static void writeChunk(final ClientCall call, final long address, final int length) {
        call.beginWriteChunk();
        call.writeSegment(address, length);
    }

    /** Closes the client's connection, and runs until no events are left. */
    public void disconnect() {
        client.disconnect();
        run();
    }

    /** Runs until no events are left. */
    public void run() {
        simulation.run();
    }

    public void run(final long nanos) {
        simulation.runUntil(simulation.nanoTime() + nanos);
    }

    /** Sends a call, and runs until no events are left. */
    public Outcome send(final ClientCall call, final int length, final int writeChunks) {
        final Outcome outcome = new Outcome(writeChunks);
        call.send(length, outcome);
        simulation.run();
        return outcome;
    }

    /** Sends calls whose transaction ids start at 0, without processing any events. */
    public List<Outcome> sendAll(final int calls) {
        return sendAll(0, calls);
    }

    /** Sends calls with a range of transaction ids, without processing any events. */
    public List<Outcome> sendAll(final int from, final int to) {
        final List<Outcome> outcomes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            stage(i, 64).send(64, Outcome.in(outcomes));
        }
        return outcomes;
    }

    /** Sends calls from a client, with transaction ids that start at 0, without processing any events. */
    static List<Outcome> sendAll(final RpcRdmaClient client, final int calls, final int length) {
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < calls; xid++) {
            stage(client, xid, length).send(length, Outcome.in(outcomes));
        }
        return outcomes;
    }

    static void fillPattern(final MutableDirectBuffer target, final int length, final int seed) {
        assertTrue(target.capacity() >= length);
        for (int i = 0; i < length; i++) {
            target.putByte(i, pattern(seed, i));
        }
    }
}
