// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The microbenchmarks that {@code rpcrdma jmh} runs. Used by one thread.
 *
 * <p>The command loads the implementation with {@link java.util.ServiceLoader}: only its class path has the benchmarks
 * and their peers.
 */
public interface Microbenchmarks {
    /**
     * {@return true if a benchmark matches}
     *
     * @param pattern a regular expression, found in the benchmark's full name.
     */
    boolean anyMatches(String pattern);

    /**
     * The selected benchmarks and their options.
     *
     * @param pattern a regular expression that must match a part of the benchmark's full name.
     * @param gc true to measure allocation, too.
     * @param forks JVMs per benchmark, or null for the benchmark's default.
     * @param device a device of the host for the benchmarks that map memory, or null for the simulated one.
     * @param options options for JMH, as on its command line; the components above precede them.
     */
    record Request(String pattern, boolean gc, Integer forks, String device, List<String> options) {}

    /**
     * Prints the output of JMH options that replace a run: its help, or a list.
     *
     * @param request the selected benchmarks.
     * @param out receives the output.
     * @return false, with nothing printed, if the options request a run.
     * @throws IllegalArgumentException if JMH does not know an option, or its value is unusable.
     * @throws IOException if it cannot be printed.
     */
    boolean print(Request request, PrintStream out) throws IOException;

    /**
     * Runs the benchmarks that match in forked JVMs, which inherit this JVM's flags.
     *
     * @param request the selected benchmarks.
     * @param progress receives JMH's own report.
     * @return JMH's result as JSON.
     * @throws IllegalArgumentException if JMH does not know an option, or its value is unusable.
     * @throws IOException if a JVM cannot be started or fails.
     */
    String run(Request request, PrintStream progress) throws IOException;
}
