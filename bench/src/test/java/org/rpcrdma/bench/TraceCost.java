// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What {@code --trace} costs: a command is run over and over in one JVM, in turn without and with it. For each pair the
 * ratio is taken, of elapsed time and of the thread's processor time, and of the ratios the median.
 *
 * <p>Arguments: a folder for the traces, how many pairs, the command and its options.
 */
final class TraceCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 5;

    private final Path folder;
    private final String[] command;
    private long elapsed;
    private long processor;
    private long traced;

    private TraceCost(final Path folder, final String[] command) {
        this.folder = folder;
        this.command = command;
    }

    private void run(final boolean trace) throws IOException {
        final Path file = folder.resolve("cost.trace");
        final String[] arguments = trace ? Arrays.copyOf(command, command.length + 2) : command;
        if (trace) {
            arguments[command.length] = "--trace";
            arguments[command.length + 1] = file.toString();
        }
        final PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        final long begun = System.nanoTime();
        final long used = THREADS.getCurrentThreadCpuTime();
        final int code = Rpcrdma.commandLine().setOut(nowhere).setErr(nowhere).execute(arguments);
        processor = THREADS.getCurrentThreadCpuTime() - used;
        elapsed = System.nanoTime() - begun;
        if (code != 0) {
            throw new IllegalStateException("code=" + code);
        }
        if (trace) {
            traced = Files.size(file);
            Files.delete(file);
        }
    }

    private void measure(final int pairs) throws IOException {
        final double[] elapsedRatios = new double[pairs];
        final double[] processorRatios = new double[pairs];
        final double[] without = new double[pairs];
        for (int i = -WARM_UP; i < pairs; i++) {
            final boolean tracesFirst = i % 2 == 0;
            run(tracesFirst);
            final long firstElapsed = elapsed;
            final long firstProcessor = processor;
            run(!tracesFirst);
            if (i >= 0) {
                elapsedRatios[i] = ratio(elapsed, firstElapsed, tracesFirst);
                processorRatios[i] = ratio(processor, firstProcessor, tracesFirst);
                without[i] = (tracesFirst ? processor : firstProcessor) / 1e6;
            }
        }
        System.out.printf(
                "%s: without %.1f ms of CPU time, trace %d bytes; with it: elapsed %.3f, processor %.3f%n",
                String.join(" ", command), median(without), traced, median(elapsedRatios), median(processorRatios));
    }

    private static double ratio(final long second, final long first, final boolean tracesFirst) {
        return tracesFirst ? (double) first / second : (double) second / first;
    }

    private static double median(final double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /**
     * Measures.
     *
     * @param arguments folder, pairs, command.
     * @throws IOException where a trace cannot be removed.
     */
    public static void main(final String[] arguments) throws IOException {
        new TraceCost(Path.of(arguments[0]), Arrays.copyOfRange(arguments, 2, arguments.length))
                .measure(Integer.parseInt(arguments[1]));
    }
}
