// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

/** Chooses the length of sweeps and soak tests: short by default, full with {@code mvn -Plong}. */
public final class Effort {
    private static final boolean FULL = Boolean.getBoolean("long");

    private Effort() {}

    /**
     * Returns true if sweeps and soak tests run in full.
     *
     * @return true with {@code -Plong}.
     */
    public static boolean isFull() {
        return FULL;
    }

    /**
     * Returns the length of a run.
     *
     * @param usual the default length.
     * @param full  the length with {@code -Plong}.
     * @return one of the two lengths.
     */
    public static int of(final int usual, final int full) {
        return FULL ? full : usual;
    }
}
