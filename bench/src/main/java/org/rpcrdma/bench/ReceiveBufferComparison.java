// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rpcrdma.bench.compare.CompareOptions;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.compare.Strategy;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;

/**
 * Compares ways to map Receive buffers on a simulated server, as {@code rpcrdma compare} does, a program's own mapper
 * beside ours:
 *
 * <pre>{@code
 * ComparisonOutcome outcome = new ReceiveBufferComparison(new ReceiveBufferComparison.Context()
 *                 .capture("nfs41")
 *                 .connections(16)
 *                 .strategy("per-buffer-dma")
 *                 .strategy("shard-dma")
 *                 .strategy("own", (domain, loop) -> new OwnMapper(domain)))
 *         .run();
 * outcome.strategy("own").setupNanos().median();
 * }</pre>
 *
 * <pre>
 *   Context: traffic, strategies, seeds          ComparisonOutcome
 *        |                                             |
 *   ReceiveBufferComparison --- run() -------->  ComparedStrategy, one a strategy
 *        |                                             |
 *   strategy x seed: a simulated server          Figure, over the seeds
 * </pre>
 *
 * <p>The same settings give the same figures on every machine, as long as a program's own mappers do the same each
 * time. A mapper's requests to the device are charged to the simulated processor; the time that its own Java code takes
 * is not. Thread-safe once it is made.
 */
public final class ReceiveBufferComparison {
    private final Comparison comparison;

    /**
     * Checks the settings and reads the capture.
     *
     * @param context the settings.
     * @throws IllegalArgumentException if a value is unusable; the message names the command's option, and its limit.
     * @throws UncheckedIOException if the capture cannot be read.
     */
    public ReceiveBufferComparison(final Context context) {
        comparison = Objects.requireNonNull(context, "context").conclude();
    }

    /**
     * Runs each strategy with each seed; seeds run side by side.
     *
     * @return the figures.
     * @throws IllegalStateException if a run did not come to its end; the message has the reason. A {@link
     *     org.rpcrdma.verbs.VerbsException} of a program's own mapper is one: the server refuses the connection.
     * @throws RuntimeException any other that a program's own mapper or its factory throws, as it is.
     * @throws NullPointerException if a factory returns no mapper, or a mapper no mapping.
     */
    public ComparisonOutcome run() {
        return new ComparisonOutcome(comparison, comparison.run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE));
    }

    /** The settings of a comparison. Defaults are those of {@code rpcrdma compare}. Every setter returns this. */
    public static final class Context {
        private static final String NAME = "[A-Za-z0-9][A-Za-z0-9-]{0,31}";

        private final Map<String, String> options = new LinkedHashMap<>();
        private final List<Strategy> strategies = new ArrayList<>();
        private final PrintWriter notes = new PrintWriter(System.err, true);

        /** Makes a context with the command's defaults. */
        public Context() {}

        /**
         * Has connections replay captured NFS/RDMA traffic.
         *
         * @param nameOrFile nfs3, nfs41 or nfs42fio, which are bundled, or a pcap or pcapng file, plain or gzip.
         * @return this.
         */
        public Context capture(final String nameOrFile) {
            return option("workload", "capture").option("capture", Objects.requireNonNull(nameOrFile, "nameOrFile"));
        }

        /**
         * Has connections send data and receive the same data back.
         *
         * @param rpcs  RPCs of each connection, 1 to 1,000,000.
         * @param bytes data of each RPC, 1 to 1,048,576 bytes.
         * @return this.
         */
        public Context echo(final int rpcs, final int bytes) {
            return option("workload", "echo")
                    .option("rpcs", Integer.toString(rpcs))
                    .option("size", Integer.toString(bytes));
        }

        /**
         * Sets the number of connections. Each makes the traffic's calls.
         *
         * @param value 1 to 100,000; default 16.
         * @return this.
         */
        public Context connections(final int value) {
            return option("connections", Integer.toString(value));
        }

        /**
         * Sets the RPCs that a connection may have in flight, and the Receives that are posted for it.
         *
         * @param value 1 to 16,384; default 128.
         * @return this.
         */
        public Context credits(final int value) {
            return option("credits", Integer.toString(value));
        }

        /**
         * Sets the size of shards.
         *
         * @param bytes a power of two, 4 KB to 2 MB; default 64 KB.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            return option("shard-size", Integer.toString(bytes));
        }

        /**
         * Sets the seeds that each strategy runs with.
         *
         * @param first the first seed, any number; default 1.
         * @param count the number of seeds: first, first + 1, and so on; 1 to 1,000, default 5.
         * @return this.
         */
        public Context seeds(final long first, final int count) {
            return option("seed", Long.toString(first)).option("seeds", Integer.toString(count));
        }

        /**
         * Sets any option of {@code rpcrdma compare} that concerns the simulation, or a parameter of the cost model.
         *
         * @param name  the option without its dashes, such as {@code iommu}, or the parameter, such as {@code
         *              cpu.map_page}. An option without a value takes {@code true}.
         * @param value its value, as on the command line; it replaces the one before.
         * @return this.
         */
        public Context option(final String name, final String value) {
            options.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value of " + name));
            return this;
        }

        /**
         * Adds one of our strategies. The first strategy is the baseline that the others are held to.
         *
         * @param label its name on the command line: {@code shard-dma}, for example.
         * @return this.
         * @throws IllegalArgumentException if there is no such strategy, or it was added before.
         */
        public Context strategy(final String label) {
            return add(Strategy.of(Objects.requireNonNull(label, "label"))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "no such strategy: label=" + label + " known=" + Strategy.labels())));
        }

        /**
         * Adds a strategy of the program's own, which maps each shard of a connection's arena. {@link
         * org.rpcrdma.arena.mapper.PerBufferShardMapper} around a mapper has it map each buffer instead.
         *
         * @param name    its name in the results: 1 to 32 letters, digits and dashes; none of ours.
         * @param mappers makes its mappers.
         * @return this.
         * @throws IllegalArgumentException if the name is unusable or taken.
         */
        public Context strategy(final String name, final MapperFactory mappers) {
            Objects.requireNonNull(mappers, "mappers");
            if (!Objects.requireNonNull(name, "name").matches(NAME)
                    || Strategy.of(name).isPresent()) {
                throw new IllegalArgumentException(
                        "name of an own strategy must be 1 to 32 letters, digits and dashes, and none of ours: name="
                                + name);
            }
            return add(Strategy.own(
                    name,
                    (domain, loop) -> Objects.requireNonNull(
                            mappers.newMapper(domain, loop), () -> "factory returned no mapper: strategy=" + name)));
        }

        private Context add(final Strategy strategy) {
            if (strategies.stream().anyMatch(other -> other.label().equals(strategy.label()))) {
                throw new IllegalArgumentException("strategy was added before: name=" + strategy.label());
            }
            strategies.add(strategy);
            return this;
        }

        private Comparison conclude() {
            if (options.containsKey("strategy")) {
                throw new IllegalArgumentException("strategies are added by strategy(...): option=strategy");
            }
            try {
                final Comparison usual = CompareOptions.of(options).conclude(new Captures(notes));
                return strategies.isEmpty()
                        ? usual
                        : usual.with(List.copyOf(strategies), usual.options().seeds());
            } catch (final InputException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
