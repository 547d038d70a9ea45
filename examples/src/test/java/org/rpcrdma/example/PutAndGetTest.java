// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.CallArguments;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/** Runs the PUT and GET examples of README.md and docs/transport.md with data of every length. */
class PutAndGetTest {
    private static final int PROGRAM = ChecksumService.PROGRAM;
    private static final int VERSION = ChecksumService.VERSION;
    private static final int PUT = ChecksumService.PUT;
    private static final int GET = 2;

    private MemoryBlock object;
    private int stored;

    private int store(final OpaqueData bytes) {
        bytes.buffer().getBytes(bytes.offset(), object.buffer(), 0, bytes.length());
        stored = bytes.length();
        return stored;
    }

    private static byte[] copy(final OpaqueData data) {
        final byte[] bytes = new byte[data.length()];
        data.buffer().getBytes(data.offset(), bytes);
        return bytes;
    }

    @Test
    void shouldReturnTheDataThatWasPut() {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice device = fabric.attach("sim1", "10.98.0.2");
        final MemoryBlock data = device.memory().allocate(1 << 20, 4096);
        final MemoryBlock room = device.memory().allocate(1 << 20, 4096);
        for (int i = 0; i < 1 << 20; i++) {
            data.buffer().put(i, (byte) (i ^ i >> 8));
        }
        object = serverDevice.memory().allocate(1 << 20, 4096);

        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(new RpcPrograms()
                        .on(PROGRAM, VERSION, PUT, (call, reply) -> reply.putInt(store(call.data())))
                        .on(PROGRAM, VERSION, GET, (call, reply) -> reply.putData(object.address(), stored))));

        try (EventLoopRunner runner = EventLoopRunner.here(device.newEventLoop());
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context().device(device).remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            runner.await(client.connect());
            for (final int length : new int[] {0, 5, 4000, 1 << 20}) {
                final PendingCall<Integer> put = client.call(
                        PROGRAM,
                        VERSION,
                        PUT,
                        (call, arguments) -> { // on the event loop, when a credit may be available
                            arguments.putInt(length);
                            if (length > 0) {
                                call.argument(arguments.position(), data.address(), length);
                            }
                        },
                        reply -> reply.results().getInt());
                assertEquals(length, runner.await(put));

                final PendingCall<byte[]> got = client.call(
                        PROGRAM,
                        VERSION,
                        GET,
                        (call, arguments) -> call.result(room.address(), 1 << 20), // at most 1 MB: by a Write chunk
                        reply -> copy(reply.data()));
                final byte[] expected = new byte[length];
                data.buffer().get(0, expected);
                assertArrayEquals(expected, runner.await(got));
            }
        }
        server.close();
        object.close();
        room.close();
        data.close();
        device.close();
        serverDevice.close();
    }

    @Test
    void shouldPutAMegabyteAsThePageShows() {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice device = fabric.attach("sim1", "10.98.0.2");
        final MemoryBlock data = device.memory().allocate(1 << 20, 4096);
        final MemoryBlock room = device.memory().allocate(1 << 20, 4096);
        object = serverDevice.memory().allocate(1 << 20, 4096);
        try (RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                        .device(serverDevice)
                        .eventLoop(serverDevice.newEventLoop())
                        .service(new RpcPrograms()
                                .on(PROGRAM, VERSION, PUT, (call, reply) -> reply.putInt(store(call.data())))
                                .on(PROGRAM, VERSION, GET, (call, reply) -> reply.putData(object.address(), stored))));
                EventLoopRunner runner = EventLoopRunner.here(device.newEventLoop());
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context().device(device).remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            runner.await(client.connect());
            final CallArguments put = (call, arguments) -> { // on the event loop, when a credit may be available
                arguments.putInt(1 << 20);
                call.argument(arguments.position(), data.address(), 1 << 20); // 1 MB: by a Read chunk
            };
            final CallArguments get = (call, arguments) -> call.result(room.address(), 1 << 20); // by a Write chunk

            final PendingCall<Integer> stored = client.call(
                    PROGRAM, VERSION, PUT, put, reply -> reply.results().getInt());
            final PendingCall<Integer> got = client.call(
                    PROGRAM, VERSION, GET, get, reply -> reply.data().length());

            assertEquals(1 << 20, runner.await(stored));
            assertEquals(1 << 20, runner.await(got));
            assertEquals(1, server.connections());
        }
        object.close();
        room.close();
        data.close();
        device.close();
        serverDevice.close();
    }
}
