// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

/** Keeps every failure of a sequence that goes on after one: the first is thrown, the rest ride on it. */
public final class Failures {
    private Failures() {}

    /** The first failure, which carries the later one as suppressed. */
    public static Throwable join(final Throwable first, final Throwable later) {
        if (first == null) {
            return later;
        }
        if (first != later) {
            first.addSuppressed(later);
        }
        return first;
    }

    /** Closes what a failure left behind; where that fails too, the failure carries it. */
    public static void closing(final Throwable failure, final AutoCloseable left) {
        try {
            left.close();
        } catch (final Exception | Error e) {
            join(failure, e);
        }
    }

    /** Throws what was caught as a {@link RuntimeException} or an {@link Error}; returns where nothing was. */
    public static void rethrow(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
