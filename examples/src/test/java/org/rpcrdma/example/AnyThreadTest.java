// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.ChecksumService.PROGRAM;
import static org.rpcrdma.example.ChecksumService.PUT;
import static org.rpcrdma.example.ChecksumService.VERSION;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/** Runs the example of docs/transport.md that makes calls from any thread. */
class AnyThreadTest {
    private final CompletableFuture<MemoryBlock> reused = new CompletableFuture<>();
    private int reported;

    private void report(final int crc) {
        reported = crc;
    }

    private void reuse(final MemoryBlock data) {
        reused.complete(data);
    }

    @Test
    void shouldCallFromAThreadThatIsNotTheLoopsAndAnswerFromAnother() {
        final ExecutorService executor = Executors.newFixedThreadPool(2);
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice device = fabric.attach("sim1", "10.98.0.2");
        final MemoryBlock data = device.memory().allocate(1 << 20, 4096);
        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(ChecksumService.on(executor)));

        try (EventLoopRunner runner = EventLoopRunner.start("rpc", device.newEventLoop());
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context().device(device).remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            client.connect().join();
            final PendingCall<Integer> crc = client.call(
                    PROGRAM,
                    VERSION,
                    PUT,
                    (call, arguments) -> { // on the event loop, when a credit may be available
                        arguments.putInt(1 << 20);
                        call.argument(arguments.position(), data.address(), 1 << 20); // 1 MB: by a Read chunk
                    },
                    reply -> reply.results().getInt());
            crc.orTimeout(5, TimeUnit.SECONDS);
            crc.released().thenRun(() -> reuse(data));
            report(crc.join());
        }

        assertEquals(0xa738ea1c, reported);
        assertEquals(data, reused.join());
        server.close();
        executor.shutdown();
        data.close();
        device.close();
        serverDevice.close();
    }
}
