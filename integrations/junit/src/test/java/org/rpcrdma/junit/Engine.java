// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs test classes in a separate engine. This build does not run these classes as its own tests. */
final class Engine {
    private Engine() {}

    static EngineExecutionResults run(final Class<?> type) {
        return run(selectClass(type), false);
    }

    static EngineExecutionResults runInParallel(final Class<?> type) {
        return run(selectClass(type), true);
    }

    /** Returns the failure of a test method, or null if it succeeded. */
    static Throwable failure(final Class<?> type, final String method, final Class<?>... parameters) {
        final EngineExecutionResults results = run(selectMethod(type, method, parameters), false);
        final List<Event> finished = results.testEvents().finished().list();
        if (finished.size() != 1) {
            throw new AssertionError("expected one test to run: tests=" + finished);
        }
        return failureOf(finished.get(0));
    }

    /** Returns the failure of a finished test or container, or null if it succeeded. */
    static Throwable failureOf(final Event finished) {
        return finished.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElse(null);
    }

    /**
     * Returns the text with which the report names a seed. If the build has set a seed, that seed replaces the given
     * one.
     */
    static String seed(final long named) {
        final String given = System.getProperty("seed", "");
        return new SimulationSeed(given.isEmpty() ? named : Long.parseLong(given)).getMessage();
    }

    private static EngineExecutionResults run(final DiscoverySelector selector, final boolean isParallel) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", Boolean.toString(isParallel))
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                .selectors(selector)
                .execute();
    }
}
