/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs classes that are no tests of this build in an engine of their own. */
final class Engine {
    private Engine() {}

    static EngineExecutionResults run(final Class<?> type) {
        return run(selectClass(type), false);
    }

    static EngineExecutionResults runInParallel(final Class<?> type) {
        return run(selectClass(type), true);
    }

    /** What a method of a class fails with, or null. */
    static Throwable failure(final Class<?> type, final String method, final Class<?>... parameters) {
        final EngineExecutionResults results = run(selectMethod(type, method, parameters), false);
        final List<Event> finished = results.testEvents().finished().list();
        if (finished.size() != 1) {
            throw new AssertionError("one test was to run: tests=" + finished);
        }
        return failureOf(finished.get(0));
    }

    /** What a test or container that has finished failed with, or null. */
    static Throwable failureOf(final Event finished) {
        return finished.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElse(null);
    }

    /** The words for a seed that the settings name, unless the build was given another. */
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
