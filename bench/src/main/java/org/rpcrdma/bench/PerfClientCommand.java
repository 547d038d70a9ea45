// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.Choice;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.argument.PerfDevice;
import org.rpcrdma.bench.argument.PerfOptions;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.perf.PerfClient;
import org.rpcrdma.bench.perf.PerfPlan;
import org.rpcrdma.bench.perf.PerfResult;
import org.rpcrdma.bench.perf.PerfTest;
import org.rpcrdma.bench.perf.SimulatedPerf;
import org.rpcrdma.verbs.Device;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rpcrdma perf client TEST [HOST]}: measures against {@code rpcrdma perf server}. */
@Command(
        name = "client",
        header = "Measures bandwidth or latency against a server of perf.",
        description = "Measures against rpcrdma perf server and prints the same table as perftest. 1 MB is 2^20 bytes. "
                + "The latency of a SEND or WRITE is half a round trip; the latency of a READ or RPC is a whole round "
                + "trip.",
        footer = {
            "",
            "Without --device and HOST, both sides are simulated, and times are virtual.",
            "",
            "Examples:",
            "  rpcrdma perf client send-bw 10.98.0.1 --device rxe0 -a",
            "  rpcrdma perf client write-lat 10.98.0.1 --device rxe0 -s 64 -n 10000",
            "  rpcrdma perf client rpc-bw 10.98.0.1 --device rxe0 -s 4K -D 10 --json rpc.json",
            "  rpcrdma perf client read-lat"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PerfClientCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "TEST",
            completionCandidates = Tests.class,
            converter = Tests.class,
            description = "send-bw, send-lat, write-bw, write-lat, read-bw, read-lat, rpc-bw or rpc-lat")
    private PerfTest test;

    @Parameters(index = "1", arity = "0..1", paramLabel = "HOST", description = "the address of the server's device")
    private String host;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description =
                    "this side's device: a name from rdma link, such as rxe0 or mlx5_0 (JDK 22 or newer), or udp:ADDRESS"
                            + " (default: two simulated hosts)")
    private String name;

    @Mixin
    private PerfDevice options;

    @Mixin
    private PerfOptions load;

    @Mixin
    private PcapOption pcap;

    @Mixin
    private JsonOption json;

    /** Called by picocli. */
    PerfClientCommand() {}

    @Override
    public Integer call() throws IOException {
        if ((name == null) != (host == null)) {
            throw new InputException(
                    name == null ? "HOST needs --device: HOST=" + host : "--device needs HOST: --device=" + name);
        }
        pcap.requireDevice(name);
        final int port = options.port();
        final List<PerfPlan> plans = load.plans(test, name == null);
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter table = json.isStandardOutput() ? null : out;
        final PerfResult result = name == null ? SimulatedPerf.run(plans, table) : measure(plans, table, port);
        StandardOutput.flush(out);
        json.write(result);
        return ExitCode.DONE;
    }

    private PerfResult measure(final List<PerfPlan> plans, final PrintWriter out, final int port) throws IOException {
        final InetSocketAddress server = new InetSocketAddress(address(), port);
        try (PcapOption.Pcap packets = pcap.open();
                Device device = PerfDevice.open(name, packets::open)) {
            return new PerfClient(device, device.newEventLoop(), server, options.spins()).run(plans, out);
        }
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(host);
        } catch (final UnknownHostException e) {
            throw new InputException("unknown host: HOST=" + host);
        }
    }

    /** The values of {@code TEST}. */
    static final class Tests extends Choice<PerfTest> {
        Tests() {
            super(PerfTest.values());
        }
    }
}
