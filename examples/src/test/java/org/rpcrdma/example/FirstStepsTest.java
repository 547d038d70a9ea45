// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.example.ChecksumService.PROGRAM;
import static org.rpcrdma.example.ChecksumService.PUT;
import static org.rpcrdma.example.ChecksumService.VERSION;
import static org.rpcrdma.example.ChecksumService.crc;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.junit.LoopbackPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.wire.XdrWriter;

/** Runs the short examples in README.md and docs. */
@SimulatedRdma
class FirstStepsTest {
    @Test
    void shouldReceiveIntoAnArena(final LoopbackPair pair) {
        final Device device = pair.server().device();
        final ProtectionDomain domain = pair.server().protectionDomain();
        final QueuePair queuePair = pair.server().queuePair();
        final ReceiveRequests receives = device.newReceiveRequests(1);
        final UnsafeBuffer message = new UnsafeBuffer(0, 0);

        final ReceiveArena arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(domain)) // maps each 64 KB shard for the device once
                .memory(device.memory())
                .bufferSize(4096));

        final long buffer = arena.acquire(); // a handle; allocates no object
        arena.stage(buffer, receives);
        queuePair.postReceive(receives);

        send(pair, 42);
        final Completions completions = new Completions(1);
        assertEquals(1, pair.server().receiveQueue().poll(completions));

        final long received = completions.wrId(0); // the buffer whose Receive completed
        arena.syncForCpu(received, completions.byteLength(0));
        message.wrap(arena.address(received), completions.byteLength(0)); // in place, no copy

        assertEquals(42, message.getInt(0));
        assertThrows(IllegalStateException.class, arena::close);

        arena.release(received); // or post it again
        arena.close(); // throws if a buffer is still held
    }

    private static void send(final LoopbackPair pair, final int number) {
        final MemoryBlock memory = pair.client().device().memory().allocate(64, 64);
        memory.buffer().putInt(0, Integer.reverseBytes(number));
        final var region = pair.client().protectionDomain().registerMemory(memory.address(), 64, memory.address(), 0);
        final SendRequests sends = pair.client().device().newSendRequests(1, 1);
        sends.send(1, SendRequests.SIGNALED);
        sends.sge(memory.address(), 4, region.lkey());
        pair.client().queuePair().postSend(sends);
        pair.simulation().run();
        region.close();
        memory.close();
    }

    /** Keeps the replies that the service sends. */
    private static final class Replies implements ReplyHandler, ClientListener {
        final List<Integer> sums = new ArrayList<>();

        @Override
        public void onReply(final RpcReply reply) {
            sums.add(reply.results().getInt());
        }

        @Override
        public void onFailure(final String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void onConnected() {}

        @Override
        public void onDisconnected(final String reason) {}
    }

    @Test
    void shouldCallAService() {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice device = fabric.attach("sim1", "10.98.0.2");
        final MemoryBlock data = device.memory().allocate(1 << 20, 4096);
        final Replies handler = new Replies();
        final Replies listener = handler;
        final int xid = 7;

        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(new RpcPrograms().on(PROGRAM, VERSION, PUT, (call, reply) -> reply.putInt(crc(call.data())))));

        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(new InetSocketAddress("10.98.0.1", 20_049))
                .listener(listener));
        client.connect();

        final ClientCall call = client.newCall();
        final XdrWriter arguments = call.begin(xid, PROGRAM, VERSION, PUT);
        arguments.putInt(1 << 20);
        call.argument(arguments.position(), data.address(), 1 << 20); // 1 MB: the transport offers a Read chunk
        call.send(arguments.position(), handler); // which reads reply.results()

        simulation.run();
        assertEquals(List.of(0xa738ea1c), handler.sums);
        client.close();
        server.close();
        simulation.run();
        data.close();
        device.close();
        serverDevice.close();
    }
}
