// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import org.agrona.CloseHelper;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;

/** Executes 1 MB RDMA READs between two devices on UDP sockets. One thread runs both devices. */
final class UdpReads implements ConnectionHandler, AutoCloseable {
    /** The number of READs per round. All of them are outstanding at the same time. */
    static final int READS = 4;

    /** The payload of a packet on the loopback interface, in bytes. */
    static final int MTU = 4096;

    /** The number of packets per READ. */
    static final int PACKETS = 256;

    private static final int BYTES = PACKETS * MTU;
    private static final int SERVICE = 20_049;
    private static final long SLICE_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 20_000_000_000L;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], READS, READS, 7);

    private final UdpNetwork network;
    private final Side client;
    private final Side server;
    private final SendRequests reads;
    private final Completions completions = new Completions(READS);
    private int established;

    /** A device with a queue pair and 1 MB of memory. */
    private static final class Side implements AutoCloseable {
        final UdpDevice device;
        final EventLoop loop;
        final ProtectionDomain domain;
        final CompletionQueue queue;
        final QueuePair queuePair;
        final MemoryBlock memory;
        final MemoryRegion region;

        Side(final UdpDevice device) {
            this.device = device;
            loop = device.newEventLoop();
            domain = device.allocateProtectionDomain();
            queue = device.createCompletionQueue(2 * READS, loop, ready -> {});
            queuePair = device.connections()
                    .createQueuePair(domain, new QueuePairAttributes(queue, queue, READS, READS, 1));
            memory = device.memory().allocate(BYTES, MTU);
            region = domain.registerMemory(
                    memory.address(), BYTES, memory.address(), Access.LOCAL_WRITE | Access.REMOTE_READ);
        }

        @Override
        public void close() {
            CloseHelper.closeAll(queuePair, queue, region, memory, domain, device);
        }
    }

    /** Opens the devices on a free UDP port and connects them. */
    UdpReads() throws IOException {
        network = new UdpNetwork(freePort());
        client = new Side(network.attach("udp0", "127.0.0.1"));
        server = new Side(network.attach("udp1", "127.0.0.2"));
        reads = client.device.newSendRequests(READS, 1);
        final AutoCloseable listener = server.device
                .connections()
                .listen(
                        SERVICE,
                        server.loop,
                        request -> request.accept(server.queuePair, PARAMETERS, server.loop, this));
        client.device
                .connections()
                .connect(
                        new InetSocketAddress(server.device.ipAddress(), SERVICE),
                        client.queuePair,
                        PARAMETERS,
                        client.loop,
                        this);
        final long end = network.timeline().nanoTime() + LONGEST_NANOS;
        while (established < 2) {
            step(end);
        }
        CloseHelper.close(listener);
    }

    private static int freePort() throws IOException {
        try (DatagramChannel probe = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            return ((InetSocketAddress) probe.getLocalAddress()).getPort();
        }
    }

    private void step(final long end) {
        if (network.timeline().nanoTime() > end) {
            throw new IllegalStateException("no answer within 20 s: established=" + established);
        }
        network.timeline().stepUntil(network.timeline().nanoTime() + SLICE_NANOS);
    }

    /** Returns the maximum number of packets sent by a single system call. */
    int packetsACall() {
        return client.device.packetsACall();
    }

    /** Posts a round of READs and polls until they have completed. */
    void run() {
        reads.clear();
        for (int i = 0; i < READS; i++) {
            reads.rdmaRead(i, SendRequests.SIGNALED, server.memory.address(), server.region.rkey());
            reads.sge(client.memory.address(), BYTES, client.region.lkey());
        }
        client.queuePair.postSend(reads);
        final long end = network.timeline().nanoTime() + LONGEST_NANOS;
        for (int done = 0; done < READS; ) {
            step(end);
            final int polled = client.queue.poll(completions);
            for (int i = 0; i < polled; i++) {
                if (completions.status(i) != CompletionStatus.SUCCESS) {
                    throw new IllegalStateException("a READ failed: status=" + completions.status(i));
                }
            }
            done += polled;
        }
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        established++;
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        throw new IllegalStateException("rejected: reason=" + reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        // Closing the queue pairs disconnects them.
    }

    @Override
    public void close() {
        CloseHelper.closeAll(client, server, network);
    }
}
