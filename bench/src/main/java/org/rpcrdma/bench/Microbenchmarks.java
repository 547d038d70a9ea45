// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The microbenchmarks that {@code rpcrdma jmh} runs. Used by one thread.
 *
 * <p>The command loads the implementation with {@link java.util.ServiceLoader}, because only its class path has the
 * benchmarks and the libraries that they compare.
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
     * @param forks   JVMs per benchmark, or null for the benchmark's default.
     * @param device  a device of the host for the benchmarks that map memory, or null for a simulated device.
     * @param options JMH's command-line options, which follow the options for the components above.
     */
    record Request(String pattern, boolean gc, Integer forks, String device, List<String> options) {}

    /**
     * Prints the output of JMH options that replace a run: help, or a list.
     *
     * @param request the selected benchmarks.
     * @param out     receives the output.
     * @return false if the options request a run; then nothing is printed.
     * @throws IllegalArgumentException if JMH does not know an option, or an option's value is unusable.
     * @throws IOException if printing fails.
     */
    boolean print(Request request, PrintStream out) throws IOException;

    /**
     * Runs the matching benchmarks in forked JVMs with this JVM's flags.
     *
     * @param request  the selected benchmarks.
     * @param progress receives JMH's own report.
     * @return JMH's result as JSON.
     * @throws IllegalArgumentException if JMH does not know an option, or an option's value is unusable.
     * @throws IOException if a JVM cannot be started or fails.
     */
    String run(Request request, PrintStream progress) throws IOException;
}
