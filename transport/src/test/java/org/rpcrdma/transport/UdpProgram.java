// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;

/**
 * A program with a UDP device that is either a caller or the server. It reports successful calls until it is killed. On
 * a busy machine, the program or its peer may answer so late that the other side abandons the connection. The program
 * then reconnects.
 */
final class UdpProgram {
    private static final int ANSWERS_TO_TELL = 40;
    private static final long SLICE = 10_000_000;

    private UdpProgram() {}

    /**
     * Calls a server, or serves calls.
     *
     * @param arguments the address of the device, followed by the address of the server if the program is a caller.
     */
    public static void main(final String[] arguments) {
        try (UdpNetwork network = new UdpNetwork()) {
            final UdpDevice device = network.attach("udp0", arguments[0]);
            if (arguments.length == 1) {
                serve(network, device);
            } else {
                call(network, device, new InetSocketAddress(arguments[1], TransportFixture.PORT));
            }
        }
    }

    private static void serve(final UdpNetwork network, final UdpDevice device) {
        new RpcRdmaServer(TransportFixture.serverOn(device).service(HonestCaller::serve));
        System.out.println("serves");
        while (true) {
            pass(network);
        }
    }

    private static void call(final UdpNetwork network, final UdpDevice device, final InetSocketAddress server) {
        final HonestCaller caller = new HonestCaller(device, server);
        boolean hasTold = false;
        while (true) {
            pass(network);
            caller.reconnect();
            if (!hasTold && caller.answered >= ANSWERS_TO_TELL) {
                hasTold = true;
                System.out.println("answered");
            }
        }
    }

    private static void pass(final UdpNetwork network) {
        network.timeline().nanoTime();
        network.timeline().runUntil(network.timeline().nanoTime() + SLICE);
    }
}
