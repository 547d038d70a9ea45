// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sends pings over RDMA, or answers them. */
@Command(
        name = "rping",
        description = {
            "Plays ping-pong with librdmacm's rping(1) or with itself, by SEND, RDMA READ and RDMA WRITE.",
            "Prints the data of each ping, then the number of pings. Exit codes: 0 all data was returned; 1 some data"
                    + " was not returned; 2 invalid arguments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RpingCommand extends DeviceCommand {
    @Option(names = "--server", description = "the server's address (default: run as the server, for one client)")
    private String server;

    @Option(
            names = "--port",
            defaultValue = "" + Rping.PORT,
            description = "the server's port (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(names = "--count", defaultValue = "10", description = "pings per client (default: ${DEFAULT-VALUE})")
    private int count;

    @Option(names = "--size", defaultValue = "64", description = "bytes per ping (default: ${DEFAULT-VALUE})")
    private int size;

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new RpingCommand().run(new PrintWriter(System.err), arguments));
    }

    @Override
    public Integer call() throws Exception {
        checkRange("--port", port, 1, LARGEST_PORT);
        checkRange("--count", count, 1, Integer.MAX_VALUE);
        checkRange("--size", size, Rping.SMALLEST, Rping.LARGEST);
        try (Device device = openDevice();
                Host host = new Host(device)) {
            final Rping rping = new Rping(host, size, System.out::println);
            int pings = count;
            if (server == null) {
                pings = rping.serve(port);
            } else {
                rping.ping(new InetSocketAddress(server, port), count);
            }
            System.out.println("rping: pings=" + pings + " size=" + size);
            return 0;
        } catch (final IllegalStateException | VerbsException e) {
            System.out.println("FAILED " + e.getMessage());
            return 1;
        }
    }
}
