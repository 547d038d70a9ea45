// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;

/** Writes the savings of one strategy compared with another as sentences. */
final class SavingsText {
    /** Percentiles are kept to three digits: what differs by less does not differ. */
    private static final double RESOLUTION = 0.001;

    private static final String DMA = "-dma";

    private final StrategyResult baseline;
    private final StrategyResult strategy;
    private final BreakEven breakEven;
    private final double rpcs;

    SavingsText(final StrategyResult baseline, final StrategyResult strategy, final BreakEven breakEven) {
        this.baseline = baseline;
        this.strategy = strategy;
        this.breakEven = breakEven;
        this.rpcs = strategy.messages() / 2.0;
    }

    List<String> sentences() {
        final List<String> sentences = new ArrayList<>();
        sentences.add(compared("Mappings", StrategyResult::mappings, SavingsText::count));
        sentences.add(comingAndGoing());
        sentences.add(reach());
        sentences.add(steadyState());
        sentences.add(compared("Memory mapped", StrategyResult::bytesMapped, bytes -> count(bytes) + " bytes"));
        sentences.add("Break-even: " + breakEven());
        sentences.add(tables());
        return sentences;
    }

    private String comingAndGoing() {
        if (mapsAtStart()) {
            return "Set-up and tear-down: all buffers are mapped when the server starts, which is charged to no"
                    + " connection.";
        }
        return compared("Set-up of a connection", StrategyResult::setupNanos, SavingsText::time) + " "
                + compared("Tear-down", StrategyResult::teardownNanos, SavingsText::time);
    }

    /** Returns true if connections share buffers that are there before them. */
    private boolean mapsAtStart() {
        return strategy.setupNanos() == 0 && strategy.mappings() > 0;
    }

    private String reach() {
        if (strategy.iotlbEntries() == 0) {
            return "IOTLB reach: without an IOMMU there is none to save.";
        }
        return compared(
                        "IOTLB reach: entries that hold all the buffers",
                        StrategyResult::iotlbEntries,
                        SavingsText::count)
                + " "
                + compared("IOTLB misses per RPC", r -> r.iotlbMisses() / rpcs, SavingsText::perRpc);
    }

    private String steadyState() {
        final String rpc = BreakEven.missAlike(baseline, strategy)
                ? "an RPC misses as much of the IOTLB and the NIC's tables either way, and costs the same once its"
                        + " connection is set up."
                : "an RPC misses more or less of the IOTLB or the NIC's tables, and takes the more or less time.";
        return "Steady state: " + rpc + " Connections' coming and going included: "
                + compared("the median RPC's time", r -> r.latencyNanos().p50(), SavingsText::time)
                + " "
                + compared("RPCs a second", StrategyResult::rpcPerSecond, SavingsText::count);
    }

    private String breakEven() {
        if (mapsAtStart()) {
            return "not told: the time of the mappings at the server's start is in no figure here.";
        }
        return switch (breakEven.kind()) {
            case NO_DIFFERENCE -> "none: nothing differs in time.";
            case AT_ONCE ->
                setsUpSlower()
                        ? "at the first tear-down, which gives back more than set-up costs; no RPC takes longer."
                        : "none to wait for: it costs nothing in time.";
            case FROM -> "it pays for connections of " + count(breakEven.rpcs()) + " RPCs and more.";
            case UP_TO -> "it pays for connections of no more than " + count(breakEven.rpcs()) + " RPCs.";
            case NEVER -> "never: it saves nothing in time.";
        };
    }

    private boolean setsUpSlower() {
        return strategy.setupNanos() > baseline.setupNanos();
    }

    private String tables() {
        if (strategy.name().endsWith(DMA) && baseline.name().endsWith(DMA)) {
            return "What it cannot change: Receives of DMA mappings are posted with the local_dma_lkey, for which the"
                    + " NIC looks up neither a key nor a translation. The NIC's own tables see no difference.";
        }
        return compared(
                "The NIC's tables: misses of keys and translations per RPC",
                r -> (r.nicMisses().keys() + r.nicMisses().translations()) / rpcs,
                SavingsText::perRpc);
    }

    /** Returns the figure with the strategy and without, and the difference. */
    private String compared(
            final String what, final ToDoubleFunction<StrategyResult> figure, final DoubleFunction<String> unit) {
        final double before = figure.applyAsDouble(baseline);
        final double now = figure.applyAsDouble(strategy);
        if (Math.abs(now - before) < RESOLUTION * Math.abs(before) || now == before) {
            return what + ": " + unit.apply(now) + " either way.";
        }
        final String difference = unit.apply(Math.abs(now - before)) + (now < before ? " less" : " more");
        return what + ": " + unit.apply(now) + " instead of " + unit.apply(before) + ", " + difference
                + (before == 0 ? "." : " (" + percent(Math.abs(now / before - 1)) + ").");
    }

    private static String percent(final double fraction) {
        return fraction < 10 ? format("%.1f %%", fraction * 100) : format("%,.0f times as much", fraction + 1);
    }

    private static String count(final double number) {
        return format("%,.0f", number);
    }

    private static String perRpc(final double number) {
        return format("%.3f", number);
    }

    private static String time(final double nanos) {
        if (nanos < 1e6) {
            return format("%,.2f us", nanos / 1e3);
        }
        return nanos < 1e9 ? format("%,.2f ms", nanos / 1e6) : format("%,.2f s", nanos / 1e9);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
