// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The microbenchmarks that {@code rpcrdma jmh} runs. Implementations need not be thread-safe.
 *
 * <p>The command loads the implementation with {@link java.util.ServiceLoader}, because the benchmarks and the
 * libraries that they compare are only on the command's class path.
 */
public interface Microbenchmarks {
    /**
     * {@return true if a benchmark matches}
     *
     * @param pattern a regular expression that must match part of the benchmark's full name.
     */
    boolean anyMatches(String pattern);

    /**
     * The selected benchmarks and their options.
     *
     * @param pattern a regular expression that must match part of the benchmark's full name.
     * @param gc      true to also measure allocation.
     * @param forks   the number of JVMs per benchmark, or null for the benchmark's default.
     * @param device  the device for benchmarks that map memory, or null for a simulated device.
     * @param options additional JMH command-line options, which follow the options that the other components produce.
     */
    record Request(String pattern, boolean gc, Integer forks, String device, List<String> options) {}

    /**
     * Handles the JMH options that print help or a list instead of running benchmarks.
     *
     * @param request the selected benchmarks.
     * @param out     receives the output.
     * @return false if the options request a run, in which case nothing is printed.
     * @throws IllegalArgumentException if JMH does not know an option or rejects its value.
     * @throws IOException              if printing fails.
     */
    boolean print(Request request, PrintStream out) throws IOException;

    /**
     * Runs the matching benchmarks in forked JVMs with this JVM's flags.
     *
     * @param request  the selected benchmarks.
     * @param progress receives JMH's own report.
     * @return JMH's result as JSON.
     * @throws IllegalArgumentException if JMH does not know an option or rejects its value.
     * @throws IOException              if a JVM cannot be started or fails.
     */
    String run(Request request, PrintStream progress) throws IOException;
}
