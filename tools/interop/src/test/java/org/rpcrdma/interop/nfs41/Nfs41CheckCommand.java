// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Causes an NFSv4.1 server to call its clients back. */
@Command(
        name = "nfs41-check",
        description = {
            "Runs two clients of an NFSv4.1 server. Each client's session uses one RDMA connection, which is also the"
                    + " back channel.",
            "The server must recall one client's delegation when the other client writes. Prints a line for each"
                    + " successful check. Exit codes: 0 all checks succeeded; 1 a check failed; 2 invalid arguments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class Nfs41CheckCommand extends DeviceCommand implements ClientListener {
    @Option(names = "--server", required = true, description = "the server's address")
    private String server;

    @Option(names = "--port", defaultValue = "20049", description = "the NFS server's port (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(names = "--file", required = true, description = "a file in the server's root folder")
    private String file;

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new Nfs41CheckCommand().run(new PrintWriter(System.err), arguments));
    }

    @Override
    public Integer call() {
        checkRange("--port", port, 1, LARGEST_PORT);
        final Callbacks callbacks = new Callbacks();
        try (Device device = openDevice()) {
            final EventLoop loop = device.newEventLoop();
            try (RpcRdmaClient readers = transport(device, loop, callbacks);
                    RpcRdmaClient writers = transport(device, loop, new Callbacks())) {
                new RecallCheck(
                                loop,
                                new Session(readers, loop, "reader"),
                                callbacks,
                                new Session(writers, loop, "writer"),
                                file,
                                check -> System.out.println("ok " + check))
                        .run();
            }
            return 0;
        } catch (final IllegalStateException | VerbsException | Nfs41Failure e) {
            System.out.println("FAILED " + e.getMessage());
            return 1;
        }
    }

    private RpcRdmaClient transport(final Device device, final EventLoop loop, final Callbacks callbacks) {
        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(server, port))
                .listener(this)
                .credits(8)
                .reverseService(callbacks));
        client.connect();
        return client;
    }

    @Override
    public void onConnected() {
        // The sessions' first calls wait for the connection.
    }

    @Override
    public void onDisconnected(final String reason) {
        System.out.println("disconnected: " + reason);
    }
}
