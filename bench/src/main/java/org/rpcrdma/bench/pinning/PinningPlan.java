// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.Locale;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * The settings of one row of the table.
 *
 * @param bytes    the bytes per registration, from one page to {@value #MAX_BYTES}.
 * @param pageSize the memory's page size in bytes, a power of two from 4,096 to {@code bytes}.
 * @param threads  the number of threads that concurrently register separate blocks of memory, 1 to
 *                 {@value #MAX_THREADS}.
 * @param pool     the source of mkeys.
 * @param pairs    the number of registrations and deregistrations per thread, 1 to {@value #MAX_PAIRS}.
 */
public record PinningPlan(int bytes, int pageSize, int threads, PinningPool pool, int pairs) {
    public static final int MAX_BYTES = 1 << 30;
    public static final int MAX_THREADS = 256;
    public static final int MAX_PAIRS = 1_000_000;

    /** Checks the ranges. */
    public PinningPlan {
        check("size", bytes, MAX_BYTES);
        check("threads", threads, MAX_THREADS);
        check("iterations", pairs, MAX_PAIRS);
        if (pageSize < MemoryAllocator.BASE_PAGE || Integer.bitCount(pageSize) != 1) {
            throw new InputException("--page-size must be a power of two of at least 4096: --page-size=" + pageSize);
        }
        if (bytes < pageSize) {
            throw new InputException(
                    "size must be at least one page for reg: size=" + bytes + " page size=" + pageSize);
        }
    }

    private static void check(final String name, final long value, final long most) {
        if (value < 1 || value > most) {
            throw new InputException(
                    String.format(Locale.ROOT, "%s must be 1 to %,d for reg: %s=%d", name, most, name, value));
        }
    }
}
