// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.jvm;

/**
 * Keeps every failure of a sequence that goes on after one: the first is thrown, and carries the rest as suppressed.
 * Stateless.
 */
public final class Failures {
    private Failures() {}

    /**
     * Adds a failure to an earlier one.
     *
     * @param first the earlier failure, or null.
     * @param later the later failure, or null.
     * @return the earlier one, which carries the later as suppressed; the later if there was none.
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
     * Closes an object that a failure left behind. If that fails too, the failure carries it as suppressed.
     *
     * @param failure the failure.
     * @param left    the object.
     */
    public static void closing(final Throwable failure, final AutoCloseable left) {
        try {
            left.close();
        } catch (final Exception | Error e) {
            join(failure, e);
        }
    }

    /**
     * Throws a failure again; returns if there is none.
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
