// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Collects the failures in a sequence of steps that continues after a failure. The first failure is thrown, with the
 * others as suppressed exceptions. Stateless.
 */
public final class Failures {
    private Failures() {}

    /**
     * Adds a later failure to an earlier one.
     *
     * @param first the earlier failure, or null.
     * @param later the later failure, or null.
     * @return the earlier failure, with the later failure added as a suppressed exception; the later failure if there
     *     was no earlier failure.
     */
    public static Throwable join(final Throwable first, final Throwable later) {
        if (first == null) {
            return later;
        }
        if (later != null && first != later) {
            first.addSuppressed(later);
        }
        return first;
    }

    /**
     * Closes an object after a failure. If closing also fails, adds that failure to the first as a suppressed
     * exception.
     *
     * @param failure the failure.
     * @param left    the object to close.
     */
    public static void closing(final Throwable failure, final AutoCloseable left) {
        try {
            left.close();
        } catch (final Exception | Error e) {
            join(failure, e);
        }
    }

    /**
     * Rethrows a failure; returns if it is null.
     *
     * @param failure a {@link RuntimeException}, an {@link Error}, or null.
     */
    public static void rethrow(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
