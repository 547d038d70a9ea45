// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.rpcrdma.bench.argument.PerfDevice;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.perf.PerfServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma perf server}: serves {@code rpcrdma perf client}. */
@Command(
        name = "server",
        header = "Waits for perf clients.",
        description =
                "Serves clients of rpcrdma perf until it is stopped. It can serve several clients concurrently, and "
                        + "prints a line for each connection.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma perf server --device rxe0",
            "  rpcrdma perf server --device mlx5_0 --port 18600 --idle 60"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PerfServerCommand implements Callable<Integer> {
    private static final double MAX_SECONDS = 86_400;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "the device (required): a name from rdma link, such as rxe0 or mlx5_0 (JDK 22 or newer), or "
                    + "udp:ADDRESS")
    private String name;

    @Mixin
    private PerfDevice options;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            description = "exit after this time without a connection (default: run until stopped)")
    private Double idle;

    @Mixin
    private ConnectionOptions connections;

    @Mixin
    private MetricsOption metrics;

    @Mixin
    private PcapOption pcap;

    /** Called by picocli. */
    PerfServerCommand() {}

    @Override
    public Integer call() throws IOException {
        if (name == null) {
            throw new InputException("--device is needed: no other process can reach a simulated device");
        }
        if (idle != null && !(idle > 0 && idle <= MAX_SECONDS)) {
            throw new InputException("--idle must be more than 0 and at most 86400 seconds: --idle=" + idle);
        }
        pcap.requireDevice(name);
        final int port = options.port();
        try (PcapOption.Pcap packets = pcap.open();
                Device device = PerfDevice.open(name, packets::open)) {
            return serve(device, port);
        }
    }

    private int serve(final Device device, final int port) {
        final EventLoop loop = device.newEventLoop();
        final PrintWriter out = spec.commandLine().getOut();
        try (MetricsOption.Display display =
                        metrics.open("perf-server", out, spec.commandLine().getErr());
                PerfServer server = newServer(device, loop, port, display)) {
            display.show(server.rpcs(), device);
            say("listening: device=" + device.name() + " address="
                    + device.connections().localAddress().getHostAddress() + " port=" + port);
            final BooleanSupplier goesOn = idle == null ? () -> true : () -> server.idleNanos() < idle * 1e9;
            server.serve(goesOn);
            if (server.failure() == null) {
                return ExitCode.DONE;
            }
            spec.commandLine().getErr().println("perf server: " + server.failure());
            return ExitCode.FAILED;
        }
    }

    private PerfServer newServer(
            final Device device, final EventLoop loop, final int port, final MetricsOption.Display display) {
        try {
            return new PerfServer(
                    device,
                    loop,
                    port,
                    options.spins(),
                    this::say,
                    context -> display.prepare(connections.bound(context)));
        } catch (final VerbsException e) {
            throw new InputException("--port " + port + ": " + e.getMessage());
        }
    }

    private void say(final String line) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
