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
package org.rpcrdma.bench;

import java.util.List;
import java.util.function.LongSupplier;

/** How far a comparison is: which of its strategies runs, and how much time is left. */
final class StrategyProgress {
    private final List<Strategy> strategies;
    private final long rpcs;
    private final TimeLeft left;

    /**
     * Of a comparison that begins.
     *
     * @param nanoTime a clock
     */
    StrategyProgress(final LongSupplier nanoTime, final Comparison comparison) {
        strategies = comparison.options().strategies();
        rpcs = comparison.rpcs();
        left = new TimeLeft(nanoTime, rpcs * strategies.size());
    }

    /** How far it is, with so many RPCs of a strategy done. */
    String line(final Strategy strategy, final long done) {
        final int number = strategies.indexOf(strategy);
        return "strategy " + (number + 1) + " of " + strategies.size() + ", "
                + Progress.text(strategy.label(), done, rpcs) + left.after(number * rpcs + done);
    }
}
