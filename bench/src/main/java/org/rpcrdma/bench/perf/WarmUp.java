// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Repeats a slice of work until this JVM compiles little meanwhile: a server's does about the same. */
public final class WarmUp {
    /** How long a slice of work takes, in nanoseconds. */
    public static final long SLICE_NANOS = 500_000_000;

    static final int LEAST_SLICES = 2;
    static final int MOST_SLICES = 40;
    /** A tenth of a slice. */
    private static final long LITTLE_MILLIS = 50;

    private final LongSupplier compilationMillis;

    /**
     * Makes a warm-up.
     *
     * @param compilationMillis returns for how long the compilers have worked.
     */
    WarmUp(final LongSupplier compilationMillis) {
        this.compilationMillis = compilationMillis;
    }

    /** Makes a warm-up that asks this JVM's compilers. */
    public static WarmUp ofThisJvm() {
        final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return new WarmUp(compiler == null ? () -> 0 : compiler::getTotalCompilationTime);
    }

    /** Repeats a slice of work, which takes {@link #SLICE_NANOS}: 1 second at least, 20 at most. */
    public void repeat(final Runnable slice) {
        boolean isCompiling = true;
        for (int i = 0; i < LEAST_SLICES || isCompiling && i < MOST_SLICES; i++) {
            final long before = compilationMillis.getAsLong();
            slice.run();
            isCompiling = compilationMillis.getAsLong() - before > LITTLE_MILLIS;
        }
    }
}
