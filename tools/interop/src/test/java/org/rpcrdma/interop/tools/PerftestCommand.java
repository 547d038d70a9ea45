// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import static org.rpcrdma.interop.tools.PerftestControl.PORT;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import org.rpcrdma.example.DeviceCommand;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures like perftest's programs, or serves their measurements. */
@Command(
        name = "perftest",
        description = {
            "Measures with perftest's ib_send_bw, ib_write_bw, ib_read_bw and ib_read_lat, which must run with -R.",
            "A server prints a line per client, a client prints the result. Exit codes: 0 success; 1 a connection"
                    + " failed; 2 invalid arguments."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PerftestCommand extends DeviceCommand {
    private static final int MOST_MESSAGES = 10_000_000;

    @Option(names = "--server", description = "the server's address (default: run as the server)")
    private String server;

    @Option(names = "--port", defaultValue = "" + PORT, description = "the server's port (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--clients",
            defaultValue = "1",
            description = "the number of clients that a server serves before it exits (default: ${DEFAULT-VALUE})")
    private int clients;

    @Option(
            names = "--test",
            defaultValue = "SEND_BW",
            description = "${COMPLETION-CANDIDATES}: the server's program (default: ${DEFAULT-VALUE})")
    private Perftest.Kind kind;

    @Option(names = "--size", defaultValue = "64", description = "message size in bytes (default: ${DEFAULT-VALUE})")
    private int size;

    @Option(names = "--count", defaultValue = "1000", description = "number of messages (default: ${DEFAULT-VALUE})")
    private int count;

    @Option(
            names = "--depth",
            defaultValue = "64",
            description = "maximum number of outstanding messages (default: ${DEFAULT-VALUE})")
    private int depth;

    @Option(
            names = "--protocol",
            defaultValue = "6.06",
            description = "the server's protocol version (default: ${DEFAULT-VALUE})")
    private String protocol;

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new PerftestCommand().run(new PrintWriter(System.err), arguments));
    }

    @Override
    public Integer call() {
        checkRange("--port", port, 1, LARGEST_PORT);
        checkRange("--clients", clients, 1, Integer.MAX_VALUE);
        checkRange("--size", size, 1, PerftestServer.LONGEST);
        checkRange("--count", count, 1, MOST_MESSAGES);
        checkRange("--depth", depth, 1, Channel.DEPTH);
        try (Device device = openDevice();
                Host host = new Host(device)) {
            if (server == null) {
                serve(host);
            } else {
                System.out.println(new Perftest(host, kind, size, count, depth, protocol)
                        .run(new InetSocketAddress(server, port)));
            }
            return 0;
        } catch (final IllegalStateException | VerbsException e) {
            System.out.println("FAILED " + e.getMessage());
            return 1;
        }
    }

    private void serve(final Host host) {
        try (PerftestServer listening = new PerftestServer(host, port)) {
            for (int i = 0; i < clients; i++) {
                listening.serve();
                System.out.println("perftest: served=" + (i + 1));
            }
        }
    }
}
