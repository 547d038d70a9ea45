// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.program.StoreService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;

/**
 * A simulated server that runs one of the bundled services, and one client host per connection that calls the service.
 */
public final class ServiceRun implements CaptureRun {
    private static final String SERVER_ADDRESS = "10.98.0.1";
    private static final int PORT = 20_049;
    private static final int PROGRESS_EVENTS = 1 << 14;
    /** The number of calls in flight per connection. */
    private static final int IN_FLIGHT = 4;
    /** The maximum size of the data per call, in bytes. */
    private static final int MAX_DATA = 32 << 10;

    private static final int OBJECT_SIZE = 128 << 10;

    private final Simulation simulation;
    private final SimulatedDevice serverDevice;
    private final RpcRdmaServer server;
    private final CaptureSettings options;
    /** The object store; null for a service that stores nothing. */
    private final StoreService store;

    private final List<SimulatedDevice> clientDevices = new ArrayList<>();
    private final List<ServiceClient> clients = new ArrayList<>();

    public ServiceRun(final CaptureSettings options, final TapFactory tap) {
        this.options = options;
        simulation = new Simulation(options.seed());
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        fabric.setFaultPlan(FaultPlan.NONE.withLoss(options.loss()));
        fabric.setTap(tap.begin(options.workload().toString(), simulation));
        serverDevice = fabric.attach("server0", SERVER_ADDRESS);
        store = options.workload() == CaptureWorkload.STORE
                ? new StoreService(serverDevice.memory(), OBJECT_SIZE, options.connections() * IN_FLIGHT)
                : null;
        server = new RpcRdmaServer(serverContext(store == null ? new EchoService() : store));
        for (int i = 0; i < options.connections(); i++) {
            addClient(fabric, i);
        }
    }

    private RpcRdmaServer.Context serverContext(final RpcService service) {
        return new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .port(PORT)
                .maxPayload(2 * MAX_DATA)
                .service(service);
    }

    private void addClient(final Fabric fabric, final int index) {
        final String address = "10." + (99 + (index >> 16)) + "." + (index >> 8 & 0xff) + "." + (index & 0xff);
        final SimulatedDevice device = fabric.attach("client" + index, address);
        final EventLoop loop = device.newEventLoop();
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(SERVER_ADDRESS, PORT));
        final int rpcs =
                options.rpcs() / options.connections() + (index < options.rpcs() % options.connections() ? 1 : 0);
        final ServiceClient client = new ServiceClient(context, rpcs);
        for (int i = 0; i < IN_FLIGHT; i++) {
            client.add(call(client, device, (long) index * IN_FLIGHT + i));
        }
        clientDevices.add(device);
        clients.add(client);
        if (rpcs > 0) {
            loop.newTimer(client::connect).arm(index * 1000L);
        }
    }

    private ServiceCall call(final ServiceClient client, final SimulatedDevice device, final long number) {
        final SeededRandom random = new SeededRandom(options.seed()).split(number);
        return store == null
                ? new EchoCall(client, device, random, MAX_DATA)
                : new StoreCall(client, device, random, MAX_DATA, number, OBJECT_SIZE);
    }

    @Override
    public long rpcs() {
        return options.rpcs();
    }

    @Override
    public long run(final LongConsumer progress) {
        int events = 0;
        while (simulation.step()) {
            if (++events % PROGRESS_EVENTS == 0) {
                progress.accept(
                        clients.stream().mapToInt(ServiceClient::replies).sum());
            }
        }
        checkFinished();
        final long wrong = clients.stream().mapToInt(ServiceClient::wrong).sum();
        close();
        return wrong;
    }

    private void checkFinished() {
        int replies = 0;
        for (final ServiceClient client : clients) {
            replies += client.replies();
            if (client.failure() != null) {
                throw new IllegalStateException("a connection stopped: " + client.failure());
            }
        }
        if (replies < options.rpcs()) {
            throw new IllegalStateException("RPCs were not answered: replies=" + replies + " rpcs=" + options.rpcs());
        }
    }

    /** Closes all resources. A device cannot be closed if a resource has leaked. */
    private void close() {
        clients.forEach(ServiceClient::close);
        server.close();
        simulation.run();
        if (store != null) {
            store.close();
        }
        clientDevices.forEach(SimulatedDevice::close);
        serverDevice.close();
    }
}
