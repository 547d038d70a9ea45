// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.RunProgress;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;

/**
 * Compares ways to map Receive buffers on a simulated server, like {@code rpcrdma compare}. A program can add its own
 * mapper:
 *
 * <pre>{@code
 * ComparisonOutcome outcome = new ReceiveBufferComparison(new ComparisonSettings.Builder()
 *                 .capture("nfs41")
 *                 .connections(16)
 *                 .strategies(
 *                         Strategy.PER_BUFFER_DMA,
 *                         Strategy.SHARD_DMA,
 *                         Strategy.own("own", (domain, loop) -> new OwnMapper(domain)))
 *                 .build())
 *         .run();
 * outcome.strategy("own").setupNanos().median();
 * }</pre>
 *
 * <pre>
 *   ComparisonSettings: traffic, strategies, seeds   ComparisonOutcome
 *        |                                             |
 *   ReceiveBufferComparison --- run() -------->  ComparedStrategy, one per strategy
 *        |                                             |
 *   strategy x seed: a simulated server          Figure, over the seeds
 * </pre>
 *
 * <p>If the program's mappers are deterministic, the same settings produce the same figures on every machine. The
 * simulated processor is charged for a mapper's requests to the device, but not for the mapper's own Java code.
 * Thread-safe.
 */
public final class ReceiveBufferComparison {
    private final Comparison comparison;

    /**
     * Creates a comparison. Reads the capture if the settings name one; warnings, for example about a truncated
     * capture, are printed to standard error.
     *
     * @param settings the settings.
     * @throws IllegalArgumentException if the capture is unusable, or its messages are too large for the Receive
     *                                  buffers.
     * @throws UncheckedIOException     if the capture cannot be read.
     */
    public ReceiveBufferComparison(final ComparisonSettings settings) {
        Objects.requireNonNull(settings, "settings");
        try {
            comparison = Comparison.of(settings, new Captures(new PrintWriter(System.err, true)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs each strategy with each seed. Several seeds run in parallel.
     *
     * @return the figures.
     * @throws IllegalStateException if a run did not finish; the message contains the reason. For example, the server
     *                               rejected a connection because a program's mapper threw
     *                               {@link org.rpcrdma.verbs.VerbsException}.
     * @throws RuntimeException      if a program's mapper or mapper factory throws any other exception, which is
     *                               rethrown unchanged.
     * @throws NullPointerException  if a mapper factory or a mapper returns null.
     */
    public ComparisonOutcome run() {
        return new ComparisonOutcome(comparison, comparison.run(ShownArenas.NONE, TapFactory.NONE, RunProgress.NONE));
    }
}
