// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.InetSocketAddress;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** Receives a message into a buffer of an arena, on a simulated device. */
public final class FirstReceiver {
    private static final int PORT = 20_049;
    private static final int RECEIVES = 64;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    /** One side of a connection: a queue pair and the objects that it needs. */
    private static final class Side implements ConnectionHandler {
        final Device device;
        final EventLoop loop;
        final ProtectionDomain domain;
        final CompletionQueue completions;
        final QueuePair queuePair;

        Side(final Device device) {
            this.device = device;
            loop = device.newEventLoop();
            domain = device.allocateProtectionDomain();
            completions = device.createCompletionQueue(2 * RECEIVES, loop, ready -> {}); // main polls it
            queuePair = device.connections()
                    .createQueuePair(domain, new QueuePairAttributes(completions, completions, 16, RECEIVES, 1));
        }

        @Override
        public void onEstablished(final Connection connection, final byte[] privateData) {
            System.out.println(device.name() + ": connected");
        }

        @Override
        public void onRejected(final Connection connection, final String reason) {
            throw new IllegalStateException(reason);
        }

        @Override
        public void onDisconnected(final Connection connection) {}

        /** Closes the objects in reverse order of creation, because an object that is in use cannot be closed. */
        void close() {
            queuePair.close();
            completions.close();
            domain.close();
            device.close();
        }
    }

    public static void main(final String[] arguments) throws Exception {
        final Simulation simulation = new Simulation(1); // the same seed gives the same run
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice device = fabric.attach("sim0", "10.98.0.1");
        final Side receiver = new Side(device);
        final Side sender = new Side(fabric.attach("sim1", "10.98.0.2"));

        final ReceiveArena arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(receiver.domain)) // maps each 64 KB shard for the device once
                .memory(device.memory())
                .bufferSize(4096));
        final ReceiveRequests receives = device.newReceiveRequests(RECEIVES);
        for (int i = 0; i < RECEIVES; i++) {
            final long buffer = arena.acquire(); // a handle; allocates no object
            arena.stage(buffer, receives);
        }
        receiver.queuePair.postReceive(receives);
        System.out.println("posted " + RECEIVES + " Receives in "
                + arena.figures().allocatedBytes() / arena.shardSize() + " shards");

        final AutoCloseable listener = device.connections()
                .listen(
                        PORT,
                        receiver.loop,
                        request -> request.accept(receiver.queuePair, PARAMETERS, receiver.loop, receiver));
        sender.device
                .connections()
                .connect(new InetSocketAddress("10.98.0.1", PORT), sender.queuePair, PARAMETERS, sender.loop, sender);
        simulation.run();

        final byte[] words = "hello, arena".getBytes(US_ASCII);
        final MemoryBlock text = sender.device.memory().allocate(4096, 4096);
        text.buffer().put(words);
        final MemoryRegion region = sender.domain.registerMemory(text.address(), 4096, text.address(), 0);
        final SendRequests sends = sender.device.newSendRequests(1, 1);
        sends.send(1, SendRequests.SIGNALED);
        sends.sge(text.address(), words.length, region.lkey());
        sender.queuePair.postSend(sends);
        simulation.run();

        final Completions received = new Completions(RECEIVES);
        receiver.completions.poll(received);
        for (int i = 0; i < received.count(); i++) {
            final long buffer = received.wrId(i); // the handle of the buffer that the message is in
            final int length = received.byteLength(i);
            arena.syncForCpu(buffer, length);
            final byte[] message = new byte[length];
            arena.byteBuffer(buffer).get(message); // a copy for printing; a program reads in place
            System.out.println("received: " + new String(message, US_ASCII));
            arena.release(buffer);
        }
        System.out.println("buffers still posted: " + arena.figures().buffersInUse());

        receiver.queuePair.toError(); // the device flushes the Receives that are still posted
        sender.queuePair.toError();
        simulation.run();
        receiver.completions.poll(received);
        for (int i = 0; i < received.count(); i++) {
            arena.release(received.wrId(i)); // status: flushed
        }
        System.out.println("buffers in use at the end: " + arena.figures().buffersInUse());
        arena.close(); // throws if a buffer is still held
        listener.close();
        region.close();
        text.close();
        receiver.close();
        sender.close();
    }
}
