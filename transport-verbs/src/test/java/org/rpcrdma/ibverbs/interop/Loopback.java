/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs.interop;

import java.net.InetSocketAddress;
import java.util.Arrays;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** Sends messages from a real device to itself: {@code Loopback DEVICE}. */
final class Loopback {
    private static final int PORT = 20050;
    private static final int MESSAGES = 16;
    private static final int LENGTH = 1024;
    private static final long TIMEOUT_NANOS = 10_000_000_000L;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[] {1, 2, 3}, 4, 6, 6);

    private final Device device;
    private final EventLoop loop;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final Completions batch = new Completions(2 * MESSAGES);
    private int established;
    private int disconnected;

    private Loopback(final Device device) {
        this.device = device;
        loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
        queue = device.createCompletionQueue(4 * MESSAGES, loop, polled -> {});
    }

    public static void main(final String[] args) throws Exception {
        try (Device device = Devices.open(args[0])) {
            System.out.println(device.attributes());
            System.out.println("address: " + device.connections().localAddress());
            new Loopback(device).run();
        }
        System.out.println("closed");
    }

    private QueuePair newQueuePair() {
        return device.connections()
                .createQueuePair(domain, new QueuePairAttributes(queue, queue, 2 * MESSAGES, MESSAGES, 1));
    }

    private void run() throws Exception {
        final QueuePair client = newQueuePair();
        final QueuePair server = newQueuePair();
        final AutoCloseable listener = device.connections()
                .listen(PORT, loop, request -> request.accept(server, PARAMETERS, loop, new Watch("server")));
        try (MemoryBlock memory = device.memory().allocate(2L * MESSAGES * LENGTH, LENGTH)) {
            final MemoryRegion region = domain.registerMemory(
                    memory.address(), memory.length(), memory.address(), Access.LOCAL_WRITE | Access.REMOTE);
            postReceives(server, region);
            final Connection connection = device.connections()
                    .connect(
                            new InetSocketAddress(device.connections().localAddress(), PORT),
                            client,
                            PARAMETERS,
                            loop,
                            new Watch("client"));
            runUntil(() -> established == 2, "both sides are established");
            send(client, region, memory);
            read(client, region);
            connection.disconnect();
            runUntil(() -> disconnected == 2, "both sides are disconnected");
            System.out.println("states: client=" + client.state() + " server=" + server.state());
            listener.close();
            client.close();
            server.close();
            region.close();
        }
        queue.close();
        domain.close();
    }

    private void postReceives(final QueuePair server, final MemoryRegion region) {
        final ReceiveRequests receives = device.newReceiveRequests(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            receives.receive(i, region.iova() + (long) i * LENGTH, LENGTH, region.lkey());
        }
        server.postReceive(receives);
    }

    private void send(final QueuePair client, final MemoryRegion region, final MemoryBlock memory) {
        final SendRequests sends = device.newSendRequests(MESSAGES, 1);
        for (int i = 0; i < MESSAGES; i++) {
            for (int at = 0; at < LENGTH; at++) {
                memory.buffer().put((MESSAGES + i) * LENGTH + at, (byte) (i + at));
            }
            sends.send(MESSAGES + i, SendRequests.SIGNALED);
            sends.sge(region.iova() + (long) (MESSAGES + i) * LENGTH, LENGTH, region.lkey());
        }
        client.postSend(sends);
        final int[] seen = new int[2 * MESSAGES];
        poll(2 * MESSAGES, seen);
        for (int i = 0; i < MESSAGES * LENGTH; i++) {
            check(memory.buffer().get(i) == memory.buffer().get(MESSAGES * LENGTH + i), "byte " + i);
        }
        System.out.println("completions by id: " + Arrays.toString(seen));
    }

    private void read(final QueuePair client, final MemoryRegion region) {
        final SendRequests sends = device.newSendRequests(2, 1);
        sends.rdmaRead(0, SendRequests.SIGNALED, region.iova(), region.rkey());
        sends.sge(region.iova() + LENGTH, LENGTH, region.lkey());
        sends.rdmaWrite(1, SendRequests.SIGNALED, region.iova(), region.rkey());
        sends.sge(region.iova() + LENGTH, LENGTH, region.lkey());
        client.postSend(sends);
        poll(2, new int[2]);
        System.out.println("RDMA READ and WRITE: done");
    }

    private void poll(final int count, final int[] seen) {
        for (int left = count; left > 0; ) {
            check(loop.await(queue, TIMEOUT_NANOS), "completions in time, left=" + left);
            left -= queue.poll(batch);
            for (int i = 0; i < batch.count(); i++) {
                check(batch.status(i) == CompletionStatus.SUCCESS, CompletionStatus.name(batch.status(i)));
                check(
                        !CompletionOpcode.isReceive(batch.opcode(i)) || batch.byteLength(i) == LENGTH,
                        "length of a Receive");
                seen[(int) batch.wrId(i)]++;
            }
        }
    }

    private void runUntil(final java.util.function.BooleanSupplier condition, final String what) {
        final long begun = loop.nanoTime();
        while (!condition.getAsBoolean()) {
            loop.runOnce(TIMEOUT_NANOS);
            check(loop.nanoTime() - begun < TIMEOUT_NANOS, what);
        }
        System.out.println(what);
    }

    private static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    private final class Watch implements ConnectionHandler {
        private final String name;

        Watch(final String name) {
            this.name = name;
        }

        @Override
        public void onEstablished(final Connection connection, final byte[] privateData) {
            established++;
            System.out.println(name + " established, remote=" + connection.remote() + " data=" + privateData.length);
        }

        @Override
        public void onRejected(final Connection connection, final String reason) {
            throw new IllegalStateException(name + " rejected: " + reason);
        }

        @Override
        public void onDisconnected(final Connection connection) {
            disconnected++;
            System.out.println(name + " disconnected: " + disconnected);
        }
    }
}
