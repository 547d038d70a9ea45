// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import java.util.zip.CRC32;
import org.agrona.MutableDirectBuffer;
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

/** Sends 1 MB to a server, which fetches it by RDMA READ and answers with its checksum. */
public final class FirstRpc {
    private static final int PROGRAM = 0x2000_0001; // RFC 5531 leaves 0x20000000 to 0x3fffffff to users
    private static final int MEGABYTE = 1 << 20;

    /** The server's side: answers a call with the CRC-32 of its argument. */
    private static void checksum(final RpcCall call) {
        final byte[] argument = new byte[call.readPayload().capacity()]; // what the Read chunk brought
        call.readPayload().getBytes(0, argument);
        System.out.println("server: inline=" + call.messageLength() + " by Read chunk=" + argument.length);

        final CRC32 crc = new CRC32();
        crc.update(argument);
        final MutableDirectBuffer reply = call.replyMessage();
        final int results = RpcHead.putReply(reply, call.xid());
        reply.putInt(results, (int) crc.getValue(), BIG_ENDIAN);
        call.reply(results + 4);
    }

    public static void main(final String[] arguments) {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults()); // the same seed gives the same run
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");

        try (MemoryBlock data = clientDevice.memory().allocate(MEGABYTE, 4096);
                EventLoopRunner runner = EventLoopRunner.here(clientDevice.newEventLoop());
                RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                        .device(serverDevice)
                        .eventLoop(serverDevice.newEventLoop())
                        .service(FirstRpc::checksum));
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
                    (call, xid) -> {
                        final int length = RpcHead.putCall(call.message(), xid, PROGRAM, 1, 1);
                        call.message().putInt(length, MEGABYTE, BIG_ENDIAN); // XDR: the length, then the bytes
                        call.argument(length + 4, data.address(), MEGABYTE); // too long for inline: by Read chunk
                        return length + 4;
                    },
                    reply -> reply.message().getInt(reply.messageOffset() + RpcHead.REPLY_LENGTH, BIG_ENDIAN));
            System.out.printf("client: crc32=%08x%n", runner.await(crc));
        }
        clientDevice.close(); // refuses if something of it is still open
        serverDevice.close();
    }
}
