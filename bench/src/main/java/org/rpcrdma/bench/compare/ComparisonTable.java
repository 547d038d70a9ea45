// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.rpcrdma.bench.compare.ComparisonResult.StrategyResult;
import org.rpcrdma.bench.console.TextTable;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.nic.cost.MemoryMode;

/** Prints a comparison for people: a row a figure, a column a strategy, and how each compares with the first. */
public final class ComparisonTable {
    private final Load load;
    private final ComparisonSettings options;
    private final double rpcs;
    private final ComparisonResult result;
    private final TextTable table = new TextTable();

    public ComparisonTable(final Comparison comparison, final ComparisonResult result) {
        this.load = comparison.load();
        this.options = comparison.options();
        this.rpcs = comparison.rpcs();
        this.result = result;
    }

    public void print(final PrintWriter out) {
        out.println(heading());
        out.println(hardware());
        table.row("", options.strategies().stream().map(Strategy::cutLabel).toList());
        table.row("", options.strategies().stream().map(Strategy::mappingLabel).toList());
        buffers();
        nic();
        times();
        turnover();
        traffic();
        table.print(out);
        result.answer().forEach(answer -> {
            out.println(answer.strategy() + " instead of " + answer.baseline());
            answer.words().forEach(sentence -> out.println("  " + sentence));
        });
    }

    private void buffers() {
        table.heading("Receive buffers of the server, all connections");
        figure("  mappings, registrations", "%,.0f", StrategyResult::mappings);
        figure("  IOVA pages", "%,.0f", StrategyResult::iovaPages);
        figure("  IOTLB entries that hold them all", "%,.0f", StrategyResult::iotlbEntries);
        figure("  bytes mapped", "%,.0f", StrategyResult::bytesMapped);
        figure("  bytes wasted", "%,.0f", StrategyResult::bytesWasted);
        figure("  IOTLB hits per RPC", "%,.3f", r -> r.iotlbHits() / rpcs);
        figure("  IOTLB misses per RPC", "%,.3f", r -> r.iotlbMisses() / rpcs);
    }

    private void nic() {
        table.heading("Cache misses of the server's NIC, per RPC");
        figure(
                "  queue pairs, work requests",
                "%,.3f",
                r -> (r.nicMisses().queuePairs() + r.nicMisses().requests()) / rpcs);
        figure("  memory keys", "%,.3f", r -> r.nicMisses().keys() / rpcs);
        figure("  translations", "%,.3f", r -> r.nicMisses().translations() / rpcs);
    }

    private void times() {
        table.heading("Virtual time, from the cost model");
        figure("  set-up per connection, us", "%,.2f", r -> r.setupNanos() / 1e3);
        figure("  tear-down per connection, us", "%,.2f", r -> r.teardownNanos() / 1e3);
        figure("  RPCs per second", "%,.0f", StrategyResult::rpcPerSecond);
        figure("  latency p50, us", "%,.2f", r -> r.latencyNanos().p50() / 1e3);
        figure("  latency p99, us", "%,.2f", r -> r.latencyNanos().p99() / 1e3);
        figure("  latency p99.9, us", "%,.2f", r -> r.latencyNanos().p999() / 1e3);
    }

    private void turnover() {
        if (options.arrivals() == null) {
            return;
        }
        table.heading("Connections that come and go, virtual time");
        figure("  completed per second", "%,.0f", r -> r.turnover().connectionsPerSecond());
        figure("  open at once, mean", "%,.1f", r -> r.turnover().meanOpen());
        figure("  open at once, most", "%,.0f", r -> r.turnover().mostOpen());
        figure(
                "  server's processor, for set-up and tear-down, %",
                "%.1f", r -> 100 * r.turnover().setupShare());
    }

    private void traffic() {
        table.heading("Traffic");
        row("  messages", r -> format("%,d", r.messages()));
        row("  payload bytes", r -> format("%,d", r.payloadBytes()));
        row("  corruptions", r -> r.corruptions() == null ? "not checked" : format("%,d", r.corruptions()));
    }

    private String heading() {
        return format(
                "%s: %,d RPCs a connection, %,d connection%s%s, %d credit%s, %d buffers of %,d bytes%s, shards of"
                        + " %,d, seed %d%s",
                load.title(),
                load.rpcs(),
                options.connections(),
                options.connections() == 1 ? "" : "s",
                options.arrivals() == null ? "" : " at " + plain(options.arrivals()) + " a second",
                options.credits(),
                options.credits() == 1 ? "" : "s",
                options.buffers(),
                options.bufferSize(),
                options.sharedArena() ? " at most, one arena" : "",
                options.shardSize(),
                result.seed(),
                options.memory() == MemoryMode.ADDRESS_ONLY ? ", address-only memory" : "");
    }

    /** Returns the simulated hardware, on which all figures depend. */
    private String hardware() {
        final StringBuilder text = new StringBuilder("simulated: NIC ").append(result.nic());
        if (!result.iommu().equals("off")) {
            text.append(format(", page-table leaves up to %,d bytes", result.largestLeaf()));
        }
        text.append(", IOMMU ").append(result.iommu());
        result.set()
                .forEach((name, value) ->
                        text.append(", ").append(name).append('=').append(plain(value)));
        return text.toString();
    }

    private static String plain(final double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** A figure of each strategy, with its ratio to the first one's. */
    private void figure(final String label, final String format, final ToDoubleFunction<StrategyResult> value) {
        final StrategyResult baseline = result.strategies().get(0);
        final double first = value.applyAsDouble(baseline);
        row(label, r -> {
            final String text = format(format, value.applyAsDouble(r));
            return r == baseline || first == 0 ? text : text + ratio(value.applyAsDouble(r) / first);
        });
    }

    private static String ratio(final double ratio) {
        return format(ratio < 100 ? " (%.2fx)" : " (%,.0fx)", ratio);
    }

    private void row(final String label, final Function<StrategyResult, String> cell) {
        table.row(label, result.strategies().stream().map(cell).toList());
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
