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
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcHead;

/** Sends 1 MB to a server, which fetches it by RDMA READ and answers with its checksum. */
public final class FirstRpc implements ClientListener, ReplyHandler {
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

    @Override
    public void onReply(final RpcReply reply) {
        final int results = reply.messageOffset() + RpcHead.REPLY_LENGTH;
        System.out.printf("client: crc32=%08x%n", reply.message().getInt(results, BIG_ENDIAN));
    }

    @Override
    public void onFailure(final String reason) {
        System.out.println("client: no reply: " + reason);
    }

    @Override
    public void onConnected() {
        System.out.println("client: connected");
    }

    @Override
    public void onDisconnected(final String reason) {
        System.out.println("client: " + reason);
    }

    public static void main(final String[] arguments) {
        final Simulation simulation = new Simulation(1); // the same seed gives the same run
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.2");
        final FirstRpc outcome = new FirstRpc();

        final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(serverDevice.newEventLoop())
                .service(FirstRpc::checksum));
        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(clientDevice)
                .eventLoop(clientDevice.newEventLoop())
                .remote(new InetSocketAddress("10.98.0.1", 20_049))
                .listener(outcome));
        client.connect();

        final MemoryBlock data = clientDevice.memory().allocate(MEGABYTE, 4096);
        for (int i = 0; i < MEGABYTE; i++) {
            data.buffer().put(i, (byte) i);
        }
        final ClientCall call = client.newCall();
        final int length = RpcHead.putCall(call.message(), 1, PROGRAM, 1, 1);
        call.message().putInt(length, MEGABYTE, BIG_ENDIAN); // XDR: the argument's length, then its bytes
        call.argument(length + 4, data.address(), MEGABYTE); // too long to go inline: by Read chunk
        call.send(length + 4, outcome);
        simulation.run(); // on a real NIC: loop.runOnce(...), on a thread of the program's

        client.close();
        server.close();
        simulation.run();
        data.close();
        clientDevice.close(); // refuses if something of it is still open
        serverDevice.close();
    }
}
