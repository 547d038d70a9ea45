// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyCaching;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.XdrWriter;

/**
 * Tests a client whose link fails while its transfer is being booked. The client repeats the call, but the service
 * executes it only once.
 */
class OnceTest {
    private static final int BANK = 0x2000_000b;
    private static final int TRANSFER = 1;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
    private final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
    private final List<Integer> answers = new ArrayList<>();
    private int transfers;

    private int transfer() {
        clientDevice.faults().linkDown();
        return ++transfers;
    }

    @Test
    void shouldBookARepeatedTransferOnce() {
        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(new RpcPrograms().on(BANK, 1, TRANSFER, (call, reply) -> reply.putInt(transfer())))
                .replyCache(
                        ReplyCaching.of((program, version, procedure) -> program == BANK && procedure == TRANSFER)));
        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(clientDevice)
                .eventLoop(clientDevice.newEventLoop())
                .remote(new InetSocketAddress("10.98.0.1", 20_049))
                .tries(10)
                .callTimeout(10 * SECOND)
                .listener(new ClientListener() {}));
        client.connect();
        simulation.runUntil(SECOND);
        final ClientCall call = client.newCall();
        final XdrWriter arguments = call.begin(7, BANK, 1, TRANSFER);
        arguments.putInt(100);
        call.send(arguments.position(), new Answer());
        final Timer up =
                clientDevice.newEventLoop().newTimer(() -> clientDevice.faults().linkUp());
        up.arm(30 * SECOND);
        simulation.runUntil(100 * SECOND);
        assertEquals(List.of(1), answers);
        assertEquals(1, transfers);
        assertTrue(client.figures().retransmissions() > 0);
        assertEquals(1, server.figures().replyCacheHits());
        client.close();
        server.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }

    private final class Answer implements ReplyHandler {
        @Override
        public void onReply(final RpcReply reply) {
            answers.add(reply.results().getInt());
        }

        @Override
        public void onFailure(final String reason) {
            throw new AssertionError(reason);
        }
    }
}
