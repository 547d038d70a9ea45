// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.UdpNetwork;
import org.rpcrdma.transport.client.RpcRdmaClient;

/** A program that calls a server from a device of its own until it is killed; says when it has been answered. */
final class UdpCaller implements ClientListener {
    private static final int ANSWERS_TO_TELL = 100;
    private static final long SLICE = 10_000_000;

    private final RpcRdmaClient client;
    private int calls;

    private UdpCaller(final SimulatedDevice device, final String server) {
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(new InetSocketAddress(server, TransportFixture.PORT))
                .tries(1)
                .callTimeout(0)
                .listener(this));
    }

    /**
     * Calls.
     *
     * @param arguments the address of the device, and of the server.
     */
    public static void main(final String[] arguments) {
        try (UdpNetwork network = new UdpNetwork()) {
            new UdpCaller(network.attach("udp0", arguments[0]), arguments[1]).client.connect();
            while (true) {
                network.simulation().stepUntil(network.simulation().nanoTime() + SLICE);
            }
        }
    }

    private void call() {
        final int xid = ++calls;
        final Outcome outcome = new Outcome();
        TransportFixture.stage(client, xid, 64).send(64, outcome.then(() -> {
            if (!outcome.isReply() || outcome.xid != xid) {
                throw new IllegalStateException("call=" + xid + " reply=" + outcome.xid + " " + outcome.failure);
            }
            if (xid == ANSWERS_TO_TELL) {
                System.out.println("answered");
            }
            call();
        }));
    }

    @Override
    public void onConnected() {
        call();
    }

    @Override
    public void onDisconnected(final String reason) {
        throw new IllegalStateException("disconnected: " + reason);
    }
}
