// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.net.InetSocketAddress;
import java.util.zip.CRC32;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.XdrWriter;

/** Sends 1 MB to a server, which fetches it by RDMA READ and answers with its checksum. */
public final class FirstRpc {
    private static final int PROGRAM = 0x2000_0001; // RFC 5531 leaves 0x20000000 to 0x3fffffff to users
    private static final int VERSION = 1;
    private static final int PUT = 1;
    private static final int MEGABYTE = 1 << 20;

    /** The server's side: answers a call with the CRC-32 of its argument. */
    private static void checksum(final ProcedureCall call, final XdrWriter reply) {
        final OpaqueData data = call.data(); // what the Read chunk brought
        final byte[] argument = new byte[data.length()];
        data.buffer().getBytes(data.offset(), argument);
        System.out.println("server: inline=" + call.rpcCall().messageLength() + " by Read chunk=" + data.length());

        final CRC32 crc = new CRC32();
        crc.update(argument);
        reply.putInt((int) crc.getValue()); // sent when this returns
    }

    public static void main(final String[] args) {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults()); // the same seed gives the same run
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");

        try (MemoryBlock data = clientDevice.memory().allocate(MEGABYTE, 4096);
                EventLoopRunner runner = EventLoopRunner.here(clientDevice.newEventLoop());
                RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                        .device(serverDevice)
                        .eventLoop(serverDevice.newEventLoop())
                        .service(new RpcPrograms().on(PROGRAM, VERSION, PUT, FirstRpc::checksum)));
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

            final PendingCall<Integer> crc = client.call(
                    PROGRAM,
                    VERSION,
                    PUT,
                    (call, arguments) -> {
                        arguments.putInt(MEGABYTE); // XDR: the length, then the bytes
                        call.argument(arguments.position(), data.address(), MEGABYTE); // too long for inline
                    },
                    reply -> reply.results().getInt()); // throws if the call was not carried out
            System.out.printf("client: crc32=%08x%n", runner.await(crc));
        }
        clientDevice.close(); // refuses if something of it is still open
        serverDevice.close();
    }
}
