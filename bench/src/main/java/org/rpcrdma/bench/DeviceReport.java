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
import org.rpcrdma.bench.DeviceResult.StrategyResult;

/** Prints a comparison on a device of the host for people: a column a strategy; real times above, virtual ones below. */
final class DeviceReport {
    /** Refused by the model as well; the device's own refusals are listed. */
    private static final String NONE = "-";

    private final DeviceResult result;
    private final List<StrategyResult> columns;
    private final TextTable table = new TextTable();

    DeviceReport(final DeviceResult result) {
        this.result = result;
        columns = result.strategies().stream()
                .filter(strategy -> strategy.real() != null || strategy.predicted() != null)
                .toList();
    }

    void print(final PrintWriter out) {
        out.println(heading());
        if (!columns.isEmpty()) {
            table.row("", columns.stream().map(StrategyResult::name).toList());
            table.heading("Real time, on " + result.device());
            figures(StrategyResult::real);
            table.heading("Virtual time, from the cost model: personality " + result.personality() + ", NIC "
                    + result.nic() + ", IOMMU " + result.iommu());
            figures(StrategyResult::predicted);
            table.print(out);
        }
        for (final StrategyResult strategy : result.strategies()) {
            if (strategy.reason() != null) {
                out.println(strategy.name() + ": " + strategy.reason());
            }
        }
        result.notes().forEach(out::println);
    }

    private void figures(final Function<StrategyResult, DeviceFigures> kind) {
        row(kind, "  registrations, all connections", f -> format("%,d", f.registrations()));
        row(kind, "  bytes registered", f -> format("%,d", f.bytesRegistered()));
        row(kind, "  bytes wasted", f -> format("%,d", f.bytesWasted()));
        row(kind, "  set-up per connection, us", f -> micros(f.setupNanos()));
        row(kind, "  tear-down per connection, us", f -> micros(f.teardownNanos()));
        row(kind, "  set-up of shared buffers, once, us", f -> shared(f.sharedSetupNanos()));
        row(kind, "  tear-down of shared buffers, us", f -> shared(f.sharedTeardownNanos()));
        row(kind, "  RPCs per second", f -> format("%,.0f", f.rpcPerSecond()));
        row(kind, "  latency p50, us", f -> micros(f.latencyNanos().p50()));
        row(kind, "  latency p99, us", f -> micros(f.latencyNanos().p99()));
        row(kind, "  latency p99.9, us", f -> micros(f.latencyNanos().p999()));
        row(kind, "  corruptions", f -> format("%,d", f.corruptions()));
    }

    private void row(
            final Function<StrategyResult, DeviceFigures> kind,
            final String label,
            final Function<DeviceFigures, String> cell) {
        table.row(
                label,
                columns.stream()
                        .map(kind)
                        .map(figures -> figures == null ? NONE : cell.apply(figures))
                        .toList());
    }

    private String heading() {
        return format(
                "%s: echo of %s bytes: %,d RPCs a connection, %,d connection%s, %d credit%s, %d buffers of %,d bytes, shards of"
                        + " %,d, seed %d",
                result.device(),
                new MessageSizes(result.sizes()),
                result.rpcs(),
                result.connections(),
                result.connections() == 1 ? "" : "s",
                result.credits(),
                result.credits() == 1 ? "" : "s",
                result.buffers(),
                result.bufferSize(),
                result.shardSize(),
                result.seed());
    }

    private static String shared(final long nanos) {
        return nanos == 0 ? NONE : micros(nanos);
    }

    private static String micros(final long nanos) {
        return format("%,.2f", nanos / 1e3);
    }

    private static String format(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
