/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.rpcrdma.bench.ComparisonResult.StrategyResult;
import org.rpcrdma.replay.Workload;

/** Prints a comparison for people: a row a figure, a column a strategy, and how each compares with the first. */
final class ComparisonReport {
    private static final int LABEL_WIDTH = 34;
    private static final int COLUMN_WIDTH = 24;

    private final Workload workload;
    private final CompareOptions options;
    private final ComparisonResult result;

    ComparisonReport(final Workload workload, final CompareOptions options, final ComparisonResult result) {
        this.workload = workload;
        this.options = options;
        this.result = result;
    }

    void print(final PrintWriter out) {
        final double rpcs = (double) workload.rpcs() * options.connections();
        heading(out);
        row(out, "", r -> r.name());
        out.println("Receive buffers of the server, all connections");
        count(out, "  mappings", StrategyResult::mappings);
        count(out, "  IOVA pages", StrategyResult::iovaPages);
        count(out, "  bytes mapped", StrategyResult::bytesMapped);
        count(out, "  bytes wasted", StrategyResult::bytesWasted);
        figure(out, "  IOTLB hits per RPC", "%,.3f", r -> r.iotlbHits() / rpcs);
        figure(out, "  IOTLB misses per RPC", "%,.3f", r -> r.iotlbMisses() / rpcs);
        out.println("Virtual time, from the cost model");
        figure(out, "  set-up per connection, us", "%,.2f", r -> r.setupNanos() / 1e3);
        figure(out, "  tear-down per connection, us", "%,.2f", r -> r.teardownNanos() / 1e3);
        figure(out, "  RPCs per second", "%,.0f", StrategyResult::rpcPerSecond);
        figure(out, "  latency p50, us", "%,.2f", r -> r.latencyNanos().p50() / 1e3);
        figure(out, "  latency p99, us", "%,.2f", r -> r.latencyNanos().p99() / 1e3);
        figure(out, "  latency p99.9, us", "%,.2f", r -> r.latencyNanos().p999() / 1e3);
        out.println("Traffic");
        row(out, "  messages", r -> format("%,d", r.messages()));
        row(out, "  payload bytes", r -> format("%,d", r.payloadBytes()));
        row(out, "  corruptions", r -> format("%,d", r.corruptions()));
    }

    private void heading(final PrintWriter out) {
        out.println(format(
                "%s: %,d RPCs a connection, %,d connection%s, %d credit%s, %d buffers of %,d bytes, shards of %,d, seed %d",
                result.capture(),
                workload.rpcs(),
                options.connections(),
                options.connections() == 1 ? "" : "s",
                options.credits(),
                options.credits() == 1 ? "" : "s",
                options.buffers(),
                options.bufferSize(),
                options.shardSize(),
                result.seed()));
    }

    private void count(final PrintWriter out, final String label, final ToDoubleFunction<StrategyResult> value) {
        figure(out, label, "%,.0f", value);
    }

    /** A figure of each strategy, with its ratio to the first one's. */
    private void figure(
            final PrintWriter out,
            final String label,
            final String format,
            final ToDoubleFunction<StrategyResult> value) {
        final List<StrategyResult> strategies = result.strategies();
        final double first = value.applyAsDouble(strategies.get(0));
        row(out, label, r -> {
            final String text = format(format, value.applyAsDouble(r));
            return r == strategies.get(0) || first == 0
                    ? text
                    : text + format(" (%.2fx)", value.applyAsDouble(r) / first);
        });
    }

    private void row(final PrintWriter out, final String label, final Function<StrategyResult, String> cell) {
        final StringBuilder line = new StringBuilder(format("%-" + LABEL_WIDTH + "s", label));
        for (final StrategyResult strategy : result.strategies()) {
            line.append(format("%" + COLUMN_WIDTH + "s", cell.apply(strategy)));
        }
        out.println(line);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
