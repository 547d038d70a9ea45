// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * The microbenchmarks that {@code rpcrdma jmh} runs.
 *
 * <p>A service: the benchmarks and their peers are on the class path of that command only.
 */
public interface Microbenchmarks {
    /**
     * {@return true if a benchmark matches}
     *
     * @param pattern a regular expression, found in the benchmark's full name.
     */
    boolean anyMatches(String pattern);

    /**
     * Selects the benchmarks of a run.
     *
     * @param pattern a regular expression, found in a benchmark's full name.
     * @param gc      true to measure allocation, too.
     * @param forks   JVMs for each benchmark, or null for the benchmark's own number.
     * @param device  a device of the host for the benchmarks that map memory, or null for the simulated one.
     * @param options JMH's own options, as its command line takes them; the components above go before them.
     */
    record Request(String pattern, boolean gc, Integer forks, String device, List<String> options) {}

    /**
     * Prints the output of JMH options that replace a run: its help, or a list.
     *
     * @param request the selected benchmarks.
     * @param out     receives it.
     * @return false if the options do not ask for that, and nothing is printed.
     * @throws IllegalArgumentException if JMH does not know an option, or its value is unusable.
     * @throws IOException if it cannot be printed.
     */
    boolean print(Request request, PrintStream out) throws IOException;

    /**
     * Runs the benchmarks that match, each in JVMs of its own that get this one's flags.
     *
     * @param request  the selected benchmarks.
     * @param progress receives JMH's own report.
     * @return JMH's result as JSON.
     * @throws IllegalArgumentException if JMH does not know an option, or its value is unusable.
     * @throws IOException if a JVM cannot be started or fails.
     */
    String run(Request request, PrintStream progress) throws IOException;
}
