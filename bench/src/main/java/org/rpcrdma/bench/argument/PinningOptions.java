// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.pinning.DevicePinning;
import org.rpcrdma.bench.pinning.PinningPlan;
import org.rpcrdma.bench.pinning.PinningPlot;
import org.rpcrdma.bench.pinning.PinningPool;
import org.rpcrdma.bench.pinning.SimulatedPinning;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.MemoryAllocator;
import picocli.CommandLine.Option;

/** The options of {@code rpcrdma perf reg}, which measures one row for each combination of their values. */
public final class PinningOptions {
    private static final List<Integer> USUAL_SIZES = List.of(4 << 10, 64 << 10, 1 << 20, 16 << 20);
    private static final int WARM_PAIRS = 1000;
    private static final int COLD_PAIRS = 100;

    @Option(
            names = {"-s", "--size"},
            paramLabel = "BYTES",
            split = ",",
            converter = ByteSize.class,
            description = "bytes per registration, up to 1G; optionally with K, M or G (default: 4K,64K,1M,16M)")
    private List<Integer> sizes;

    @Option(
            names = {"-a", "--all"},
            description = "all sizes from 4 KB to 1 GB, in steps of a factor of four")
    private boolean allSizes;

    @Option(
            names = "--page-size",
            paramLabel = "BYTES",
            split = ",",
            converter = ByteSize.class,
            description = "page size of the memory: 4K, or 2M on a NIC or soft-RoCE (default: 4K); sizes smaller than "
                    + "a page are skipped")
    private List<Integer> pageSizes = List.of(MemoryAllocator.BASE_PAGE);

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            split = ",",
            description = "concurrent threads, each with its own memory, up to 256 (default: 1)")
    private List<Integer> threads = List.of(1);

    @Option(
            names = "--pool",
            paramLabel = "POOL",
            split = ",",
            converter = Pools.class,
            completionCandidates = Pools.class,
            description = "warm: each registration reuses the previous mkey; cold: each needs a new mkey, because"
                    + " deregistrations follow the last registration (default: warm,cold)")
    private List<PinningPool> pools = List.of(PinningPool.values());

    @Option(
            names = {"-n", "--iterations"},
            paramLabel = "N",
            description = "registrations per thread and row, with --device (default: 1000; cold: 100)")
    private Integer iterations;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "warm up for this time before the first row, with --device (default: 1 to 20, until this JVM "
                    + "compiles little code)")
    private Double warmUp;

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            converter = HardwareOptions.Machines.class,
            completionCandidates = HardwareOptions.Machines.class,
            description = "the cost model, as for compare, without --device (default: intel)")
    private String machine;

    /** The values of {@code --pool}. */
    static final class Pools extends Choice<PinningPool> {
        Pools() {
            super(PinningPool.values());
        }
    }

    /** Returns one plan per row. */
    public List<PinningPlan> plans() {
        if (allSizes && sizes != null) {
            throw new InputException("--all and --size are mutually exclusive");
        }
        final List<PinningPlan> plans = new ArrayList<>();
        for (final int pageSize : pageSizes) {
            for (final int count : threads) {
                for (final PinningPool pool : pools) {
                    sizes().stream()
                            .filter(size -> size >= pageSize || size < 1)
                            .forEach(size -> plans.add(new PinningPlan(size, pageSize, count, pool, pairs(pool))));
                }
            }
        }
        if (plans.isEmpty()) {
            throw new InputException(
                    "--size must be at least --page-size: --size=" + sizes + " --page-size=" + pageSizes);
        }
        return plans;
    }

    private List<Integer> sizes() {
        if (allSizes) {
            return IntStream.rangeClosed(0, 9)
                    .mapToObj(power -> MemoryAllocator.BASE_PAGE << 2 * power)
                    .toList();
        }
        return sizes == null ? USUAL_SIZES : sizes;
    }

    /** Returns the number of registrations per thread and row. */
    public int pairs(final PinningPool pool) {
        return iterations != null ? iterations : pool == PinningPool.WARM ? WARM_PAIRS : COLD_PAIRS;
    }

    /** Rejects a plot that has more lines than there are colours. */
    public void checkPlot() {
        final int lines = pageSizes.size() * threads.size() * pools.size();
        if (lines > PinningPlot.MOST_LINES) {
            throw new InputException("--svg draws at most " + PinningPlot.MOST_LINES
                    + " combinations of page size, threads and pool: combinations=" + lines);
        }
    }

    /** Returns the runner that measures in virtual time. Rejects options that apply only to real devices. */
    public SimulatedPinning simulated() {
        if (iterations != null || warmUp != null) {
            throw new InputException((iterations != null ? "--iterations" : "--warm-up")
                    + " needs --device: repeated simulated calls take the same time");
        }
        return new SimulatedPinning(machine == null ? CostModel.defaults() : CostModel.preset(machine));
    }

    /**
     * Returns the duration of the warm-up before the first row, in nanoseconds. Rejects options that apply only to the
     * simulation.
     */
    public long warmUpNanos() {
        if (machine != null) {
            throw new InputException("--machine and --device are mutually exclusive: --machine=" + machine);
        }
        return warmUp == null ? DevicePinning.UNTIL_COMPILED : PerfOptions.nanos("--warm-up", warmUp, 0);
    }
}
