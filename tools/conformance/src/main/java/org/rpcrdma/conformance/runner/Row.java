// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.stream.Collectors;
import org.rpcrdma.conformance.runner.RowResult.Outcome;

/** A rule and the method that checks it. Immutable. */
public final class Row {
    private static final Map<String, String> TEXTS = texts();

    private final Rule rule;
    private final Method method;

    public Row(final Method method) {
        this.method = method;
        rule = method.getAnnotation(Rule.class);
        method.setAccessible(true);
    }

    private static Map<String, String> texts() {
        try {
            return KnownDifferences.lines("rules").stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the row's id.
     *
     * @return the id, for example {@code MR-01}.
     */
    public String id() {
        return rule.id();
    }

    /**
     * Returns the rule's text.
     *
     * @return a sentence.
     */
    public String text() {
        return TEXTS.get(id());
    }

    /**
     * Returns the rule's source.
     *
     * @return the name of a test, a man page, a source file or a specification.
     */
    public String source() {
        return rule.source();
    }

    /**
     * Checks the rule in a new testbed. An exception becomes part of the result.
     *
     * @param factory creates the testbed.
     * @return the row's result.
     */
    public RowResult run(final TestbedFactory factory) {
        try (Testbed bed = factory.open(TestbedOptions.DEFAULT)) {
            method.invoke(null, bed);
            return new RowResult(id(), Outcome.PASS, "");
        } catch (final InvocationTargetException e) {
            return failure(e.getCause());
        } catch (final IllegalAccessException | RuntimeException e) {
            return failure(e);
        }
    }

    private RowResult failure(final Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RowSkipped) {
            return new RowResult(id(), Outcome.SKIP, cause.getMessage());
        }
        final String detail = cause instanceof RowFailure ? cause.getMessage() : cause.toString();
        return new RowResult(id(), Outcome.FAIL, detail);
    }
}
