// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.List;
import java.util.stream.IntStream;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.perf.PerfPlan;
import org.rpcrdma.bench.perf.PerfTest;
import picocli.CommandLine.Option;

/** The options that describe the messages of {@code rpcrdma perf client}. They have the same names as in perftest. */
public final class PerfOptions {
    private static final int SIZES_OF_ALL = 23;
    private static final int BANDWIDTH_BYTES = 65_536;
    private static final int LATENCY_BYTES = 2;
    private static final long BANDWIDTH_ITERATIONS = 5000;
    private static final long LATENCY_ITERATIONS = 1000;
    private static final int TX_DEPTH = 128;
    private static final int RPC_DEPTH = 32;
    private static final double MAX_SECONDS = 3600;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            converter = ByteSize.class,
            description = "bytes per message, optionally with K or M (default: 65536 for bandwidth, 2 for latency)")
    private Integer bytes;

    @Option(
            names = {"-a", "--all"},
            description = "all sizes from 2 bytes to 8 MB (RPCs: to 1 MB), one row each")
    private boolean allSizes;

    @Option(
            names = {"-n", "--iterations"},
            paramLabel = "N",
            description = "messages per queue pair (default: 5000 for bandwidth, 1000 for latency)")
    private Long iterations;

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "SECONDS",
            description = "send for this long, instead of --iterations")
    private Double seconds;

    @Option(
            names = {"-q", "--queue-pairs"},
            paramLabel = "N",
            description = "concurrent connections, for bandwidth (default: 1)")
    private int queuePairs = 1;

    @Option(
            names = {"-t", "--tx-depth"},
            paramLabel = "N",
            description = "outstanding messages per queue pair, for bandwidth (default: 128; RPCs: 32)")
    private Integer txDepth;

    @Option(
            names = {"-l", "--list"},
            paramLabel = "N",
            description = "messages posted per call, for bandwidth (default: 1)")
    private int list = 1;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "warm up for this time before each row (default: 1 to 20, until this JVM compiles little "
                    + "code; simulated: 0)")
    private Double warmUp;

    @Option(
            names = {"-F", "--no-cpu-warning"},
            description = "ignored, for compatibility with perftest")
    private boolean noWarning;

    /** Returns one plan per row. */
    public List<PerfPlan> plans(final PerfTest test, final boolean isVirtual) {
        if (allSizes && bytes != null) {
            throw new InputException("--all and --size are mutually exclusive");
        }
        if (seconds != null && iterations != null) {
            throw new InputException("--duration and --iterations are mutually exclusive");
        }
        return sizes(test).mapToObj(size -> plan(test, size, isVirtual)).toList();
    }

    private IntStream sizes(final PerfTest test) {
        if (!allSizes) {
            return IntStream.of(bytes != null ? bytes : test.isLatency() ? LATENCY_BYTES : BANDWIDTH_BYTES);
        }
        return IntStream.rangeClosed(1, SIZES_OF_ALL)
                .map(power -> 1 << power)
                .filter(size -> !test.isRpc() || size <= PerfPlan.MAX_RPC_BYTES);
    }

    private PerfPlan plan(final PerfTest test, final int size, final boolean isVirtual) {
        final long usual = test.isLatency() ? LATENCY_ITERATIONS : BANDWIDTH_ITERATIONS;
        return new PerfPlan(
                test,
                size,
                seconds != null ? 0 : iterations != null ? iterations : usual,
                seconds == null ? 0 : nanos("--duration", seconds, 1e-6),
                warmUp == null ? (isVirtual ? 0 : PerfPlan.UNTIL_COMPILED) : nanos("--warm-up", warmUp, 0),
                queuePairs,
                txDepth != null ? txDepth : test.isRpc() ? RPC_DEPTH : TX_DEPTH,
                list);
    }

    static long nanos(final String option, final double seconds, final double least) {
        if (!(seconds >= least && seconds <= MAX_SECONDS)) {
            throw new InputException(option + " must be from " + (least == 0 ? "0" : "0.000001") + " to 3600 seconds: "
                    + option + "=" + seconds);
        }
        return (long) (seconds * 1e9);
    }
}
