// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;

/**
 * Runs clients of {@link EchoServer}, each with its own connection: {@code EchoClients DEVICE ADDRESS CLIENTS CALLS}.
 */
final class EchoClients {
    private static final int PORT = 20049;
    private static final long WAIT_NANOS = 1_000_000_000L;

    private EchoClients() {}

    public static void main(final String[] args) {
        final int calls = Integer.parseInt(args[3]);
        try (Device device = Devices.open(args[0])) {
            final EventLoop loop = device.newEventLoop();
            final InetSocketAddress remote = new InetSocketAddress(args[1], PORT);
            final List<EchoClient> clients = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                clients.add(new EchoClient(device, loop, remote, i, calls));
            }
            final long begun = loop.nanoTime();
            clients.forEach(EchoClient::begin);
            while (!clients.stream().allMatch(EchoClient::isDone)) {
                loop.runOnce(WAIT_NANOS);
            }
            System.out.println("clients: calls=" + (long) clients.size() * calls + " milliseconds="
                    + (loop.nanoTime() - begun) / 1_000_000);
            clients.forEach(EchoClient::close);
        }
        System.out.println("clients: done");
    }
}
