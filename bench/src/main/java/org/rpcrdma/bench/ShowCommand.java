// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.argument.JvmOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.bench.jvm.ObjectRows;
import org.rpcrdma.bench.jvm.VisibleObjects;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A base class for commands that print a running JVM's objects, either one line per object or a JSON array. Objects can
 * be filtered with the syntax of rdma(8).
 *
 * @param <T> the type of the objects.
 */
abstract class ShowCommand<T> implements Callable<Integer> {
    private final Map<String, ToLongFunction<T>> numbers;
    private final VisibleObjects objects;
    private final Supplier<? extends Closeable> workload;

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Mixin
    private JsonOption json;

    @Mixin
    private JvmOption jvm;

    @Option(names = "--demo", description = "show objects of simulated devices after a short workload")
    private boolean demo;

    /**
     * Creates a command.
     *
     * @param numbers  the filters by name; each returns the number that the filter compares.
     * @param objects  the kind of objects to show.
     * @param workload starts the workload of {@code --demo} in this JVM; closing the workload ends it.
     */
    ShowCommand(
            final Map<String, ToLongFunction<T>> numbers,
            final VisibleObjects objects,
            final Supplier<? extends Closeable> workload) {
        this.numbers = numbers;
        this.objects = objects;
        this.workload = workload;
    }

    @Override
    @SuppressWarnings("try") // the open workload keeps its objects visible
    public final Integer call() throws IOException {
        json.refuseWordAsFile(ObjectFilter.words(numbers.keySet()));
        final ObjectFilter<T> filter = ObjectFilter.parse(words, numbers);
        if (demo && jvm.isGiven()) {
            throw new InputException("--demo and --pid are mutually exclusive");
        }
        try (Closeable shown = demo ? workload.get() : null;
                JvmConnection connection = demo ? JvmConnection.own() : jvm.attach(objects)) {
            final List<Map<String, Object>> rows = rows(connection, filter);
            json.report(rows, out -> rows.forEach(row -> out.println(ObjectRows.line(row))));
        }
        return ExitCode.DONE;
    }

    /** Returns the JSON members of the objects that match a filter. */
    abstract List<Map<String, Object>> rows(JvmConnection connection, ObjectFilter<T> filter) throws IOException;
}
