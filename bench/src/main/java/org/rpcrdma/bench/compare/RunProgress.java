// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.settings.Strategy;

/** Is notified of how far a comparison is. Several threads call it. */
@FunctionalInterface
public interface RunProgress {
    /** Ignores it. */
    RunProgress NONE = (strategy, seed, done) -> {};

    /**
     * Some RPCs are done.
     *
     * @param strategy of a run.
     * @param seed     of that run.
     * @param done     RPCs of all runs that are done.
     */
    void at(Strategy strategy, long seed, long done);
}
