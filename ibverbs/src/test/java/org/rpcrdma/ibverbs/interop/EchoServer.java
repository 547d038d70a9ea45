// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/** Serves the echo program on a real device until it receives SIGTERM: {@code EchoServer DEVICE}. */
final class EchoServer {
    private static final long WAIT_NANOS = 1_000_000_000L;

    private int ended;
    private boolean stops;

    private EchoServer() {}

    public static void main(final String[] args) {
        new EchoServer().run(args[0]);
    }

    private void run(final String name) {
        try (Device device = Devices.open(name)) {
            final EventLoop loop = device.newEventLoop();
            stopAtShutdown(loop);
            try (RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(device)
                    .eventLoop(loop)
                    .credits(32)
                    .connectionEnd(this::onEnd)
                    .service(new EchoService()))) {
                System.out.println("server: listening, credits=" + server.credits());
                while (!stops) {
                    loop.runOnce(WAIT_NANOS);
                }
            }
        }
        System.out.println("server: done");
    }

    private void onEnd(final ServerConnectionMetrics metrics) {
        ended++;
        System.out.println("server: ended: " + metrics.closeReason() + " messages=" + metrics.messagesReceived()
                + " invalidations=" + metrics.invalidationsSent());
        System.out.println("server: ended=" + ended);
    }

    /** When the JVM exits, it waits until this thread has released everything. */
    private void stopAtShutdown(final EventLoop loop) {
        final Wakeup stop = loop.newWakeup(() -> stops = true);
        final Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.wake();
            try {
                main.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
    }
}
