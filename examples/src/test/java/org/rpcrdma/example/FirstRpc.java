// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.net.InetSocketAddress;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.ReplyWriter;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Stores 1 MB on a server, then fetches it back. The server reads the data by RDMA READ and returns it by RDMA WRITE.
 */
public final class FirstRpc {
    private static final int PROGRAM = 0x2000_0001; // RFC 5531 leaves 0x20000000 to 0x3fffffff to users
    private static final int VERSION = 1;
    private static final int PUT = 1;
    private static final int GET = 2;
    private static final int MEGABYTE = 1 << 20;

    /** The server, which keeps one object of up to 1 MB in memory that its device can access. */
    private record Store(MemoryBlock object) {
        /** Answers with the number of bytes. */
        void put(final ProcedureCall call, final ReplyWriter reply) {
            final OpaqueData data = call.data(); // inline, or from the Read chunk
            System.out.println("server: put inline=" + call.rpcCall().messageLength() + " data=" + data.length());
            data.buffer().getBytes(data.offset(), object.buffer(), 0, data.length());
            reply.putInt(data.length()); // sent when this returns
        }

        void get(final ProcedureCall call, final ReplyWriter reply) {
            System.out.println("server: get Write chunks=" + call.rpcCall().writeChunkCount());
            reply.putData(object.address(), MEGABYTE); // inline, or by the Write chunk; not copied
        }
    }

    public static void main(final String[] args) {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults()); // the same seed gives the same run
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");

        final Store store = new Store(serverDevice.memory().allocate(MEGABYTE, 4096));
        try (MemoryBlock data = clientDevice.memory().allocate(MEGABYTE, 4096);
                MemoryBlock copy = clientDevice.memory().allocate(MEGABYTE, 4096);
                EventLoopRunner runner = EventLoopRunner.here(clientDevice.newEventLoop());
                RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                        .device(serverDevice)
                        .eventLoop(serverDevice.newEventLoop())
                        .service(new RpcPrograms()
                                .on(PROGRAM, VERSION, PUT, store::put)
                                .on(PROGRAM, VERSION, GET, store::get)));
                AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                        new RpcRdmaClient.Context()
                                .device(clientDevice)
                                .remote(new InetSocketAddress("10.98.0.1", 20_049)),
                        runner)) {
            for (int i = 0; i < MEGABYTE; i++) {
                data.buffer().put(i, (byte) i);
            }
            runner.await(client.connect());
            System.out.println("client: connected, connections of the server=" + server.connections());

            final PendingCall<Integer> put = client.call(
                    PROGRAM,
                    VERSION,
                    PUT,
                    (call, arguments) -> {
                        arguments.putInt(MEGABYTE); // XDR: the length, then the bytes
                        call.argument(arguments.position(), data.address(), MEGABYTE); // too long for inline
                    },
                    reply -> reply.results().getInt()); // throws if the call was not carried out
            System.out.println("client: put " + runner.await(put));

            final PendingCall<Integer> got = client.call(
                    PROGRAM,
                    VERSION,
                    GET,
                    (call, arguments) -> call.result(copy.address(), MEGABYTE), // memory for the data
                    reply -> reply.data().length()); // inline, or written there by the server
            System.out.println("client: got " + runner.await(got) + " equal="
                    + copy.buffer().equals(data.buffer()));
        }
        store.object().close(); // after the server, which sends from this memory
        clientDevice.close(); // fails if any of its objects is still open
        serverDevice.close();
    }
}
