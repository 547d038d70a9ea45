// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * Measures the JVM's memory for a thousand connections with 64 credits each. Their Receive buffers are address-only.
 */
class ManyConnectionsTest {
    private static final int CONNECTIONS = 1000;
    private static final int CREDITS = 64;
    private static final int RPCS = 8;
    private static final int IN_FLIGHT = 4;
    private static final int DATA = 1000;
    private static final String SERVER = "10.98.0.1";
    private static final int PORT = 20_049;

    /**
     * The maximum number of bytes allocated for both ends of a connection over its lifetime, including the client's
     * host. When this test was written, the number was 90 KB.
     */
    private static final long MOST_ALLOCATED = 110 * 1024;

    /**
     * The maximum size of the send buffers. A client with five calls uses 40 KB, and a server's connection has two
     * buffers of 4 KB.
     */
    private static final long MOST_NATIVE = 64 * 1024;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice host = fabric.attach("server", SERVER);
    private final RpcRdmaServer server = new RpcRdmaServer(TransportFixture.serverOn(host)
            .port(PORT)
            .credits(CREDITS)
            .receiveMemory(host.memory(MemoryMode.ADDRESS_ONLY))
            .service(new EchoService()));
    private final List<Caller> callers = new ArrayList<>();

    @Test
    void shouldTakeLittleMemoryEach() {
        connectAndCall(0);
        final long nativeBefore = nativeBytes();
        final long before = allocatedBytes();
        for (int i = 1; i <= CONNECTIONS; i++) {
            connectAndCall(i);
        }
        final long allocated = (allocatedBytes() - before) / CONNECTIONS;
        final long nativeBytes = (nativeBytes() - nativeBefore) / CONNECTIONS;

        assertEquals(CONNECTIONS + 1, server.connections());
        assertTrue(allocated <= MOST_ALLOCATED, "bytes allocated a connection: " + allocated);
        assertTrue(nativeBytes <= MOST_NATIVE, "native bytes of a connection: " + nativeBytes);
        for (final Caller caller : callers) {
            assertNull(caller.failure);
            assertEquals(RPCS, caller.replies);
        }
        close();
    }

    private void connectAndCall(final int number) {
        final Caller caller = new Caller(number);
        callers.add(caller);
        caller.client.connect();
        while (caller.replies < RPCS && caller.failure == null && simulation.step()) {
            continue;
        }
    }

    private void close() {
        callers.forEach(Caller::close);
        server.close();
        host.close();
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static long nativeBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** A host with a connection that makes calls and remains open. */
    private final class Caller implements ClientListener, ReplyHandler {
        private final SimulatedDevice device;
        private final RpcRdmaClient client;
        private int issued;
        private int replies;
        private String failure;

        Caller(final int number) {
            device = fabric.attach("client" + number, "10.99." + (number >> 8) + "." + (number & 0xff));
            client = new RpcRdmaClient(new RpcRdmaClient.Context()
                    .device(device)
                    .eventLoop(device.newEventLoop())
                    .remote(new InetSocketAddress(SERVER, PORT))
                    .credits(CREDITS)
                    .receiveMemory(device.memory(MemoryMode.ADDRESS_ONLY))
                    .listener(this));
        }

        @Override
        public void onConnected() {
            while (issued < IN_FLIGHT) {
                issue();
            }
        }

        private void issue() {
            final ClientCall call = client.newCall();
            issued++;
            call.send(EchoProtocol.writeEcho(call.message(), issued, DATA, issued), this);
        }

        @Override
        public void onReply(final RpcReply reply) {
            replies++;
            if (issued < RPCS) {
                issue();
            }
        }

        @Override
        public void onFailure(final String reason) {
            failure = reason;
        }

        @Override
        public void onDisconnected(final String reason) {
            failure = replies < RPCS ? reason : failure;
        }

        void close() {
            client.close();
            device.close();
        }
    }
}
