// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Repeats a slice of work until this JVM spends little time compiling during a slice. The server's JVM behaves
 * similarly.
 */
public final class WarmUp {
    /** The length of a slice of work, in nanoseconds. */
    public static final long SLICE_NANOS = 500_000_000;

    static final int LEAST_SLICES = 2;
    static final int MOST_SLICES = 40;
    /** The compilation time per slice that counts as little: a tenth of the slice. */
    private static final long LITTLE_MILLIS = 50;

    private final LongSupplier compilationMillis;

    /**
     * Creates a warm-up.
     *
     * @param compilationMillis returns the total compilation time.
     */
    WarmUp(final LongSupplier compilationMillis) {
        this.compilationMillis = compilationMillis;
    }

    /** Creates a warm-up that reads this JVM's compilation time. */
    public static WarmUp ofThisJvm() {
        final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return new WarmUp(compiler == null ? () -> 0 : compiler::getTotalCompilationTime);
    }

    /** Repeats a slice of work of {@link #SLICE_NANOS}, for 1 to 20 seconds. */
    public void repeat(final Runnable slice) {
        boolean isCompiling = true;
        for (int i = 0; i < LEAST_SLICES || isCompiling && i < MOST_SLICES; i++) {
            final long before = compilationMillis.getAsLong();
            slice.run();
            isCompiling = compilationMillis.getAsLong() - before > LITTLE_MILLIS;
        }
    }
}
