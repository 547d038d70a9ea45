// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcHead;

/** Runs the example of docs/transport.md for calls from any thread. */
class AnyThreadTest {
    private static final int PROGRAM = 0x2000_0001;
    private static final int VERSION = 1;
    private static final int WRITE = 1;

    private final CompletableFuture<MemoryBlock> reused = new CompletableFuture<>();
    private int reported = -1;

    private static void write(final RpcCall call) {
        assertEquals(1 << 20, call.readPayload().capacity());
        call.reply(RpcHead.putReply(call.replyMessage(), call.xid()));
    }

    private void report(final int status) {
        reported = status;
    }

    private void reuse(final MemoryBlock data) {
        reused.complete(data);
    }

    @Test
    void shouldCallFromAThreadThatIsNotTheLoops() {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice device = fabric.attach("sim1", "10.98.0.2");
        final MemoryBlock data = device.memory().allocate(1 << 20, 4096);
        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(AnyThreadTest::write));

        try (EventLoopRunner runner = EventLoopRunner.start("rpc", device.newEventLoop());
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context().device(device).remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            client.connect().join();
            final PendingCall<Integer> status = client.call(
                    (call, xid) -> { // on the event loop, when a credit may be there
                        RpcHead.putCall(call.message(), xid, PROGRAM, VERSION, WRITE);
                        call.argument(40, data.address(), 1 << 20);
                        return 40;
                    },
                    reply -> reply.message().getInt(reply.messageOffset() + 20, BIG_ENDIAN));
            status.orTimeout(5, TimeUnit.SECONDS);
            status.released().thenRun(() -> reuse(data));
            report(status.join());
        }

        assertEquals(0, reported);
        assertEquals(data, reused.join());
        server.close();
        data.close();
        device.close();
        serverDevice.close();
    }
}
